/** Returns a text composed (NFC) and in lower case: the comparison form of single words. */
export function lowered(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Collapses each run of white space to one space and trims the text. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Returns the comparison form of a text: composed, in lower case, each run of white space as one space. */
export function folded(text: string): string {
  return onOneLine(lowered(text));
}

/** The same without white space, since the spacing of Korean words varies. */
export function foldedWithoutSpaces(text: string): string {
  return lowered(text).replace(/\s+/gu, '');
}
