import { appendAll } from '../../../shared/domain/append-all.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { DatasetItem, DatasetNote, SentDataset, SentItem } from './dataset.js';
import { isMembers, Members, readMembers } from './sent-members.js';

/** Ragas names the retrieved passages of a run `contexts`, and the expected ones `reference_contexts`. */
const RETRIEVED = 'contexts';

/** The form of a column-wise data set: `{question: [...], ground_truth: [...]}`. */
function rowsOfColumns(columns: Members): Members[] {
  const lists = Object.entries(columns).filter(([, value]) => Array.isArray(value));
  const length = lists.reduce((most, [, value]) => Math.max(most, Array.isArray(value) ? value.length : 0), 0);
  return Array.from({ length }, (_, i) =>
    Object.fromEntries(lists.map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value[i] : null])),
  );
}

function rowsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isMembers(value)) {
    if (Array.isArray(value['samples'])) return value['samples'];
    if (Array.isArray(value['user_input']) || Array.isArray(value['question'])) return rowsOfColumns(value);
  }
  throw new InvalidInputError([
    { pointer: '', detail: 'must be a list of samples, each with user_input (or question), as Ragas writes them' },
  ]);
}

/**
 * Samples of Ragas (`user_input`, `reference`, `reference_contexts`) or of its earlier format (`question`, `ground_truth`). Answers and
 * retrieved passages of a system are reported and not used. A sample whose user_input is a conversation is reported as a whole.
 * @throws InvalidInputError for a value without samples
 */
export function readRagas(value: unknown): SentDataset {
  const items: SentItem[] = [];
  const notes: DatasetNote[] = [];
  rowsIn(value).forEach((row, i) => {
    const at = { pointer: `/${i}`, place: `sample ${i + 1}` };
    if (!isMembers(row)) {
      items.push({ ...at, record: {} });
      return;
    }
    if (Array.isArray(row['user_input'])) {
      notes.push({ place: at.place, detail: 'its user_input is a conversation; a dataset holds single questions' });
      return;
    }
    const { [RETRIEVED]: retrieved, ...members } = row;
    if (retrieved !== undefined && retrieved !== null)
      notes.push({ place: at.place, detail: `'${RETRIEVED}' is what a system retrieved; give reference_contexts` });
    const read = readMembers(members, at);
    items.push(read.item);
    appendAll(notes, read.notes);
  });
  return { name: undefined, items, notes };
}

/** A list of samples of Ragas with question, reference and contexts. */
export const writeRagas = (items: readonly DatasetItem[]) =>
  items.map(({ question, reference, contexts }) => ({
    user_input: question,
    ...(reference === undefined ? {} : { reference }),
    ...(contexts.length === 0 ? {} : { reference_contexts: contexts }),
  }));
