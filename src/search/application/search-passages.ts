import { Injectable } from '@nestjs/common';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';
import { OpenSpan, RETRIEVER, Spans } from '../../shared/domain/spans.js';
import { Ranking, RankingRequest, SearchMode, StageTimes } from '../ranking/domain/passage-ranking.js';
import { SearchScope } from '../ranking/domain/search-index.js';
import { QuestionVectors } from '../embedding/application/question-vectors.js';
import { CachedRanking } from '../ranking/application/cached-ranking.js';
import { READ_BY_MODEL, RerankByModel } from '../rerank/application/rerank-by-model.js';
import { SearchSettings } from '../ranking/domain/search-settings.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeCursor, Page } from '../../shared/domain/page.js';
import { DocumentPassages, StoredPassage } from '../domain/document-passages.js';

export interface SearchRequest {
  readonly query: string;
  /** Passages wanted, 1..100. */
  readonly topK: number;
  readonly mode: SearchMode;
  /** Whether relevance may change the order; it is computed for every hit either way. */
  readonly rerank: boolean;
  readonly scope: SearchScope;
  /** If false, only the question's own words are used. */
  readonly synonyms?: boolean;
  /** If false, the question is not expanded with words of the first results (no PRF pass). */
  readonly feedback?: boolean;
  /** The default depth of the search if left out. */
  readonly depth?: RetrievalDepth | undefined;
  /** Expansion text, searched at less weight than the question. */
  readonly beside?: string | undefined;
  readonly signal?: AbortSignal;
}

export interface SearchTimes extends StageTimes {
  readonly totalTime: number;
}

export interface SearchResult extends Ranking {
  /** Milliseconds. */
  readonly times: SearchTimes;
  readonly cacheHit: boolean;
  /** The top passages before a model reranked them, as many as were requested. */
  readonly fusedOrder: readonly string[];
}

/** `gen_ai.data_source.id` of the stored documents. */
const DATA_SOURCE = 'documents';

/** The passages in the form of `gen_ai.retrieval.documents`. */
function documentsOf({ hits }: SearchResult): string {
  return JSON.stringify(
    hits.map(({ passage, relevance }) => ({ id: passage.chunkId, score: relevance.score, content: passage.text })),
  );
}

/**
 * Searches passages (B-O2): the entry point of the search for every route and for the pipeline.
 * @example
 * import { restrictedTo } from '../../shared/domain/category-filter.js';
 *
 * const { hits, degraded } = await searchPassages.search({
 *   query: '휴학 신청 기한',
 *   topK: 5,
 *   mode: 'hybrid',
 *   rerank: true,
 *   scope: { filter: restrictedTo([['Academic affairs']]), asOf: '2026-03-01' },
 * });
 * for (const { passage } of hits) console.log(passage.chunkId);
 */
@Injectable()
export class SearchPassages {
  constructor(
    private readonly results: CachedRanking,
    private readonly vectors: QuestionVectors,
    private readonly reranker: RerankByModel,
    private readonly spans: Spans,
  ) {}

  search(request: SearchRequest): Promise<SearchResult> {
    const { hasContent } = this.spans;
    const attributes = {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.data_source.id': DATA_SOURCE,
      'gen_ai.request.top_k': request.topK,
      'touchstone.search.mode': request.mode,
      ...RETRIEVER,
      ...(hasContent ? { 'gen_ai.retrieval.query.text': request.query, 'input.value': request.query } : {}),
    };
    const retrieve = async (span: OpenSpan) => {
      const result = await this.retrieve(request);
      span.set({ 'touchstone.search.hits': result.hits.length, 'touchstone.search.cached': result.cacheHit });
      if (!hasContent) return result;
      const documents = documentsOf(result);
      span.set({ 'gen_ai.retrieval.documents': documents, 'output.value': documents });
      return result;
    };
    return this.spans.within(`retrieval ${DATA_SOURCE}`, attributes, retrieve, 'client');
  }

  private async retrieve(request: SearchRequest): Promise<SearchResult> {
    const started = performance.now();
    const isWhole = request.mode === 'hybrid' || request.mode === 'words';
    const byModel = request.rerank && isWhole && this.reranker.configured;
    const read = Math.min(READ_BY_MODEL, request.depth?.compared ?? READ_BY_MODEL);
    const wanted = {
      query: request.query,
      topK: byModel ? Math.max(request.topK, read) : request.topK,
      mode: request.mode,
      rerank: request.rerank,
      scope: request.scope,
      synonyms: request.synonyms ?? true,
      feedback: request.feedback ?? true,
      depth: request.depth,
      beside: request.beside,
      vector: undefined,
    };
    await this.results.settled(request.signal);
    const recalled = this.results.recall(wanted);
    const ranking = recalled ?? (await this.rank(wanted, request.signal));
    const ordered = byModel
      ? await this.reranker.rerank(request.query, ranking, { signal: request.signal, read })
      : ranking;
    return {
      ...ordered,
      hits: ordered.hits.slice(0, request.topK),
      times: { ...ordered.times, totalTime: performance.now() - started },
      cacheHit: recalled !== undefined,
      fusedOrder: [...ranking.hits]
        .sort((a, b) => b.fusedScore - a.fusedScore)
        .slice(0, request.topK)
        .map((hit) => hit.passage.chunkId),
    };
  }

  private async rank(wanted: RankingRequest, signal: AbortSignal | undefined): Promise<Ranking> {
    const started = performance.now();
    const byVectors = wanted.mode === 'hybrid' || wanted.mode === 'vector';
    const vector = byVectors ? await this.vectors.of(wanted.query, wanted.beside, signal) : undefined;
    const embeddingTime = performance.now() - started;
    const ranking = await this.results.rank(wanted, vector, signal);
    return { ...ranking, times: { ...ranking.times, embeddingTime: ranking.times.embeddingTime + embeddingTime } };
  }
}

/** A search over the documents in service with its own settings; it does not affect other searches. */
export interface SearchSandbox {
  readonly passages: SearchPassages;
  /** Later searches use these settings. */
  use(settings: SearchSettings): Promise<void>;
  close(): Promise<void>;
}

/** Creates sandboxes for trying settings. */
export abstract class SearchSandboxes {
  /** Loads a second index, which uses the memory of one until it is closed. */
  abstract open(settings: SearchSettings): Promise<SearchSandbox>;
}

/** Reads the passages of a document. */
@Injectable()
export class ReadDocumentPassages {
  constructor(private readonly passages: DocumentPassages) {}

  /**
   * @throws NotFoundError for a document that is unknown or outside the filter; InvalidInputError for an invalid cursor
   */
  async read(query: {
    readonly documentId: string;
    readonly filter: CategoryFilter;
    readonly cursor: string | undefined;
    readonly limit: number;
  }): Promise<Page<StoredPassage>> {
    const { documentId, filter, cursor, limit } = query;
    const page = await this.passages.list({ documentId, filter, from: decodeCursor(cursor), limit });
    if (page === undefined) throw new NotFoundError('document', documentId);
    return page;
  }
}
