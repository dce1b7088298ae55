import { nameKeyOf, plainText, skeletonOf } from './normalized-text-of.js';
import { englishWords } from './regulation-type.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';
import { TITLE_PARTICLES, withoutParticle } from '../../../text/korean/particles.js';

/** The key of a heading: letters and digits; of an English one the words without articles and plural ends. */
export function titleKeyOf(text: string): string {
  const plain = plainText(text);
  const words = hasSyllable(plain) ? [] : englishWords(plain);
  return words.length === 0 ? nameKeyOf(plain) : words.join('');
}

/** A wanted title in its possible spellings in a book: with and without the particles of the question. */
export interface WantedTitle {
  readonly keys: ReadonlySet<string>;
  readonly longest: string;
}

/** @param texts what of the question may make up the title; each a list of words in order */
export function wantedTitle(...texts: readonly (readonly string[])[]): WantedTitle {
  const keys = new Set<string>();
  const spellings = texts.flatMap((words) => [
    words,
    [...words.slice(0, -1), withoutParticle(words.at(-1) ?? '', TITLE_PARTICLES, 0)],
    words.map((word) => (word.length > 2 ? withoutParticle(word, TITLE_PARTICLES, 0) : word)),
  ]);
  for (const spelling of spellings) {
    const key = titleKeyOf(spelling.join(' '));
    if (key.length > 0) keys.add(skeletonOf(key));
  }
  return { keys, longest: [...keys].sort((a, b) => b.length - a.length)[0] ?? '' };
}

/** Whether a title (normalized key) is the wanted one, apart from function words. */
export function isWanted(wanted: WantedTitle, titleKey: string): boolean {
  return titleKey !== '' && wanted.keys.has(skeletonOf(titleKey));
}

/**
 * Similarity of the titles, 0..1: Dice's coefficient over pairs of characters, at least .5 if one contains the other.
 */
export function titleLikeness(wanted: WantedTitle, titleKey: string): number {
  const title = skeletonOf(titleKey);
  if (title.length < 2) return 0;
  return Math.max(0, ...[...wanted.keys].map((key) => likenessOf(key, title)));
}

function likenessOf(key: string, title: string): number {
  if (key === title) return 1;
  if (key.length < 2) return 0;
  const dice = diceOf(pairs(key), pairs(title));
  return key.includes(title) || title.includes(key) ? Math.max(dice, 0.5 + dice / 4) : dice;
}

function pairs(text: string): Set<string> {
  const found = new Set<string>();
  for (let i = 0; i + 1 < text.length; i++) found.add(text.slice(i, i + 2));
  return found;
}

function diceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared++;
  return (2 * shared) / (a.size + b.size);
}
