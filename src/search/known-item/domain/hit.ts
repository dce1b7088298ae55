import type { RuleBook } from './rule-book.js';
import type { Place } from './place.js';
import type { ProvisionPart } from './provision.js';
import type { Selected } from './selection.js';

/** Reason for a match: the number, the title or the code that the question names, or only the name of its rule book. */
export type LookUpReason = 'number' | 'title' | 'code' | 'name';

/** A numbered provision that a question requests: `제5조 제2항`. */
export interface AskedProvision {
  /** Zero-based index of the reference in the question. */
  readonly order: number;
  /** The part of the provision; empty for the whole. */
  readonly part: ProvisionPart;
}

/** A passage that a question names. */
export interface FoundPlace {
  readonly id: number;
  /** `likely` if the title is only similar, or the rule book is not named or is abbreviated. */
  readonly certainty: 'exact' | 'likely';
  readonly reason: LookUpReason;
  /** The provisions that the question requests by number and that contain this passage; left out if there are none. */
  readonly asked?: readonly AskedProvision[];
}

/** What a question names. */
export interface NamedPassages {
  /** Best first. */
  readonly places: readonly FoundPlace[];
  /**
   * `provisions`: the question requests only provisions by number; `missing`: the same, but its rule book has none of
   * these numbers; undefined: it requests something else as well.
   */
  readonly only?: 'provisions' | 'missing' | undefined;
}

export const NOTHING_NAMED: NamedPassages = { places: [] };

/** A match before it is reported. */
export interface Hit extends Omit<FoundPlace, 'id'> {
  readonly place: Place;
  readonly document: number;
  /** The question names no rule book, and only one has the number. */
  readonly isUnnamed?: boolean;
}

export function found(
  selected: readonly Selected[],
  reason: LookUpReason,
  certainty: FoundPlace['certainty'] = 'exact',
): Hit[] {
  return selected.map(({ place, document }) => ({ place, document: document.document, certainty, reason }));
}

/** An article that more rule books have cannot be looked up without their name. */
export const MAX_BOOKS = 3;
/** Maximum number of passages of a rule book if the question gives only its name. */
export const MAX_BY_NAME = 10;

/** Interleaves the lists: an article of many passages hides no other. */
export function alternating(lists: readonly (readonly Hit[])[]): Hit[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}

/** Documents of each book; books that differ only in the spelling of their title share one set. */
export function documentsOf(books: readonly RuleBook[]): Set<number>[] {
  const byKey = new Map<string, Set<number>>();
  for (const { key, documents } of books) byKey.set(key, new Set([...(byKey.get(key) ?? []), ...documents]));
  return [...byKey.values()];
}

/** Whether the passages belong to few enough rule books for the question to be unambiguous. */
export function fewBooks(selected: readonly Selected[], limit: number): boolean {
  return new Set(selected.map(({ document }) => document.book.key)).size <= limit;
}
