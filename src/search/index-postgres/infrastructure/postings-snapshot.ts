import { PassageColumns, placeOf, WordSegment } from '../domain/stored-words/word-segment.js';
import { PostingSource, TailRange } from '../domain/stored-words/memtable-postings.js';
import { DatabaseReader } from './database-reader.js';
import { SegmentLists } from './segment-lists.js';

/** A removed passage with its terms: older postings still contain it. */
export interface GonePassage {
  /** Increases with the commits. */
  readonly number: number;
  readonly terms: readonly number[];
}

/** Passages of one segment or of the unsealed buffer, without removed ones. */
export class SnapshotSegment {
  /** Ordinals of removed passages. */
  readonly gone: readonly number[];
  private readonly goneCounts = new Map<number, number>();

  constructor(
    readonly source: WordSegment | TailRange,
    gone: Iterable<readonly [id: number, passage: GonePassage]>,
  ) {
    const places: number[] = [];
    for (const [id, { terms }] of gone) {
      const place = placeOf(source.passages.ids, id);
      if (place < 0) continue;
      places.push(place);
      for (const term of terms) this.goneCounts.set(term, (this.goneCounts.get(term) ?? 0) + 1);
    }
    this.gone = places;
  }

  get passages(): PassageColumns {
    return this.source.passages;
  }

  /** Number of present passages, and of their terms. */
  get size(): { readonly passages: number; readonly length: number } {
    const { lengths } = this.passages;
    const gone = this.gone.reduce((sum, place) => sum + (lengths[place] ?? 0), 0);
    return { passages: lengths.length - this.gone.length, length: this.source.totalLength - gone };
  }

  /** Number of present passages that contain a term. */
  countOf(term: number): number {
    return this.source.countOf(term) - (this.goneCounts.get(term) ?? 0);
  }
}

/** Number of terms whose counts are cached while the store does not change. */
const COUNTS = 100_000;

/** The words in one state of the store: segments, and the passages after them. */
export class PostingsSnapshot {
  private readonly counts = new Map<number, number>();

  constructor(
    readonly parts: readonly SnapshotSegment[],
    private readonly lists: SegmentLists,
  ) {}

  /** Number of passages that contain a term. */
  countOf(term: number): number {
    const known = this.counts.get(term);
    if (known !== undefined) return known;
    const count = this.parts.reduce((sum, part) => sum + part.countOf(term), 0);
    if (this.counts.size < COUNTS) this.counts.set(term, count);
    return count;
  }

  /** The lists of terms in each segment; those that are not cached are read in one step. */
  async listsOf(
    terms: readonly number[],
    reader: DatabaseReader,
  ): Promise<readonly (readonly (PostingSource | undefined)[])[]> {
    const segments = this.parts.flatMap(({ source }) => (source instanceof WordSegment ? [source] : []));
    const read = await this.lists.of(segments, terms, reader);
    return this.parts.map(({ source }) =>
      terms.map((term): PostingSource | undefined =>
        source instanceof WordSegment ? read(source, term) : source.listOf(term),
      ),
    );
  }
}
