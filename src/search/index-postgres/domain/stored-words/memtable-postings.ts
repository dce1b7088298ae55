import { PostingReader, PostingRoom, PostingSummary } from './posting-list.js';
import { SegmentPassage } from './segment-builder.js';
import { PassageColumns } from './word-segment.js';

/** Readable postings: of a segment, or of passages that are in none yet. */
export interface PostingSource extends PostingSummary {
  /** Reads all postings into the buffer. @returns how many */
  read(room: PostingRoom): number;
  reader(): PostingReader;
  /** Reads at least those of some ordinals, which ascend. @returns how many are in the buffer */
  readAround(places: ArrayLike<number>, wanted: number, room: PostingRoom): number;
}

/** The first index of ascending numbers whose number is above a bound. */
export function firstAbove(rising: ArrayLike<number>, bound: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Growing {
  readonly places: number[];
  readonly frequencies: number[];
  mostFrequent: number;
  shortest: number;
}

/** A list within a range of ordinals, which count from the start of the range. */
class TailList implements PostingSource {
  readonly count: number;

  constructor(
    private readonly list: Growing,
    private readonly base: number,
    private readonly first: number,
    end: number,
  ) {
    this.count = end - first;
  }

  get mostFrequent(): number {
    return this.list.mostFrequent;
  }

  get shortest(): number {
    return this.list.shortest;
  }

  read(room: PostingRoom): number {
    return this.readRange(this.first, this.first + this.count, room);
  }

  reader(): PostingReader {
    let at = this.first;
    return {
      readUpTo: (end, room) => {
        const from = at;
        at = Math.max(from, this.firstFrom(end));
        return this.readRange(from, at, room);
      },
    };
  }

  readAround(places: ArrayLike<number>, wanted: number, room: PostingRoom): number {
    if (wanted === 0) return 0;
    return this.readRange(this.firstFrom(places[0] ?? 0), this.firstFrom((places[wanted - 1] ?? 0) + 1), room);
  }

  /** Index of the first posting at or after this ordinal. */
  private firstFrom(place: number): number {
    const from = firstAbove(this.list.places, this.base + place - 1);
    return Math.min(Math.max(from, this.first), this.first + this.count);
  }

  private readRange(from: number, to: number, room: PostingRoom): number {
    const { places, frequencies } = this.list;
    room.reserve(to - from);
    for (let i = from; i < to; i++) {
      room.places[i - from] = (places[i] ?? 0) - this.base;
      room.frequencies[i - from] = frequencies[i] ?? 0;
    }
    return to - from;
  }
}

/**
 * In-memory postings of the passages after the last segment; it only grows. Readers of an earlier state read a range of
 * it.
 */
export class MemtablePostings {
  private readonly passages: SegmentPassage[] = [];
  private readonly ids: number[] = [];
  private readonly lists = new Map<number, Growing>();

  /** @param floor passages up to this id are in segments */
  constructor(
    readonly floor: number,
    private readonly headingWeight: number,
  ) {}

  /** Passages up to this id are here or in segments. */
  get lastId(): number {
    return this.ids.at(-1) ?? this.floor;
  }

  /** In the order of their ids; passages that are already here are skipped. */
  add(passages: readonly SegmentPassage[]): void {
    for (const passage of passages) {
      if (passage.id <= this.lastId) continue;
      const place = this.passages.push(passage) - 1;
      this.ids.push(passage.id);
      for (const [term, frequency] of passage.words.weightedCounts(this.headingWeight))
        this.count(term, place, { frequency, length: passage.words.length });
    }
  }

  /** Passages with ids above `after`, up to `last`. */
  range(after: number, last: number): TailRange {
    return new TailRange(this.passages, this.lists, firstAbove(this.ids, after), firstAbove(this.ids, last));
  }

  /** Number of passages with ids up to this one. */
  countUpTo(id: number): number {
    return firstAbove(this.ids, id);
  }

  /** The passages after this id, without the others. */
  behind(id: number): MemtablePostings {
    const rest = new MemtablePostings(id, this.headingWeight);
    rest.add(this.passages.slice(this.countUpTo(id)));
    return rest;
  }

  private count(term: number, place: number, { frequency, length }: { frequency: number; length: number }): void {
    let list = this.lists.get(term);
    if (list === undefined)
      this.lists.set(term, (list = { places: [], frequencies: [], mostFrequent: 0, shortest: Infinity }));
    list.places.push(place);
    list.frequencies.push(frequency);
    list.mostFrequent = Math.max(list.mostFrequent, frequency);
    list.shortest = Math.min(list.shortest, length);
  }
}

/** Some of the passages after the last segment, as a search sees them. */
export class TailRange {
  private made: PassageColumns | undefined;

  constructor(
    private readonly all: readonly SegmentPassage[],
    private readonly lists: ReadonlyMap<number, Growing>,
    private readonly begin: number,
    private readonly end: number,
  ) {}

  get size(): number {
    return this.end - this.begin;
  }

  /** Number of terms of all its passages. */
  get totalLength(): number {
    return this.passages.lengths.reduce((sum, length) => sum + length, 0);
  }

  get passages(): PassageColumns {
    if (this.made !== undefined) return this.made;
    const own = this.all.slice(this.begin, this.end);
    const column = (read: (passage: SegmentPassage) => number) => Uint32Array.from(own, read);
    return (this.made = {
      ids: column(({ id }) => id),
      paths: column(({ path }) => path),
      from: column(({ from }) => from),
      to: column(({ to }) => to),
      lengths: column(({ words }) => words.length),
    });
  }

  countOf(term: number): number {
    return this.listOf(term)?.count ?? 0;
  }

  listOf(term: number): PostingSource | undefined {
    const list = this.lists.get(term);
    if (list === undefined) return undefined;
    const first = firstAbove(list.places, this.begin - 1);
    const end = firstAbove(list.places, this.end - 1);
    return first === end ? undefined : new TailList(list, this.begin, first, end);
  }
}
