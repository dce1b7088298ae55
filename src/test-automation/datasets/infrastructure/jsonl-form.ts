import { appendAll } from '../../../shared/domain/append-all.js';
import { Fault, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { DatasetItem, DatasetNote, SentDataset, SentItem } from '../domain/dataset.js';
import { itemRecord } from '../domain/item-record.js';
import { isMembers, readMembers } from '../domain/sent-members.js';

/** A value of a file, and where it is. */
type SentValue = Pick<SentItem, 'place' | 'line'> & { readonly value: unknown };

/** One question a line. @throws InvalidInputError with every line that is not a JSON object */
export function readJsonl(text: string): SentDataset {
  const values: SentValue[] = [];
  const faults: Fault[] = [];
  text
    .replace(/^\ufeff/u, '')
    .split('\n')
    .forEach((line, i) => {
      if (line.trim() === '') return;
      try {
        const value: unknown = JSON.parse(line);
        values.push({ value, place: `line ${i + 1}`, line: i + 1 });
      } catch {
        faults.push({ pointer: '', detail: `line ${i + 1} is not valid JSON` });
      }
    });
  if (faults.length > 0) throw new InvalidInputError(faults);
  return readList(values);
}

/** Questions as objects with the fields of a dataset. */
export function readList(values: readonly SentValue[]): SentDataset {
  const notes: DatasetNote[] = [];
  const items = values.map(({ value, ...where }, i): SentItem => {
    const at = { pointer: `/${i}`, ...where };
    if (!isMembers(value)) return { ...at, record: {} };
    const read = readMembers(value, at);
    appendAll(notes, read.notes);
    return { ...read.item, ...where };
  });
  return { name: undefined, items, notes };
}

export const writeJsonl = (items: readonly DatasetItem[]): string =>
  items.map((item) => `${JSON.stringify(itemRecord(item))}\n`).join('');
