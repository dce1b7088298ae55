import { SeededRandom } from '../../domain/seeded-random.js';
import { decomposed, isHangul, withLast } from '../../../text/korean/hangul-syllable.js';

/** Vowels with neighbouring keys, or that are confused in writing: ㅐ/ㅔ, ㅗ/ㅓ … by their index among the 21. */
const NEIGHBOUR: ReadonlyMap<number, number> = new Map([
  [1, 5],
  [5, 1],
  [10, 11],
  [11, 10],
  [8, 4],
  [13, 18],
]);
/** Question words and values stay unchanged; otherwise the question would be another one. */
const KEPT = /며칠|얼마|몇|언제|누구|어디|\d/u;

/** The text with one or two typing slips that keep its meaning: an adjacent vowel, a lost space. */
export function misspelt(text: string, language: 'en' | 'ko', random: SeededRandom): string {
  const words = text.split(' ');
  const able = words.flatMap((word, i) => (i > 0 && word.length >= 3 && !KEPT.test(word) ? [i] : []));
  const at = random.pick(able);
  if (at === undefined) return text;
  const slipped = words.map((word, i) => (i === at ? slip(word, language, random) : word));
  const gap = language === 'ko' ? random.below(words.length - 1) : -1;
  return slipped.map((word, i) => (i === slipped.length - 1 || i === gap ? word : `${word} `)).join('');
}

function slip(word: string, language: 'en' | 'ko', random: SeededRandom): string {
  if (language === 'en') {
    const i = 1 + random.below(Math.max(1, word.length - 2));
    return `${word.slice(0, i)}${word.charAt(i + 1)}${word.charAt(i)}${word.slice(i + 2)}`;
  }
  const changed = Array.from(word).map((c) => vowelSlip(c));
  const able = changed.flatMap((c, i) => (c === word.charAt(i) ? [] : [i]));
  const at = random.pick(able);
  return at === undefined ? word : `${word.slice(0, at)}${changed[at] ?? ''}${word.slice(at + 1)}`;
}

function vowelSlip(syllable: string): string {
  const vowel = isHangul(syllable) ? NEIGHBOUR.get(decomposed(syllable).vowel) : undefined;
  return vowel === undefined ? syllable : withLast(syllable, { vowel });
}
