/** Delimiters that are tried if a file does not declare one; on a tie the first one wins. */
const CANDIDATES = [',', ';', '\t', '|'];
/** Excel writes the delimiter in a separate first line. */
const DECLARED = /^sep=(.)\r?\n/u;
/** Lines that are looked at to find the delimiter. */
const SAMPLE_LINES = 50;
const SAMPLE_LENGTH = 100_000;

/** Records of a delimited text, see `parseDelimited`. */
export type DelimitedRecords = readonly (readonly string[])[];

/**
 * Records of a text by RFC 4180: fields in quotes may contain delimiters, line ends and doubled quotes. A quote that is never closed ends
 * with the text.
 * @param delimiter undefined: detected from the text
 * @param maxFields limit of all fields together
 * @throws RangeError above it
 */
export function parseDelimited(text: string, delimiter: string | undefined, maxFields: number): DelimitedRecords {
  const declared = DECLARED.exec(text);
  const body = declared === null ? text : text.slice(declared[0].length);
  return records(body, declared?.[1] ?? delimiter ?? findDelimiter(body), maxFields);
}

function records(text: string, delimiter: string, maxFields: number): string[][] {
  const all: string[][] = [];
  let record: string[] = [];
  let fields = 0;
  let at = 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at, delimiter) : plainField(text, at, delimiter);
    fields += 1;
    if (fields > maxFields) throw new RangeError(`it has more than ${maxFields} cells; split it`);
    record.push(field.value);
    at = field.end;
    if (text[at] === delimiter) {
      at += 1;
      // A delimiter at the end of the text has an empty field after it.
      if (at === text.length) record.push('');
      continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    all.push(record);
    record = [];
  }
  if (record.length > 0) all.push(record);
  return all;
}

interface Field {
  readonly value: string;
  /** Position of the delimiter or line end after it. */
  readonly end: number;
}

function plainField(text: string, from: number, delimiter: string): Field {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(from, end), end };
}

function quotedField(text: string, from: number, delimiter: string): Field {
  let value = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    value += '"';
    at += 1;
  }
  // Text after the closing quote still belongs to the field.
  const rest = plainField(text, at, delimiter);
  return { value: value + rest.value, end: rest.end };
}

/** The delimiter with which most lines have the same number of fields, more than one. */
function findDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of CANDIDATES) {
    const widths = records(sample, delimiter, SAMPLE_LENGTH)
      .slice(0, SAMPLE_LINES)
      .map((record) => record.length);
    const counts = new Map<number, number>();
    for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
    const score = Math.max(0, ...counts.values()) / Math.max(1, widths.length);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
