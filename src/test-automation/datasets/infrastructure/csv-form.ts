import { CsvError, parse } from 'csv-parse/sync';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { csvText, withFormula } from '../../../shared/infrastructure/csv-text.js';
import { DatasetItem, DatasetNote, ItemRecord, SentDataset, SentItem } from '../domain/dataset.js';
import { fieldNamed, truthIn, unusedName } from '../domain/field-names.js';
import { MOST_ITEMS } from '../domain/read-items.js';
import { itemRecord, RECORD_FIELDS } from '../domain/item-record.js';

const DELIMITERS = [',', ';', '\t'] as const;
const MOST_COLUMNS = 200;
/** Empty lines included. */
const MOST_LINES = 2 * MOST_ITEMS;
/** A cell with a whole list as JSON. */
const JSON_LIST = /^\s*\[/u;

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'record' in value && Array.isArray(value.record);

/** Spreadsheets use the separator of their language: the one that is most frequent in the header row. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r\n|\n|\r/u, 1);
  const counts = DELIMITERS.map((sign) => head.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Counts rows and columns before the parser makes an object of each cell.
 * @throws InvalidInputError for more than a dataset has
 */
function checkSize(text: string, delimiter: string): void {
  let isQuoted = false;
  let [rows, columns] = [1, 1];
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === delimiter) columns += 1;
    else if (sign === '\n') [rows, columns] = [rows + 1, 1];
    const isTooMuch = columns > MOST_COLUMNS || rows > MOST_LINES;
    if (!isTooMuch) continue;
    const detail =
      columns > MOST_COLUMNS
        ? `row ${rows} has more than ${MOST_COLUMNS} columns; leave out those that are not used`
        : `the dataset has more than ${MOST_LINES} lines; split it`;
    throw new InvalidInputError([{ pointer: '', detail }]);
  }
}

function rowsOf(text: string): Row[] {
  const delimiter = delimiterOf(text);
  checkSize(text, delimiter);
  try {
    const rows: unknown[] = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    return rows.filter(isRow);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? `line ${error['lines']}` : 'the file';
    const reason = error.message.split(':')[0] ?? 'it cannot be read';
    throw new InvalidInputError([
      { pointer: '', detail: `${line} is not valid CSV (${reason}); check its quotation marks` },
    ]);
  }
}

const parts = (cell: string, separator: RegExp): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A cell as the value of its field. Lists are JSON, or texts separated by `;`; `|` separates the wordings of a fact. */
function valueOf(field: keyof ItemRecord, cell: string): unknown {
  if (cell === '') return undefined;
  if (field === 'answerable') return truthIn(cell);
  if (field === 'id' || field === 'question' || field === 'reference') return cell;
  if (JSON_LIST.test(cell)) {
    try {
      const list: unknown = JSON.parse(cell);
      return list;
    } catch {
      // A text that starts with a bracket.
    }
  }
  if (field === 'contexts') return [cell];
  const texts = parts(cell, /[;\n]/u);
  return field === 'facts' ? texts.map((text) => parts(text, /\|/u)) : texts;
}

/** The line where a row starts: the parser counts the lines at its end, and a quoted cell may have several. */
const startOf = ({ record, info }: Row): number => info.lines - record.join('').split(/\r\n|\n|\r/u).length + 1;

/**
 * A table with a header row. Unknown columns, and cells beyond the header row, are reported.
 * @throws InvalidInputError for a table without a column for the question, or that is not CSV
 */
export function readCsv(text: string): SentDataset {
  const [head, ...rows] = rowsOf(text);
  const names = head?.record ?? [];
  const fields = names.map(fieldNamed);
  if (!fields.includes('question'))
    throw new InvalidInputError([
      { pointer: '', detail: `the head has no column 'question', only ${names.map((name) => `'${name}'`).join(', ')}` },
    ]);
  const notes: DatasetNote[] = [];
  names.forEach((name, i) => {
    const field = fields[i];
    if (field === undefined) notes.push({ place: 'line 1', detail: unusedName(name) });
    else if (fields.indexOf(field) < i)
      notes.push({ place: 'line 1', detail: `'${name}' is a second ${field}; it is not used` });
  });
  const items = rows.map(({ record, info }, i): SentItem => {
    const line = startOf({ record, info });
    const place = `line ${line}`;
    const values = new Map<keyof ItemRecord, unknown>();
    record.forEach((cell, column) => {
      const field = fields[column];
      if (column >= names.length && cell !== '')
        notes.push({ place, detail: `cell ${column + 1} is beyond the ${names.length} columns; it is not used` });
      if (field !== undefined && fields.indexOf(field) === column) values.set(field, valueOf(field, withFormula(cell)));
    });
    return { pointer: `/${i}`, place, line, record: Object.fromEntries(values) };
  });
  return { name: undefined, items, notes };
}

/** A table with all columns; lists are written as JSON. */
export function writeCsv(items: readonly DatasetItem[]): string {
  const rows = items.map((item) => {
    const record: Readonly<Record<string, unknown>> = { ...itemRecord(item) };
    return RECORD_FIELDS.map((field) => {
      const value = record[field];
      if (value === undefined) return '';
      return typeof value === 'string' ? value : JSON.stringify(value);
    });
  });
  return csvText([RECORD_FIELDS, ...rows]);
}
