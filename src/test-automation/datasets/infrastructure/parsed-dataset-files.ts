import { JSON_SCHEMA, load, dump } from 'js-yaml';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { Dataset, DatasetFormat, SentDataset, DatasetFiles } from '../domain/dataset.js';
import { readDeepEval, writeDeepEval } from '../domain/deepeval-form.js';
import { readPromptfoo, writePromptfoo } from '../domain/promptfoo-form.js';
import { readRagas, writeRagas } from '../domain/ragas-form.js';
import { fieldNamed } from '../domain/field-names.js';
import { MOST_ITEMS } from '../domain/read-items.js';
import { isMembers } from '../domain/sent-members.js';
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

/** JSON is also YAML. @throws InvalidInputError with the line */
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

/** Lists may be written one value a line, as Ragas and DeepEval also do. @returns undefined if a line is not JSON */
function linesOf(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const value = parsedJson(line);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values.length > 0 ? values : undefined;
}

/** The content of a text. A format that is parsed in one go has a size limit, so that it does not block other requests. */
function valueOf(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  const value = parsedJson(content) ?? linesOf(content);
  if (value !== undefined) return value;
  checkSize(content, MOST_YAML, 'YAML');
  checkDepth(content);
  return parsedYaml(content);
}

/** Whether a text has one JSON object a line. */
const OBJECT_LINE = /^\{.*\}$/u;
const firstLine = (text: string): string => text.trim().split('\n', 1).join('').trim();
const areObjectLines = (text: string): boolean => OBJECT_LINE.test(firstLine(text)) && text.trim().includes('\n');

/** Maximum characters of a text that is parsed in one go: some tenths of a second in the worst case. */
const MOST_YAML = 500_000;
const MOST_CSV = 2_000_000;
/** Maximum nesting of brackets. */
const MOST_DEPTH = 100;

/** @throws InvalidInputError */
function checkSize(text: string, most: number, form: string): void {
  if (text.length <= most) return;
  const detail = `has ${text.length} characters of ${form}, and the maximum is ${most}; send JSON lines, or split it`;
  throw new InvalidInputError([{ pointer: '', detail }]);
}

/** At most one question a line. @throws InvalidInputError */
function checkLines(text: string): void {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  if (lines <= MOST_ITEMS + 1) return;
  throw new InvalidInputError([
    { pointer: '', detail: `the dataset has ${lines} lines, and the maximum is ${MOST_ITEMS} questions; split it` },
  ]);
}

/** The members under which the formats have their questions. */
const LISTS = ['items', 'tests', 'goldens', 'samples', 'test_cases', 'question', 'user_input'] as const;

/** Checks the number of questions before reading any of them. @throws InvalidInputError */
function checkCount(value: unknown): void {
  const lists: readonly unknown[] = isMembers(value) ? LISTS.map((name) => value[name]) : [value];
  for (const list of lists) {
    if (!Array.isArray(list) || list.length <= MOST_ITEMS) continue;
    const detail = `the dataset has ${list.length} questions, and the maximum is ${MOST_ITEMS}; split it`;
    throw new InvalidInputError([{ pointer: '', detail }]);
  }
}

/** @throws InvalidInputError for deeper brackets than any dataset has, which are slow to parse */
function checkDepth(text: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    // [ and {, ] and }
    if (char === 0x5b || char === 0x7b) depth++;
    else if ((char === 0x5d || char === 0x7d) && depth > 0) depth--;
    if (depth > MOST_DEPTH)
      throw new InvalidInputError([{ pointer: '', detail: `has more than ${MOST_DEPTH} brackets inside one another` }]);
  }
}

const has = (value: unknown, name: string): boolean => isMembers(value) && value[name] !== undefined;

/** The format of a parsed value, by the members that only it has. */
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

/** A list of questions in this server's own fields; also `{name, items}`. */
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

/** File formats by their parsers. */
export class ParsedDatasetFiles extends DatasetFiles {
  read(content: unknown, format: DatasetFormat | undefined): SentDataset {
    const sent = this.readForm(content, format);
    return typeof content === 'string' ? withLines(sent, content) : sent;
  }

  private readForm(content: unknown, format: DatasetFormat | undefined): SentDataset {
    if (typeof content === 'string') {
      if (format === 'csv' || (format === undefined && looksLikeCsv(content))) {
        checkSize(content, MOST_CSV, 'CSV');
        return readCsv(content);
      }
      if (format === 'jsonl' || areObjectLines(content)) checkLines(content);
      if (format === 'jsonl') return readJsonl(content);
    } else if (format === 'csv') throw noText(format);
    const value = this.valueOrLines(content, format);
    if (value instanceof BrokenLines) return readJsonl(value.text);
    checkCount(value);
    const form = format ?? formOf(value);
    return form === undefined || form === 'csv' || form === 'jsonl' ? readOwn(value) : READERS[form](value);
  }

  /** JSON Lines with a faulty line: the JSON error names the line, and a YAML error would not. */
  private valueOrLines(content: unknown, format: DatasetFormat | undefined): unknown {
    const isText = typeof content === 'string';
    if (!isText || format !== undefined || !areObjectLines(content)) return valueOf(content);
    return parsedJson(content) ?? linesOf(content) ?? new BrokenLines(content);
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

/** Adds the line of each question, where the text shows it: JSON Lines, and the `tests` of promptfoo in block style. */
function withLines(sent: SentDataset, text: string): SentDataset {
  if (sent.items.every(({ line }) => line !== undefined)) return sent;
  const rows = text.split('\n');
  const lines = areObjectLines(text)
    ? rows.flatMap((row, i) => (row.trim() === '' ? [] : [i + 1]))
    : entryLines(rows, /^tests:\s*(?:#.*)?$/u);
  if (lines.length !== sent.items.length) return sent;
  return {
    ...sent,
    items: sent.items.map((item, i) => {
      const line = lines[i];
      return line === undefined ? item : { ...item, line };
    }),
  };
}

/** Lines, from 1, of the entries of a YAML list in block style below its key. Its entries have one indent, and what they hold a larger one. */
function entryLines(rows: readonly string[], key: RegExp): number[] {
  const start = rows.findIndex((row) => key.test(row));
  if (start === -1) return [];
  const lines: number[] = [];
  let indent: number | undefined;
  for (const [i, row] of rows.entries()) {
    if (i <= start || row.trim() === '' || row.trimStart().startsWith('#')) continue;
    const own = row.length - row.trimStart().length;
    const isEntry = /^\s*-(?:\s|$)/u.test(row);
    indent ??= isEntry ? own : undefined;
    if (indent === undefined || own < indent || (own === indent && !isEntry)) break;
    if (own === indent) lines.push(i + 1);
  }
  return lines;
}

/** Lines of objects, one of which is not JSON. */
class BrokenLines {
  constructor(readonly text: string) {}
}

const noText = (format: DatasetFormat): InvalidInputError =>
  new InvalidInputError([{ pointer: '', detail: `the format ${format} is a text; send it as such` }]);

/** Anything but JSON and YAML with a header row of several columns. */
function looksLikeCsv(text: string): boolean {
  const [head = ''] = text.replace(/^\ufeff/u, '').split(/\r\n|\n|\r/u, 1);
  return !/^\s*[[{]/u.test(head) && !/^[\w-]{1,50}:(?:\s|$)/u.test(head) && /[,;\t]|^"?question"?$/iu.test(head);
}
