import { decomposed, isSyllable } from './korean/hangul-syllable.js';

/** Letters of the Revised Romanisation of Korean (2000), each letter by itself: first consonants, vowels, last consonants. */
const FIRST = 'g gg n d dd r m b bb s ss  j jj c k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const LAST = ' g gg gs n nj nh d r rg rm rb rs rt rp rh m b bs s ss ng j c k t p h'.split(' ');

/**
 * How a name is spelt, in letters that every locale of a database takes for letters: Hangul by its single letters, so that 지금 and 지급
 * differ in one; other letters without their marks, in lower case; those beyond ASCII by their number. Words are parted by one blank.
 */
export function spellingOf(name: string): string {
  let spelt = '';
  for (const letter of name.normalize('NFKC')) spelt += hangul(letter) ?? other(letter);
  return spelt.trim().replaceAll(/ +/gu, ' ');
}

function hangul(letter: string): string | undefined {
  if (!isSyllable(letter.charCodeAt(0))) return undefined;
  const { initial, vowel, final } = decomposed(letter);
  return `${FIRST[initial] ?? ''}${VOWELS[vowel] ?? ''}${LAST[final] ?? ''}`;
}

function other(letter: string): string {
  if (/[a-z0-9 ]/u.test(letter)) return letter;
  const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return Array.from(plain, (each) => {
    if (/[a-z0-9]/u.test(each)) return each;
    return /[\p{L}\p{N}]/u.test(each) ? `x${(each.codePointAt(0) ?? 0).toString(36)}` : ' ';
  }).join('');
}

const BLANK = 0x20;
/** Spellings are ASCII. */
const BITS = 7;

/** Visits the runs of three characters of each word, as one number each: two blanks stand before a word and one behind it (pg_trgm). */
function visitTrigrams(spelling: string, visit: (trigram: number) => void): void {
  let [first, second] = [BLANK, BLANK];
  for (let i = 0; i <= spelling.length; i++) {
    const third = i < spelling.length ? spelling.charCodeAt(i) : BLANK;
    const isBetween = third === BLANK && second === BLANK;
    if (!isBetween) visit((((first << BITS) | second) << BITS) | third);
    [first, second] = third === BLANK ? [BLANK, BLANK] : [second, third];
  }
}

/** The different trigrams of a spelling, as numbers. */
export function trigramsOf(spelling: string): ReadonlySet<number> {
  const found = new Set<number>();
  visitTrigrams(spelling, (trigram) => found.add(trigram));
  return found;
}

/**
 * Share of the asked trigrams that a name has, 0..1, so that a part of a long name is as near as the whole; names that hold
 * less besides come first by up to a hundredth.
 */
export function nearness(asked: ReadonlySet<number>, spelling: string): number {
  if (asked.size === 0) return 0;
  const shared = new Set<number>();
  let all = 0;
  visitTrigrams(spelling, (trigram) => {
    all++;
    if (asked.has(trigram)) shared.add(trigram);
  });
  return (0.99 * shared.size) / asked.size + (0.01 * shared.size) / Math.max(1, all);
}

/** From here on a name is taken for what was meant: a letter or two of a word may be wrong, the word itself may not. */
export const NEAR_ENOUGH = 0.45;
