import { Injectable } from '@nestjs/common';
import { CategoryFilter, mayUseSharedModels } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Case } from '../domain/case.js';
import { CaseIndex, ModelVector, NearestCase } from '../domain/case-index.js';
import { CaseStore } from '../domain/case-store.js';
import { CaseFeatures } from '../domain/selector/case-features.js';
import { SimilarityMethod } from '../domain/similarity.js';
import { CurrentSelector } from './current-selector.js';
import { EmbedCases } from './embed-cases.js';

export interface FindRequest {
  readonly query: string;
  readonly filter: CategoryFilter;
  /** Only cases of exactly this category. */
  readonly category: CategoryPath | undefined;
  readonly k: number;
  readonly method: SimilarityMethod;
  readonly minQuality: number;
  /** `selector`: the learned order, if it is active and the caller sees all cases; similarity otherwise. */
  readonly rankBy: 'similarity' | 'selector';
}

export interface SimilarCase {
  readonly one: Case;
  readonly similarity: number;
  readonly features: CaseFeatures;
}

/** A suggested case as the API and the tool of MCP show it. */
export function describeSuggestion({ one, similarity }: SimilarCase) {
  return {
    case_id: one.caseId,
    query: one.query,
    category_path: [...one.categoryPath],
    content: one.content,
    similarity_score: similarity,
    quality_score: one.qualityScore,
    metadata: { ...one.metadata },
    usage_count: one.usageCount,
  };
}

export interface SimilarCases {
  readonly cases: readonly SimilarCase[];
  /** The similarity method. */
  readonly method: SimilarityMethod;
  /** The active order. */
  readonly rankedBy: 'similarity' | 'learned';
  readonly degraded: readonly string[];
}

/** Number of the most similar cases that the selector reorders. */
const OFFERED = 50;
/** Fallback if the embedding is unavailable: questions are compared by their words. */
const WITHOUT_EMBEDDING: SimilarityMethod = 'tfidf_cosine';
/** Maximum wait for missing vectors; the rest is embedded in the background. */
const WAIT_MS = 1_000;

/** The k nearest cases inside the caller's filter. */
@Injectable()
export class FindSimilarCases {
  constructor(
    private readonly index: CaseIndex,
    private readonly cases: CaseStore,
    private readonly embed: EmbedCases,
    private readonly selector: CurrentSelector,
  ) {}

  /** Call before reading the version: earlier writes of any process are then found. */
  settled(): Promise<void> {
    return this.index.settled();
  }

  /** Version of the case base: a result of an earlier version may be stale. */
  get version(): number {
    return this.index.version;
  }

  async find(request: FindRequest, signal?: AbortSignal): Promise<SimilarCases> {
    await this.settled();
    const { vector, degraded } = await this.vectorFor(request, signal);
    const method = request.method === 'embedding' && vector === undefined ? WITHOUT_EMBEDDING : request.method;
    const learned = await this.isLearned(request);
    const nearest = this.index.nearest({
      ...request,
      method,
      vector,
      k: learned ? Math.max(request.k, OFFERED) : request.k,
    });
    const found = await this.withCases(nearest, request);
    const cases = learned ? await this.reordered(found) : found;
    return { cases: cases.slice(0, request.k), method, rankedBy: learned ? 'learned' : 'similarity', degraded };
  }

  /** The order learned from all cases is not used for a caller who sees only a part. */
  private async isLearned({ rankBy, filter }: FindRequest): Promise<boolean> {
    if (rankBy !== 'selector' || !mayUseSharedModels(filter)) return false;
    return (await this.selector.state()).inUse === 'learned';
  }

  private async vectorFor(
    { method, query, filter }: FindRequest,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly vector: ModelVector | undefined; readonly degraded: readonly string[] }> {
    if (method !== 'embedding') return { vector: undefined, degraded: [] };
    const vector = await this.embed.question(query, filter, signal);
    if (vector === undefined) return { vector, degraded: ['embedding'] };
    const isComplete = await this.embed.catchUpWithin(WAIT_MS, vector.model, filter);
    return { vector, degraded: isComplete ? [] : ['embedding'] };
  }

  /** A case that was deleted meanwhile is left out. */
  private async withCases(nearest: readonly NearestCase[], { filter, category }: FindRequest): Promise<SimilarCase[]> {
    const stored = await this.cases.findMany(
      nearest.map(({ caseId }) => caseId),
      filter,
    );
    const byId = new Map(stored.map((one) => [one.caseId, one]));
    const found = nearest.flatMap(({ caseId, similarity }) => {
      const one = byId.get(caseId);
      return one === undefined ? [] : [{ one, similarity }];
    });
    const near = category ?? found[0]?.one.categoryPath ?? [];
    return found.map(({ one, similarity }) => ({
      one,
      similarity,
      features: this.selector.features(one, similarity, near),
    }));
  }

  private async reordered(found: readonly SimilarCase[]): Promise<SimilarCase[]> {
    const scored = await Promise.all(
      found.map(async (similar) => ({ similar, score: (await this.selector.score(similar.features)) ?? 0 })),
    );
    // Sorting is stable: equal scores keep the order of similarity.
    return scored.sort((a, b) => b.score - a.score).map(({ similar }) => similar);
  }
}
