import { skeletonOf } from './normalized-text-of.js';
import type { RegulationTitle } from './regulation-title.js';
import { isEnglishType, typedName } from './regulation-type.js';

/**
 * A rule book by name; several documents may have the name: editions, a repealed namesake, or its articles one by one.
 */
export interface RuleBook {
  readonly key: string;
  /** The key with all spellings: differently written titles are separate books, so that none depends on another. */
  readonly identity: string;
  /** The name without its type and function words, with and without its organisation, as abbreviations are compared. */
  readonly stems: readonly string[];
  readonly type: string | undefined;
  readonly words: readonly string[];
  readonly documents: Set<number>;
  readonly title: RegulationTitle;
}

/** Makes the order independent of which document came first. */
export function compareBooks(a: RuleBook, b: RuleBook): number {
  return a.identity < b.identity ? -1 : a.identity > b.identity ? 1 : 0;
}

export function identityOf(title: RegulationTitle): string {
  const spellings = [...title.spellings].map(([spelling, nearness]) => `${spelling}:${nearness}`).sort();
  return [title.key, ...spellings, title.words.join(' '), title.initials].join('|');
}

export function bookOf(title: RegulationTitle, identity: string): RuleBook {
  const names = [...title.spellings].filter(([, nearness]) => nearness < 2).map(([spelling]) => typedName(spelling));
  const type = names.find((name) => name.type !== undefined)?.type;
  const stems = new Set(names.filter((name) => name.type === type).map(({ stem }) => skeletonOf(stem)));
  return { key: title.key, identity, stems: [...stems], type, words: title.words, documents: new Set(), title };
}

/** Only names with a type: an encyclopedia's titles are not rule books. */
export function piecesOf(book: RuleBook): Set<string> {
  const pieces = new Set<string>();
  for (const stem of book.type === undefined ? [] : book.stems) {
    if (stem !== '') pieces.add(stem.charAt(0));
    for (let i = 0; i + 1 < stem.length; i++) pieces.add(stem.slice(i, i + 2));
  }
  return pieces;
}

/**
 * Whether words are part of a name, in its order, wherever its type is (`Club Rules`, `Rules of the Club`): half of the
 * words other than the type, or adjacent words; without a type all of them.
 */
export function isPart(words: readonly string[], name: readonly string[], content: number): boolean {
  const types = words.filter((word) => isEnglishType(word));
  const asked = words.filter((word) => !isEnglishType(word));
  const whole = name.filter((word) => !isEnglishType(word));
  let at = 0;
  for (const word of whole) if (word === asked[at]) at++;
  if (at < asked.length || content === 0 || !types.every((type) => name.includes(type))) return false;
  if (types.length === 0) return content > 1 && content === whole.length;
  return content * 2 >= whole.length || ` ${name.join(' ')} `.includes(` ${words.join(' ')} `);
}
