import type { RuleBook } from './rule-book.js';
import type { Place } from './place.js';
import type { Selected } from './selection.js';

/** Why a passage was found: the number, the title or the code that the question names, or the name of its rule book alone. */
export type LookUpReason = 'number' | 'title' | 'code' | 'name';

/** A passage that a question names. */
export interface FoundPlace {
  readonly id: number;
  /** `likely` when the title was only similar, or the rule book not named or named by an abbreviation. */
  readonly certainty: 'exact' | 'likely';
  readonly reason: LookUpReason;
}

/** A passage found, before it is told. */
export interface Hit extends Omit<FoundPlace, 'id'> {
  readonly place: Place;
}

export function found(
  selected: readonly Selected[],
  reason: LookUpReason,
  certainty: FoundPlace['certainty'] = 'exact',
): Hit[] {
  return selected.map(({ place }) => ({ place, certainty, reason }));
}

/** An article that more rule books have is not a look-up without their name. */
export const MAX_BOOKS = 3;
/** Passages of a rule book of which nothing but the name is asked. */
export const MAX_BY_NAME = 10;

/** The first of each list, then the second of each: one article of many passages hides no other. */
export function alternating(lists: readonly (readonly Hit[])[]): Hit[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}

/** Documents of each book; those that differ only in the spelling of their title together. */
export function documentsOf(books: readonly RuleBook[]): Set<number>[] {
  const byKey = new Map<string, Set<number>>();
  for (const { key, documents } of books) byKey.set(key, new Set([...(byKey.get(key) ?? []), ...documents]));
  return [...byKey.values()];
}

/** Whether the passages are of so few rule books that the question can only mean those. */
export function fewBooks(selected: readonly Selected[], limit: number): boolean {
  return new Set(selected.map(({ document }) => document.book.key)).size <= limit;
}
