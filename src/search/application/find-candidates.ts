import { Injectable } from '@nestjs/common';
import { decisiveness } from '../domain/decisiveness.js';
import { fuse, Scored } from '../domain/fusion.js';
import { Relevance, RelevanceModel } from '../domain/relevance.js';
import { Retrieved, RetrieverQuery, SearchIndex, SearchScope } from '../domain/search-index.js';
import { ScoringTerm } from '../domain/memory-index/lexical-index.js';
import { feedbackWeights, movedTowards } from '../domain/vector-feedback.js';

/** How passages are found and ranked; one setting for every corpus. */
export interface RankingSettings {
  /** Each retriever lists this many. */
  readonly listed: number;
  /** Shares of words and vectors in the first retrieval. */
  readonly first: readonly [words: number, vector: number];
  /** Shares of the question's words, of the words of the passages found first, and of the moved vector in the second. */
  readonly second: readonly [words: number, feedbackWords: number, vector: number];
  /** A first round that is more decisive than this needs no second: see `decisiveness`. */
  readonly decisive: number;
  readonly feedbackPassages: number;
  readonly feedbackTerms: number;
  /** How far the question's vector is moved towards the passages, beside its own. */
  readonly feedbackStrength: number;
  /** Passages that stay in the order; nobody may ask for more than a hundred. */
  readonly kept: number;
  /** Passages that are compared with the question word by word; beyond that the fused order stands. */
  readonly compared: number;
  /** Standard deviations of fused score that a certain passage gains over an irrelevant one. */
  readonly relevanceWeight: number;
}

/**
 * Chosen by trying a few values of each on six public sets (README, Retrieval); one setting for every corpus and language. Weights that
 * look at how peaked a retriever's scores are were tried too and gained nothing over these.
 */
export const RANKING: RankingSettings = {
  listed: 100,
  first: [0.65, 0.35],
  second: [0.45, 0.22, 0.33],
  decisive: 0.45,
  feedbackPassages: 10,
  feedbackTerms: 50,
  feedbackStrength: 4,
  kept: 200,
  compared: 40,
  relevanceWeight: 2,
};

export interface CandidateRequest {
  readonly terms: readonly ScoringTerm[];
  readonly vector: Float32Array | undefined;
  readonly scope: SearchScope;
  readonly feedback: boolean;
}

/** A passage with its place in the order. */
export interface Ordered extends Scored {
  /** Fused score of the retrievers, in standard deviations. */
  readonly fused: number;
  /** What the comparison with the question gave; undefined beyond the passages that were compared. */
  readonly relevance: Relevance | undefined;
}

export interface Candidates {
  /** Lists of words and of the question's own vector. */
  readonly words: readonly Scored[];
  readonly vector: readonly Scored[];
  /** Lists of the second round: of the words that the first taught, and of the moved vector; empty without one. */
  readonly feedbackWords: readonly Scored[];
  readonly feedbackVector: readonly Scored[];
  /** Milliseconds that words and vectors took in both rounds, and the comparison with the question. */
  readonly times: { readonly words: number; readonly vectors: number; readonly comparison: number };
  /** Best first, by fused score and relevance. */
  readonly ordered: readonly Ordered[];
  /** Passages that a retriever listed. */
  readonly found: number;
}

/** Finds passages in two rounds: the second asks also with the words and the vectors of what the first found. */
@Injectable()
export class FindCandidates {
  constructor(
    private readonly index: SearchIndex,
    private readonly settings: RankingSettings = RANKING,
  ) {}

  async execute(request: CandidateRequest, model: RelevanceModel): Promise<Candidates> {
    const queries: RetrieverQuery[] = [{ kind: 'terms', terms: request.terms }];
    if (request.vector !== undefined) queries.push({ kind: 'vector', vector: request.vector });
    const first = await this.index.retrieve(queries, this.settings.listed, request.scope);
    const compared = new Comparison(this.index, model, request.scope);
    const fused = this.fused(first, this.settings.first);
    const again = request.feedback && this.isUnsure(first, model);
    const found = again ? await this.again(request, await this.order(fused, compared)) : undefined;
    const final = found === undefined ? fused : this.fused(found, this.settings.second);
    const ordered = await this.order(final, compared);
    const took = (kind: RetrieverQuery['kind']) =>
      sumWhere(first.tookMs, FIRST_KINDS, kind) + sumWhere(found?.tookMs, SECOND_KINDS, kind);
    return {
      words: first.lists[0] ?? [],
      vector: first.lists[1] ?? [],
      feedbackWords: found?.lists[1] ?? [],
      feedbackVector: found?.lists[2] ?? [],
      ordered,
      found: (found ?? first).candidates.length,
      times: { words: took('terms'), vectors: took('vector'), comparison: compared.tookMs },
    };
  }

  /** Whether indirect evidence has something to add: where the words single out their passages, it would only cost time. */
  private isUnsure({ lists }: Retrieved, model: RelevanceModel): boolean {
    const scores = (lists[0] ?? []).map((s) => s.score);
    return decisiveness(scores, model.contentWords.length) < this.settings.decisive;
  }

  /** The second round; undefined when the first found nothing to learn from. */
  private async again(
    { terms, vector, scope }: CandidateRequest,
    ordered: readonly Ordered[],
  ): Promise<Retrieved | undefined> {
    const { feedbackPassages, feedbackTerms, feedbackStrength, listed } = this.settings;
    const best = ordered.slice(0, feedbackPassages);
    if (best.length === 0) return undefined;
    const weights = feedbackWeights(best);
    const ids = best.map((s) => s.id);
    const weighted = ids.map((id, i) => ({ id, weight: weights[i] ?? 0 }));
    const learned = await this.index.learn(weighted, feedbackTerms, scope);
    const queries: RetrieverQuery[] = [
      { kind: 'terms', terms },
      { kind: 'terms', terms: learned },
    ];
    if (vector !== undefined) {
      const vectors = await this.index.vectors(ids, scope);
      queries.push({ kind: 'vector', vector: movedTowards(vector, vectors, weights, feedbackStrength) });
    }
    return this.index.retrieve(queries, listed, scope);
  }

  private fused(found: Retrieved, weights: readonly number[]): Scored[] {
    return fuse(found, weights).slice(0, this.settings.kept);
  }

  private async order(fused: readonly Scored[], comparison: Comparison): Promise<Ordered[]> {
    const { compared, relevanceWeight } = this.settings;
    const near = await comparison.of(fused.slice(0, compared).map((s) => s.id));
    return fused
      .map(({ id, score }, i) => {
        const relevance = i < compared ? near.get(id) : undefined;
        return { id, fused: score, relevance, score: score + relevanceWeight * (relevance?.score ?? 0) };
      })
      .sort((a, b) => b.score - a.score || b.fused - a.fused || a.id - b.id);
  }
}

const FIRST_KINDS = ['terms', 'vector'] as const;
const SECOND_KINDS = ['terms', 'terms', 'vector'] as const;

function sumWhere(
  tookMs: readonly number[] | undefined,
  kinds: readonly RetrieverQuery['kind'][],
  kind: RetrieverQuery['kind'],
): number {
  return (tookMs ?? []).reduce((sum, took, i) => (kinds[i] === kind ? sum + took : sum), 0);
}

/** Relevance of passages to one question, each computed once. */
class Comparison {
  private readonly known = new Map<number, Relevance>();
  tookMs = 0;

  constructor(
    private readonly index: SearchIndex,
    private readonly model: RelevanceModel,
    private readonly scope: SearchScope,
  ) {}

  async of(ids: readonly number[]): Promise<ReadonlyMap<number, Relevance>> {
    const started = performance.now();
    const missing = ids.filter((id) => !this.known.has(id));
    for (const { id, places } of await this.index.terms(missing, this.model.terms, this.scope))
      this.known.set(id, this.model.score(places, undefined));
    this.tookMs += performance.now() - started;
    return this.known;
  }
}
