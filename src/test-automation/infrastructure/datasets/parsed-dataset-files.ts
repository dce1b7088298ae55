import { JSON_SCHEMA, load, dump } from 'js-yaml';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { Dataset, DatasetFormat, SentDataset } from '../../domain/datasets/dataset.js';
import { DatasetFiles } from '../../domain/datasets/dataset-files.js';
import { readDeepEval, writeDeepEval } from '../../domain/datasets/deepeval-form.js';
import { readPromptfoo, writePromptfoo } from '../../domain/datasets/promptfoo-form.js';
import { readRagas, writeRagas } from '../../domain/datasets/ragas-form.js';
import { fieldNamed } from '../../domain/datasets/field-names.js';
import { isMembers } from '../../domain/datasets/sent-members.js';
import { readCsv, writeCsv } from './csv-form.js';
import { readJsonl, readList, writeJsonl } from './jsonl-form.js';

function parsedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** JSON is YAML, too. @throws InvalidInputError with the line */
export function parsedYaml(text: string): unknown {
  try {
    const value: unknown = load(text, { schema: JSON_SCHEMA });
    return value;
  } catch (error) {
    const where = error instanceof Error && 'mark' in error ? error.mark : undefined;
    const line = isMembers(where) && typeof where['line'] === 'number' ? `line ${where['line'] + 1}` : 'the text';
    const reason = isMembers(error) && typeof error['reason'] === 'string' ? ` (${error['reason']})` : '';
    throw new InvalidInputError([{ pointer: '', detail: `${line} is not valid YAML or JSON${reason}` }]);
  }
}

/** Lists may be written one value a line, as Ragas and DeepEval do as well. */
function linesOf(text: string): unknown[] | undefined {
  const values = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parsedJson(line)]));
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

const valueOf = (content: unknown): unknown =>
  typeof content === 'string' ? (parsedJson(content) ?? linesOf(content) ?? parsedYaml(content)) : content;

const OBJECT_LINE = /^\{.*\}$/u;
const firstLine = (text: string): string => text.trim().split('\n', 1).join('').trim();

/** Objects line by line of which one is no JSON: the line is what helps, and YAML would not name it. */
const areBrokenLines = (text: string): boolean =>
  OBJECT_LINE.test(firstLine(text)) &&
  text.trim().includes('\n') &&
  parsedJson(text) === undefined &&
  linesOf(text) === undefined;

const has = (value: unknown, name: string): boolean => isMembers(value) && value[name] !== undefined;

/** The form of a parsed value, by the members that only it has. */
function formOf(value: unknown): DatasetFormat | undefined {
  if (has(value, 'tests')) return 'promptfoo';
  if (has(value, 'goldens')) return 'deepeval';
  if (has(value, 'samples') || has(value, 'user_input')) return 'ragas';
  if (isMembers(value) && Array.isArray(value['question'])) return 'ragas';
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  if (has(first, 'vars')) return 'promptfoo';
  if (has(first, 'user_input') || has(first, 'ground_truth')) return 'ragas';
  if (has(first, 'input') || has(first, 'expected_output')) return 'deepeval';
  return undefined;
}

/** A list of questions in this server's own fields; `{name, items}` as well. */
function readOwn(value: unknown): SentDataset {
  const isOne =
    isMembers(value) && !has(value, 'items') && Object.keys(value).some((key) => fieldNamed(key) === 'question');
  if (isOne) return readOwn([value]);
  const list: unknown = isMembers(value) ? value['items'] : value;
  if (!Array.isArray(list))
    throw new InvalidInputError([
      { pointer: '/items', detail: 'must be a list of questions, or give the format of the file' },
    ]);
  const name = isMembers(value) && typeof value['name'] === 'string' ? value['name'] : undefined;
  const read = readList(list.map((one: unknown, i) => ({ value: one, place: `question ${i + 1}` })));
  const others = isMembers(value) ? Object.keys(value).filter((key) => key !== 'name' && key !== 'items') : [];
  const notes = others.map((key) => ({ place: `/${key}`, detail: `'${key}' is not a known field; it is not used` }));
  return { ...read, name, notes: [...notes, ...read.notes] };
}

const READERS = { promptfoo: readPromptfoo, ragas: readRagas, deepeval: readDeepEval };

/** The forms of files by their parsers. */
export class ParsedDatasetFiles extends DatasetFiles {
  read(content: unknown, format: DatasetFormat | undefined): SentDataset {
    if (format === 'csv') return readCsv(textOf(content, 'csv'));
    if (format === 'jsonl' && typeof content === 'string') return readJsonl(content);
    if (format === undefined && typeof content === 'string' && looksLikeCsv(content)) return readCsv(content);
    if (format === undefined && typeof content === 'string' && areBrokenLines(content)) return readJsonl(content);
    const value = valueOf(content);
    const form = format ?? formOf(value);
    return form === undefined || form === 'csv' || form === 'jsonl' ? readOwn(value) : READERS[form](value);
  }

  write({ name, items }: Pick<Dataset, 'name' | 'items'>, format: DatasetFormat): string {
    if (format === 'csv') return writeCsv(items);
    if (format === 'jsonl') return writeJsonl(items);
    if (format === 'promptfoo')
      return dump(writePromptfoo(items, name), { schema: JSON_SCHEMA, lineWidth: -1, noRefs: true });
    const value = format === 'ragas' ? writeRagas(items) : writeDeepEval(items);
    return `${JSON.stringify(value, null, 2)}\n`;
  }
}

function textOf(content: unknown, format: DatasetFormat): string {
  if (typeof content === 'string') return content;
  throw new InvalidInputError([{ pointer: '', detail: `the format ${format} is a text; send it as such` }]);
}

/** Anything but JSON and YAML with a head of several columns. */
function looksLikeCsv(text: string): boolean {
  const [head = ''] = text.replace(/^\ufeff/u, '').split(/\r\n|\n|\r/u, 1);
  return !/^\s*[[{]/u.test(head) && !/^[\w-]{1,50}:(?:\s|$)/u.test(head) && /[,;\t]|^"?question"?$/iu.test(head);
}
