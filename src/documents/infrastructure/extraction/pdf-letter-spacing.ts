/** Letters set apart: four or more single signs, each after a blank. */
const SPACED = /^[^\s\p{M}](?: [^\s\p{M}]){3,}$/u;
/** Scripts in which single letters are rarely words; Korean and Chinese have many words of one letter. */
const FOREIGN_LETTER = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]/u;
const LEAST_SMALL_LETTERS = 3;
const LEAST_CAPITALS = 5;
/** Where a word begins that is not set apart by more than its letters are. */
const WORD_START = /(?<=[\p{Ll}\d,;)])(?=[\p{Lu}(])|(?<=\p{L})(?=\d)/gu;

/**
 * The words of a piece of text whose letters are set apart, as in titles and in the texts of some scanners: `C h i n a` is `China`. Between
 * words such a text has wider gaps, so that they are separate pieces. Lists of letters (`A B C D E`) are returned as they are.
 */
export function withoutLetterSpacing(text: string): string {
  if (!SPACED.test(text) || FOREIGN_LETTER.test(text)) return text;
  const signs = text.split(' ');
  const small = signs.filter((sign) => /\p{Ll}/u.test(sign)).length;
  const capitals = signs.filter((sign) => /\p{Lu}/u.test(sign)).length;
  if (small < LEAST_SMALL_LETTERS && capitals < LEAST_CAPITALS) return text;
  const isList = signs.every((sign, i) => i === 0 || codeOf(sign) === codeOf(signs[i - 1]) + 1);
  return isList ? text : signs.join('').replace(WORD_START, ' ');
}

function codeOf(sign: string | undefined): number {
  return sign?.codePointAt(0) ?? 0;
}
