import { decomposed, isSyllable } from './korean/hangul-syllable.js';

/** Letters of the Revised Romanisation of Korean (2000), letter by letter: initial consonants, vowels, final consonants. */
const FIRST = 'g gg n d dd r m b bb s ss  j jj c k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const LAST = ' g gg gs n nj nh d r rg rm rb rs rt rp rh m b bs s ss ng j c k t p h'.split(' ');

/**
 * Returns the spelling of a name in characters that are letters in every database locale. Hangul is written letter by letter, so that 지금
 * and 지급 differ in one letter. Other letters are in lower case without diacritics; non-ASCII letters are written as their code point. One
 * space separates words.
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
/** Bits of a character: spellings are ASCII. */
const BITS = 7;

/** Visits the trigrams of each word, as numbers. As in pg_trgm, a word has two spaces before it and one after it. */
function visitTrigrams(spelling: string, visit: (trigram: number) => void): void {
  let [first, second] = [BLANK, BLANK];
  for (let i = 0; i <= spelling.length; i++) {
    const third = i < spelling.length ? spelling.charCodeAt(i) : BLANK;
    const isBetween = third === BLANK && second === BLANK;
    if (!isBetween) visit((((first << BITS) | second) << BITS) | third);
    [first, second] = third === BLANK ? [BLANK, BLANK] : [second, third];
  }
}

/** Returns the distinct trigrams of a spelling, as numbers. */
export function trigramsOf(spelling: string): ReadonlySet<number> {
  const found = new Set<number>();
  visitTrigrams(spelling, (trigram) => found.add(trigram));
  return found;
}

/**
 * Returns the share of the query's trigrams that a name contains, 0..1, so that a part of a long name scores like the whole. Names with
 * fewer other trigrams score up to 0.01 higher.
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

/** Similarity from which a name matches: one or two letters of a word may be wrong, but not the whole word. */
export const NEAR_ENOUGH = 0.45;
