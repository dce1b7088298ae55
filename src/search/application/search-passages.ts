import { Injectable, Logger } from '@nestjs/common';
import { fuse, Scored } from '../domain/fusion.js';
import { essentialTerms } from '../domain/essential-terms.js';
import { AnalysedQuery, analyseQuery, Synonyms } from '../domain/query.js';
import { inverseDocumentFrequency, Relevance, RelevanceModel } from '../domain/relevance.js';
import { Analyser } from '../domain/analyser.js';
import {
  Embedder,
  EmbeddingUnavailableError,
  IndexedPassage,
  passageHeading,
  SearchIndex,
  SearchScope,
} from '../domain/search-index.js';

export type SearchMode = 'hybrid' | 'bm25' | 'vector';

export interface SearchRequest {
  readonly query: string;
  /** Passages wanted, 1..100. */
  readonly topK: number;
  readonly mode: SearchMode;
  /** Whether relevance may change the order; it is computed for every hit either way. */
  readonly rerank: boolean;
  readonly scope: SearchScope;
  /** Off: only the question's own words. */
  readonly synonyms?: boolean;
  readonly signal?: AbortSignal;
}

/** Rank (from 1) and own score of a passage in one retriever. */
export interface RankedBy {
  readonly rank: number;
  readonly score: number;
}

export interface SearchHit {
  readonly passage: IndexedPassage;
  /** The retriever's own score in a single mode, else the fused score. */
  readonly score: number;
  readonly relevance: Relevance;
  readonly bm25: RankedBy | null;
  readonly vector: RankedBy | null;
  readonly fusedScore: number;
}

/** All times in milliseconds. */
export interface SearchMetrics {
  readonly totalTime: number;
  readonly embeddingTime: number;
  readonly bm25Time: number;
  readonly vectorTime: number;
  readonly fusionTime: number;
  readonly rerankTime: number;
  readonly bm25Candidates: number;
  readonly vectorCandidates: number;
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** Distinct passages that a retriever returned inside the scope. */
  readonly totalCount: number;
  readonly degraded: readonly string[];
  readonly metrics: SearchMetrics;
  readonly query: AnalysedQuery;
  /** The question, ready to be compared with more texts. */
  readonly model: RelevanceModel;
}

/** Each retriever gives this many; a choice of cost: more would be fused and then cut away by the reranker's limit. */
const CANDIDATES = 100;
/** Passages that are compared with the question word by word; beyond that the fused order stands. */
const RERANKED = 40;
/**
 * How many standard deviations of fused score a certain passage gains over an irrelevant one.
 * Chosen by judgement; with it every development set of the README was measured, without comparing other values. 0 is fusion alone.
 */
const RERANK_WEIGHT = 1.5;
/** An exact look-up of a named article goes before every ranking. */
const LOOKUP_BONUS = 1_000;

const NO_SYNONYMS: Synonyms = { of: () => [] };

interface Embedded {
  readonly vector: Float32Array | undefined;
  readonly degraded: readonly string[];
}

interface Candidates {
  readonly lexical: readonly Scored[];
  readonly vector: readonly Scored[];
  readonly lookup: readonly number[];
}

class Stopwatch {
  private last = performance.now();
  readonly started = this.last;

  /** Milliseconds since the last lap. */
  lap(): number {
    const now = performance.now();
    const took = now - this.last;
    this.last = now;
    return took;
  }
}

function rankOf(list: readonly Scored[]): ReadonlyMap<number, RankedBy> {
  return new Map(list.map((s, i) => [s.id, { rank: i + 1, score: s.score }]));
}

/** Finds passages: BM25 and vectors inside the scope, fused, then ordered by heuristic relevance (B-O2). */
@Injectable()
export class SearchPassages {
  private readonly logger = new Logger('search');

  constructor(
    private readonly index: SearchIndex,
    private readonly embedder: Embedder,
    private readonly analyser: Analyser,
    private readonly synonyms: Synonyms,
  ) {}

  async execute(request: SearchRequest): Promise<SearchResult> {
    const watch = new Stopwatch();
    const query = analyseQuery(request.query, {
      analyser: this.analyser,
      synonyms: request.synonyms === false ? NO_SYNONYMS : this.synonyms,
    });
    const frequencies = await this.index.frequencies(query.terms);
    const lexical =
      request.mode === 'vector'
        ? []
        : await this.index.lexical(essentialTerms(query, frequencies), CANDIDATES, request.scope);
    const lookup = await this.lookUp(query, request);
    const bm25Time = watch.lap();
    const embedded = await this.embed(request);
    const embeddingTime = watch.lap();
    const { vector, degraded } = await this.nearest(embedded, request);
    const vectorTime = watch.lap();
    const fused = this.withLookup(fuse(lexical, vector), lookup);
    const fusionTime = watch.lap();
    const model = new RelevanceModel(query, this.analyser, (term) =>
      inverseDocumentFrequency(frequencies.byTerm.get(term) ?? 0, frequencies.passages),
    );
    const hits = await this.rank(request, model, { lexical, vector, lookup }, fused);
    const rerankTime = request.rerank ? watch.lap() : 0;
    return {
      hits,
      totalCount: fused.length,
      degraded,
      query,
      model,
      metrics: {
        totalTime: performance.now() - watch.started,
        embeddingTime,
        bm25Time,
        vectorTime,
        fusionTime,
        rerankTime,
        bm25Candidates: lexical.length,
        vectorCandidates: vector.length,
      },
    };
  }

  private lookUp(query: AnalysedQuery, request: SearchRequest): Promise<number[]> {
    if (query.reference === undefined || request.mode === 'vector') return Promise.resolve([]);
    return this.index.byArticle(query.reference.article, query.reference.nameKey, request.scope);
  }

  /** A broken vector index is a broken part too. */
  private async nearest(
    embedded: Embedded,
    request: SearchRequest,
  ): Promise<{ vector: readonly Scored[]; degraded: readonly string[] }> {
    if (embedded.vector === undefined) return { vector: [], degraded: embedded.degraded };
    try {
      return {
        vector: await this.index.nearest(embedded.vector, CANDIDATES, request.scope),
        degraded: embedded.degraded,
      };
    } catch (error) {
      this.logger.error({ err: error }, 'the vector index failed; the search goes on by words');
      return { vector: [], degraded: [...embedded.degraded, 'vector_index'] };
    }
  }

  /** Without vectors the search goes on by words and says so: the embedding is a part, not the whole. */
  private async embed(request: SearchRequest): Promise<Embedded> {
    if (request.mode === 'bm25') return { vector: undefined, degraded: [] };
    try {
      const [vector] = await this.embedder.embed([request.query], request.signal);
      return { vector, degraded: [] };
    } catch (error) {
      // A caller that left is not a broken provider.
      if (!(error instanceof EmbeddingUnavailableError) || request.signal?.aborted === true) throw error;
      return { vector: undefined, degraded: ['embedding'] };
    }
  }

  private withLookup(fused: readonly Scored[], lookup: readonly number[]): Scored[] {
    if (lookup.length === 0) return [...fused];
    const bonus = new Map(lookup.map((id, i) => [id, LOOKUP_BONUS - i]));
    const known = fused.map((s) => ({ id: s.id, score: s.score + (bonus.get(s.id) ?? 0) }));
    const missing = lookup
      .filter((id) => !fused.some((s) => s.id === id))
      .map((id) => ({ id, score: bonus.get(id) ?? 0 }));
    return [...known, ...missing].sort((a, b) => b.score - a.score || a.id - b.id);
  }

  private async rank(
    request: SearchRequest,
    model: RelevanceModel,
    from: Candidates,
    fused: readonly Scored[],
  ): Promise<SearchHit[]> {
    const ordered = request.mode === 'bm25' ? from.lexical : request.mode === 'vector' ? from.vector : fused;
    const cut = ordered.slice(0, Math.max(request.topK, request.rerank ? RERANKED : 0));
    const passages = await this.index.passages(
      cut.map((s) => s.id),
      request.scope,
    );
    const own = new Map(ordered.map((s) => [s.id, s.score]));
    const [byWords, byVector, byFusion] = [
      rankOf(from.lexical),
      rankOf(from.vector),
      new Map(fused.map((s) => [s.id, s.score])),
    ];
    const hits = passages.map((passage, i) => ({
      passage,
      score: own.get(passage.id) ?? 0,
      relevance: model.score({
        heading: passageHeading(passage.title, passage.section),
        text: passage.text,
        article: passage.article,
      }),
      bm25: byWords.get(passage.id) ?? null,
      vector: byVector.get(passage.id) ?? null,
      fusedScore: byFusion.get(passage.id) ?? 0,
      rank: i,
    }));
    // In a single mode the order is that retriever's own, so that it can be judged by itself.
    if (request.rerank && request.mode === 'hybrid') {
      const final = (hit: (typeof hits)[number]) =>
        hit.fusedScore + (hit.rank < RERANKED ? RERANK_WEIGHT * hit.relevance.score : 0);
      hits.sort((a, b) => final(b) - final(a) || a.rank - b.rank);
    }
    return hits.slice(0, request.topK);
  }
}
