import type { RuleBook } from './rule-book.js';
import type { Place } from './place.js';
import type { ProvisionPart } from './provision.js';
import type { Selected } from './selection.js';

/** Why a passage was found: the number, the title or the code that the question names, or the name of its rule book alone. */
export type LookUpReason = 'number' | 'title' | 'code' | 'name';

/** A numbered provision that a question asks for: `제5조 제2항`. */
export interface AskedProvision {
  /** Which of the references of the question, from 0. */
  readonly order: number;
  /** What of the provision; empty for the whole. */
  readonly part: ProvisionPart;
}

/** A passage that a question names. */
export interface FoundPlace {
  readonly id: number;
  /** `likely` when the title was only similar, or the rule book not named or named by an abbreviation. */
  readonly certainty: 'exact' | 'likely';
  readonly reason: LookUpReason;
  /** The provisions that the question asks for by number and that this passage is, or is a piece of; left out without any. */
  readonly asked?: readonly AskedProvision[];
}

/** What a question names. */
export interface NamedPassages {
  /** Best first. */
  readonly places: readonly FoundPlace[];
  /**
   * `provisions`: the question asks for nothing but the provisions that it numbers; `missing`: the same, but its rule book has none of these
   * numbers; undefined: it asks for something of its own.
   */
  readonly only?: 'provisions' | 'missing' | undefined;
}

export const NOTHING_NAMED: NamedPassages = { places: [] };

/** A passage found, before it is told. */
export interface Hit extends Omit<FoundPlace, 'id'> {
  readonly place: Place;
  readonly document: number;
  /** The question does not say of which rule book: only one has the number. */
  readonly isUnnamed?: boolean;
}

export function found(
  selected: readonly Selected[],
  reason: LookUpReason,
  certainty: FoundPlace['certainty'] = 'exact',
): Hit[] {
  return selected.map(({ place, document }) => ({ place, document: document.document, certainty, reason }));
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
