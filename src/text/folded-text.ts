/** A text composed and in small letters: how words are compared that were split before. */
export function lowered(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** A text on one line: each stretch of white space one blank, none at the borders. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** A text as it is compared: composed, in small letters, each stretch of white space one blank. */
export function folded(text: string): string {
  return onOneLine(lowered(text));
}

/** The same without any white space, since Korean words are spaced in more than one way. */
export function foldedWithoutSpaces(text: string): string {
  return lowered(text).replace(/\s+/gu, '');
}
