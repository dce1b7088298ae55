import { DatasetNote, ItemRecord, SentItem } from './dataset.js';
import { fieldNamed, unusedName } from './field-names.js';

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of one entry of a file. */
export interface ReadEntry {
  readonly item: SentItem;
  readonly notes: readonly DatasetNote[];
}

/**
 * Maps the members of an object to the fields of a question, by any of their names; the first member that names a field counts.
 * @param ignored members without content, which are not reported
 */
export function readMembers(
  members: Members,
  at: { readonly pointer: string; readonly place: string },
  ignored: ReadonlySet<string> = new Set(),
): ReadEntry {
  const fields = new Map<keyof ItemRecord, unknown>();
  const notes: DatasetNote[] = [];
  for (const [name, value] of Object.entries(members)) {
    if (value === null || value === undefined || ignored.has(name)) continue;
    const field = fieldNamed(name);
    if (field === undefined) notes.push({ place: at.place, detail: unusedName(name) });
    else if (fields.has(field))
      notes.push({ place: at.place, detail: `'${name}' is a second ${field}; it is not used` });
    else fields.set(field, value);
  }
  return { item: { ...at, record: Object.fromEntries(fields) }, notes };
}
