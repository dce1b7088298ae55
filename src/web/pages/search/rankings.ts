import type { Mode, SearchAnswer } from '../api/search.js';

/** A ranking of the comparison. */
export interface Ranking {
  readonly id: string;
  readonly mode: Mode;
  readonly rerank: boolean;
}

/** The result of a search; undefined while it is loading. */
export type Found = { readonly answer: SearchAnswer } | { readonly error: unknown } | undefined;

export const RANKINGS: readonly Ranking[] = [
  { id: 'bm25', mode: 'bm25', rerank: false },
  { id: 'vector', mode: 'vector', rerank: false },
  { id: 'fused', mode: 'hybrid', rerank: false },
  { id: 'reranked', mode: 'hybrid', rerank: true },
];
