import { WordSequence } from './word-sequence.js';
import { PostingList, PostingRoom, PostingWriter } from './posting-list.js';
import { PassageColumns, TermColumns } from './word-segment.js';

/** A passage for a segment. */
export interface SegmentPassage {
  readonly id: number;
  readonly path: number;
  readonly from: number;
  readonly to: number;
  readonly words: WordSequence;
}

/** A segment in its stored form. */
export interface BuiltSegment {
  readonly passages: PassageColumns;
  readonly terms: TermColumns;
  readonly postings: Uint8Array;
}

/** A segment with its postings, as input of a merge. */
export interface WholeSegment extends BuiltSegment {
  /** Passages that were removed since it was built, by id. */
  readonly gone: ReadonlySet<number>;
}

const LARGEST = 65_535;

/** Postings of one term during building. */
interface Growing {
  readonly places: number[];
  readonly frequencies: number[];
}

/** Writes the lists of a segment, term by term, in the order of their numbers. */
class ListWriter {
  private readonly writer = new PostingWriter();
  private readonly terms: number[] = [];
  private readonly counts: number[] = [];
  private readonly starts: number[] = [];
  private readonly mostFrequent: number[] = [];
  private readonly shortest: number[] = [];
  private count = 0;
  private most = 0;
  private least = LARGEST;

  constructor(private readonly lengths: Uint32Array) {}

  push(place: number, frequency: number): void {
    if (this.count === 0) {
      this.writer.begin();
      this.starts.push(this.writer.size);
    }
    this.writer.push(place, frequency);
    this.count++;
    this.most = Math.max(this.most, frequency);
    this.least = Math.min(this.least, this.lengths[place] ?? 0);
  }

  /** Ends a list; a list without postings is dropped. */
  end(term: number): void {
    if (this.count === 0) return;
    this.terms.push(term);
    this.counts.push(this.count);
    this.mostFrequent.push(this.most);
    this.shortest.push(this.least);
    [this.count, this.most, this.least] = [0, 0, LARGEST];
  }

  built(passages: PassageColumns): BuiltSegment {
    return {
      passages,
      terms: {
        terms: Uint32Array.from(this.terms),
        counts: Uint32Array.from(this.counts),
        starts: Uint32Array.from([...this.starts, this.writer.size]),
        mostFrequent: Uint16Array.from(this.mostFrequent),
        shortest: Uint16Array.from(this.shortest),
      },
      postings: this.writer.written,
    };
  }
}

/** @param passages in the order of their ids @param headingWeight how many times a term in the heading counts */
export function buildSegment(passages: readonly SegmentPassage[], headingWeight: number): BuiltSegment {
  const lists = new Map<number, Growing>();
  passages.forEach(({ words }, place) => {
    for (const [term, frequency] of words.weightedCounts(headingWeight)) {
      let list = lists.get(term);
      if (list === undefined) lists.set(term, (list = { places: [], frequencies: [] }));
      list.places.push(place);
      list.frequencies.push(frequency);
    }
  });
  const column = (read: (passage: SegmentPassage) => number) => Uint32Array.from(passages, read);
  const columns: PassageColumns = {
    ids: column(({ id }) => id),
    paths: column(({ path }) => path),
    from: column(({ from }) => from),
    to: column(({ to }) => to),
    lengths: column(({ words }) => words.length),
  };
  const writer = new ListWriter(columns.lengths);
  for (const term of Uint32Array.from(lists.keys()).sort()) {
    const list = lists.get(term);
    list?.places.forEach((place, i) => writer.push(place, list.frequencies[i] ?? 0));
    writer.end(term);
  }
  return writer.built(columns);
}

const GONE = 0xffff_ffff;

/**
 * Merges segments into one, without the removed passages. Yields at intervals, so that its caller can let other work
 * run.
 * @param segments in the order of their passages' ids
 */
export function* mergeSegments(segments: readonly WholeSegment[]): Generator<undefined, BuiltSegment> {
  const moved: Uint32Array[] = [];
  const kept: number[][] = [[], [], [], [], []];
  for (const { passages, gone } of segments) {
    const { ids, paths, from, to, lengths } = passages;
    moved.push(
      ids.map((id, place) => {
        if (gone.has(id)) return GONE;
        [ids, paths, from, to, lengths].forEach((column, c) => kept[c]?.push(column[place] ?? 0));
        return (kept[0]?.length ?? 0) - 1;
      }),
    );
    yield;
  }
  const [ids, paths, from, to, lengths] = kept.map((values) => Uint32Array.from(values));
  const none = new Uint32Array(0);
  const columns: PassageColumns = {
    ids: ids ?? none,
    paths: paths ?? none,
    from: from ?? none,
    to: to ?? none,
    lengths: lengths ?? none,
  };
  return yield* mergeLists(segments, moved, columns);
}

/** Number of terms between two yields. */
const TERMS_AT_A_TIME = 500;

function* mergeLists(
  segments: readonly WholeSegment[],
  moved: readonly Uint32Array[],
  columns: PassageColumns,
): Generator<undefined, BuiltSegment> {
  const writer = new ListWriter(columns.lengths);
  const room = new PostingRoom();
  const next = segments.map(() => 0);
  for (let done = 1; ; done++) {
    const term = segments.reduce((least, { terms }, s) => Math.min(least, terms.terms[next[s] ?? 0] ?? GONE), GONE);
    if (term === GONE) return writer.built(columns);
    segments.forEach((segment, s) => {
      const at = next[s] ?? 0;
      if (segment.terms.terms[at] !== term) return;
      next[s] = at + 1;
      const read = listAt(segment, at).read(room);
      for (let i = 0; i < read; i++) {
        const place = moved[s]?.[room.places[i] ?? 0] ?? GONE;
        if (place !== GONE) writer.push(place, room.frequencies[i] ?? 0);
      }
    });
    writer.end(term);
    if (done % TERMS_AT_A_TIME === 0) yield;
  }
}

function listAt({ terms, postings }: BuiltSegment, at: number): PostingList {
  const { counts, mostFrequent, shortest, starts } = terms;
  const bytes = postings.subarray(starts[at], starts[at + 1]);
  return new PostingList(counts[at] ?? 0, mostFrequent[at] ?? 0, shortest[at] ?? 0, bytes);
}
