import { PostingSummary } from './posting-list.js';
import { OPEN_END } from '../../../../text/values/calendar-day.js';

/** Data of passages that a search needs apart from their words; one entry per passage, in the order of their ids. */
export interface PassageColumns {
  /** Row ids of passages. */
  readonly ids: Uint32Array;
  /** Rows of their category paths. */
  readonly paths: Uint32Array;
  /** First and last day on which they are in force, as numbers. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Number of terms, heading and body together. */
  readonly lengths: Uint32Array;
}

/** Terms of a segment by number, ascending, and the offsets of their lists in the postings. */
export interface TermColumns {
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** Offset of each term's list; one more entry is the end of the last one. */
  readonly starts: Uint32Array;
  /** The largest weighted frequency of each list, and the length of its shortest passage, up to 65,535. */
  readonly mostFrequent: Uint16Array;
  readonly shortest: Uint16Array;
}

/** The byte range of a list. */
export interface ListPlace extends PostingSummary {
  readonly start: number;
  readonly size: number;
}

const PASSAGE_COLUMNS = 5;
const WORD = 4;

/** Columns of one type after another, little-endian. */
function pack(columns: readonly (Uint32Array | Uint16Array)[]): Uint8Array {
  const bytes = new Uint8Array(columns.reduce((sum, column) => sum + column.byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** @param bytes are copied: those of a row need not be aligned to four bytes */
function unpack(bytes: Uint8Array): (from: number, count: number) => Uint32Array {
  const { buffer } = Uint8Array.from(bytes);
  return (from, count) => new Uint32Array(buffer, from * WORD, count);
}

/** Bytes in this machine's order: the supported platforms of PostgreSQL and Node are little-endian. */
export function passagesToBytes({ ids, paths, from, to, lengths }: PassageColumns): Uint8Array {
  return pack([ids, paths, from, to, lengths]);
}

export function passagesFromBytes(bytes: Uint8Array): PassageColumns {
  const count = bytes.byteLength / WORD / PASSAGE_COLUMNS;
  const column = unpack(bytes);
  return {
    ids: column(0, count),
    paths: column(count, count),
    from: column(2 * count, count),
    to: column(3 * count, count),
    lengths: column(4 * count, count),
  };
}

export function termsToBytes({ terms, counts, starts, mostFrequent, shortest }: TermColumns): Uint8Array {
  return pack([Uint32Array.of(terms.length), terms, counts, starts, mostFrequent, shortest]);
}

export function termsFromBytes(bytes: Uint8Array): TermColumns {
  const column = unpack(bytes);
  const count = column(0, 1)[0] ?? 0;
  const starts = column(1 + 2 * count, count + 1);
  const end = starts.byteOffset + starts.byteLength;
  return {
    terms: column(1, count),
    counts: column(1 + count, count),
    starts,
    mostFrequent: new Uint16Array(starts.buffer, end, count),
    shortest: new Uint16Array(starts.buffer, end + 2 * count, count),
  };
}

/** Index of a value in ascending ones; -1 if it is missing. */
export function placeOf(rising: Uint32Array, value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = rising[middle] ?? 0;
    if (there === value) return middle;
    if (there < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Immutable passages and their postings; the postings themselves stay in the store. */
export class WordSegment {
  /** Whether every passage is in force on every day. */
  readonly isAlwaysInForce: boolean;
  /** Number of terms of all its passages. */
  readonly totalLength: number;

  constructor(
    readonly id: number,
    readonly passages: PassageColumns,
    private readonly terms: TermColumns,
  ) {
    this.isAlwaysInForce = passages.from.every((day) => day === 0) && passages.to.every((day) => day === OPEN_END);
    this.totalLength = passages.lengths.reduce((sum, length) => sum + length, 0);
  }

  get size(): number {
    return this.passages.ids.length;
  }

  get lastId(): number {
    return this.passages.ids.at(-1) ?? 0;
  }

  /** Number of its passages that contain a term, including those removed since. */
  countOf(term: number): number {
    return this.terms.counts[placeOf(this.terms.terms, term)] ?? 0;
  }

  /** Undefined for a term that none of its passages contains. */
  listOf(term: number): ListPlace | undefined {
    const at = placeOf(this.terms.terms, term);
    if (at < 0) return undefined;
    const { counts, starts, mostFrequent, shortest } = this.terms;
    const start = starts[at] ?? 0;
    return {
      start,
      size: (starts[at + 1] ?? 0) - start,
      count: counts[at] ?? 0,
      mostFrequent: mostFrequent[at] ?? 0,
      shortest: shortest[at] ?? 0,
    };
  }
}
