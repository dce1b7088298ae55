import { call, query } from './call.js';
import { documentUrl } from './documents.js';
import { list, nullable, number, object, page, type Read, text } from './shape.js';

const StoredEdition = object({
  document_id: text,
  title: text,
  version: nullable(text),
  effective_from: nullable(text),
  effective_to: nullable(text),
});
export type StoredEdition = Read<typeof StoredEdition>;

/** Days of force as they are shown; empty without. */
export const daysOf = (edition: Pick<StoredEdition, 'effective_from' | 'effective_to'> | null): string => {
  const { effective_from: from = null, effective_to: to = null } = edition ?? {};
  return from === null && to === null ? '' : `${from ?? ''} – ${to ?? ''}`;
};

const Part = object({ label: nullable(text), text, start: number });
const Change = object({ kind: text, before: nullable(Part), after: nullable(Part) });
export type EditionChange = Read<typeof Change>;
const Changes = object({ from: text, to: text, changes: list(Change) });

const OutdatedQuote = object({
  document_id: text,
  quote: text,
  changed_by: text,
  effective_from: nullable(text),
  change: Change,
});
const OutdatedItem = object({
  kind: text,
  id: text,
  container_id: nullable(text),
  url: text,
  title: text,
  quotes: list(OutdatedQuote),
});
export type OutdatedItem = Read<typeof OutdatedItem>;

/** The editions of a document, oldest first. */
export const readEditions = async (id: string) =>
  (await call(`${documentUrl(id)}/editions`, object({ items: list(StoredEdition) }))).items;

export const readChanges = async (id: string, from: string) =>
  (await call(`${documentUrl(id)}/changes${query({ from })}`, Changes)).changes;

/** What quotes a passage that a later edition changed or removed. A page may have no items and a cursor. */
export const listOutdated = (id: string, cursor: string | null) =>
  call(`${documentUrl(id)}/outdated${query({ cursor, limit: 25 })}`, page(OutdatedItem));
