import { call } from './call.js';
import { flag, list, map, nullable, number, object, type Read, text } from './shape.js';

const Ranked = nullable(object({ rank: number, score: number }));
const Hit = object({
  chunk_id: text,
  document_id: text,
  score: number,
  rerank_score: number,
  text,
  source: object({ title: text, date: nullable(text), version: nullable(text) }),
  taxonomy_path: list(text),
  metadata: object({ section: nullable(text), start: nullable(number), end: nullable(number) }),
  highlights: list(object({ start: number, end: number })),
  explain: nullable(
    object({
      bm25: Ranked,
      vector: Ranked,
      named: nullable(flag),
      fused_score: number,
      rerank: object({ by: text, score: number, features: map(number) }),
      matched_terms: list(text),
    }),
  ),
});
export type Hit = Read<typeof Hit>;

export const SearchAnswer = object({
  hits: list(Hit),
  total_count: number,
  degraded: list(text),
  metrics: map((value) => (typeof value === 'number' ? value : 0)),
});
export type SearchAnswer = Read<typeof SearchAnswer>;

export type Mode = 'hybrid' | 'bm25' | 'vector';

export interface SearchRequest {
  readonly query: string;
  readonly mode: Mode;
  readonly rerank: boolean;
  readonly topK: number;
  /** Undefined for no filter. */
  readonly paths: readonly (readonly string[])[] | undefined;
  readonly asOf: string;
}

export function search({ query, mode, rerank, topK, paths, asOf }: SearchRequest, signal: AbortSignal) {
  return call('/search', SearchAnswer, {
    body: {
      query,
      mode,
      rerank,
      top_k: topK,
      explain: true,
      ...(paths === undefined ? {} : { filters: { allowed_category_paths: paths } }),
      ...(asOf === '' ? {} : { as_of: asOf }),
    },
    signal,
  });
}
