/** A text as it is compared: composed, in small letters, each stretch of white space one blank. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** The same without any white space, since Korean words are spaced in more than one way. */
export function foldedWithoutSpaces(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, '');
}
