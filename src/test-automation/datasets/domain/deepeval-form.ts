import { appendAll } from '../../../shared/domain/append-all.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { DatasetItem, DatasetNote, SentDataset, SentItem } from './dataset.js';
import { itemRecord } from './item-record.js';
import { isMembers, readMembers } from './sent-members.js';

/** Members of a golden for DeepEval's own bookkeeping. */
const ACCOUNT = new Set(['additional_metadata', 'source_file', 'name', 'comments', 'dataset_rank', 'dataset_alias']);

function goldensIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isMembers(value) && Array.isArray(value['goldens'])) return value['goldens'];
  throw new InvalidInputError([
    { pointer: '', detail: 'must be a list of goldens, each with input, as DeepEval writes them' },
  ]);
}

/**
 * Goldens of DeepEval: `input`, `expected_output`, `context`; `source_file` is an expected citation, and `additional_metadata` holds what
 * the export wrote there: id, facts, citations, answerable and tags.
 * @throws InvalidInputError for a value without goldens
 */
export function readDeepEval(value: unknown): SentDataset {
  const items: SentItem[] = [];
  const notes: DatasetNote[] = [];
  goldensIn(value).forEach((golden, i) => {
    const at = { pointer: `/${i}`, place: `golden ${i + 1}` };
    if (!isMembers(golden)) {
      items.push({ ...at, record: {} });
      return;
    }
    const more = golden['additional_metadata'];
    const file = golden['source_file'];
    const own = readMembers(golden, at, ACCOUNT);
    const added = readMembers(isMembers(more) ? more : {}, { ...at, place: `${at.place}, additional_metadata` });
    appendAll(notes, [...own.notes, ...added.notes]);
    for (const name of ['name', 'comments'])
      if (typeof golden[name] === 'string' && golden[name] !== '')
        notes.push({ place: at.place, detail: `'${name}' says nothing about the right answer; it is not used` });
    const record = { ...added.item.record, ...own.item.record };
    const cited = typeof file === 'string' && file !== '' && record.citations === undefined;
    items.push({ ...at, record: cited ? { ...record, citations: [file] } : record });
  });
  return { name: undefined, items, notes };
}

/** A list of goldens of DeepEval. */
export const writeDeepEval = (items: readonly DatasetItem[]) =>
  items.map((item) => {
    const { question, reference, contexts, ...more } = itemRecord(item);
    return {
      input: question,
      ...(reference === undefined ? {} : { expected_output: reference }),
      ...(contexts === undefined ? {} : { context: contexts }),
      additional_metadata: more,
    };
  });
