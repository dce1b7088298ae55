const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3]/u;

/** Returns the width of a text in a fixed-width font: Hangul, Han and kana take two columns each. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}
