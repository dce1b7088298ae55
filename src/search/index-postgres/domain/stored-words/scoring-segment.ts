import { PostingSource } from './memtable-postings.js';

/** The admitted passages of a segment. */
export interface Admitted {
  /** 1 for each of them, by its ordinal. */
  readonly places: Uint8Array;
  /** Their number. */
  readonly count: number;
}

/** Passages that are scored together: a segment, or those after the last one. */
export interface ScoringSegment {
  readonly ids: Uint32Array;
  readonly lengths: Uint32Array;
  /** Undefined if all are admitted. */
  readonly admitted: Admitted | undefined;
  /** The list of each term of the question; undefined if no passage of the segment contains it. */
  readonly lists: readonly (PostingSource | undefined)[];
}

export interface ScoredQuestion {
  /** Weight of each term, 0 or more. */
  readonly weights: readonly number[];
  /** Mean number of terms of a passage. */
  readonly mean: number;
  /** Number of passages wanted. */
  readonly limit: number;
  /** Known lower bound of the last one's score; 0 if unknown. */
  readonly floor: number;
}
