import { PostingSource } from './memtable-postings.js';

/** The passages of a part that may be listed. */
export interface Admitted {
  /** 1 for each of them, by its place. */
  readonly places: Uint8Array;
  /** How many they are. */
  readonly count: number;
}

/** Passages that are scored together: a segment, or those behind the last one. */
export interface ScoringSegment {
  readonly ids: Uint32Array;
  readonly lengths: Uint32Array;
  /** Undefined where all may be listed. */
  readonly admitted: Admitted | undefined;
  /** Of each term of the question; undefined where no passage of the part holds it. */
  readonly lists: readonly (PostingSource | undefined)[];
}

export interface ScoredQuestion {
  /** Of each term, from 0. */
  readonly weights: readonly number[];
  /** Terms of a passage in the mean. */
  readonly mean: number;
  /** Passages wanted. */
  readonly limit: number;
  /** A score that the last of them is known to reach at least; 0 where nothing is known. */
  readonly floor: number;
}
