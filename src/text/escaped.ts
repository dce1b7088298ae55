/** Escapes a text for a regular expression, so that it matches literally. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
