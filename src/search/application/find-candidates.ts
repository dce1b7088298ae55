import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';
import { decisiveness } from '../domain/decisiveness.js';
import { fuse, Scored } from '../domain/fusion.js';
import { Relevance, RelevanceModel } from '../domain/relevance.js';
import { Retrieved, RetrieverQuery, SearchIndex, SearchScope } from '../domain/search-index.js';
import { ScoringTerm } from '../domain/memory-index/lexical-index.js';
import { RANKING, RankingSettings } from '../domain/ranking-settings.js';
import { neighbourSupport } from '../domain/neighbour-support.js';
import { feedbackWeights, movedTowards } from '../domain/vector-feedback.js';

export interface CandidateRequest {
  readonly terms: readonly ScoringTerm[];
  readonly vector: Float32Array | undefined;
  readonly scope: SearchScope;
  readonly feedback: boolean;
  readonly depth?: RetrievalDepth | undefined;
}

/** A passage with its place in the order. */
export interface Ordered extends Scored {
  /** Fused score of the retrievers, in standard deviations. */
  readonly fused: number;
  /** What the comparison with the question gave; undefined beyond the passages that were compared. */
  readonly relevance: Relevance | undefined;
  /** How well its neighbours answer, in standard deviations; undefined where none were asked for. */
  readonly support: number | undefined;
}

export interface Candidates {
  /** Lists of words and of the question's own vector. */
  readonly words: readonly Scored[];
  readonly vector: readonly Scored[];
  /** How clearly the words of the question single out the best passages, 0..1: see `decisiveness`. */
  readonly decisiveness: number;
  /** The words that the first round taught, heaviest first; empty without a second round. */
  readonly learned: readonly ScoringTerm[];
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
export class FindCandidates {
  constructor(
    private readonly index: SearchIndex,
    private readonly settings: RankingSettings = RANKING,
  ) {}

  get decisive(): number {
    return this.settings.decisive;
  }

  get besideWeight(): number {
    return this.settings.besideWeight;
  }

  async execute(request: CandidateRequest, model: RelevanceModel): Promise<Candidates> {
    const queries: RetrieverQuery[] = [{ kind: 'terms', terms: request.terms }];
    if (request.vector !== undefined) queries.push({ kind: 'vector', vector: request.vector });
    const first = await this.index.retrieve(queries, this.settings.listed, request.scope);
    const compared = new Comparison(this.index, model, request.scope);
    const fused = within(this.fused(first, this.settings.first), first.lists, limitsOf(FIRST_KINDS, request.depth));
    const lead = decisiveness(
      (first.lists[0] ?? []).map((s) => s.score),
      model.contentWords.length,
    );
    // Where the words single out their passages, indirect evidence would only cost time.
    const again = request.feedback && lead < this.settings.decisive;
    const near = request.depth?.compared;
    const second = again ? await this.again(request, await this.order(fused, compared, near)) : undefined;
    const found = second?.found;
    const final =
      found === undefined
        ? fused
        : within(this.fused(found, this.settings.second), found.lists, limitsOf(SECOND_KINDS, request.depth));
    const alone = await this.order(final, compared, near);
    const ordered = second === undefined ? alone : await this.supported(alone, request);
    const took = (kind: RetrieverQuery['kind']) =>
      sumWhere(first.tookMs, FIRST_KINDS, kind) + sumWhere(found?.tookMs, SECOND_KINDS, kind);
    return {
      words: (first.lists[0] ?? []).slice(0, request.depth?.words),
      vector: (first.lists[1] ?? []).slice(0, request.depth?.vectors),
      decisiveness: lead,
      learned: second?.learned ?? [],
      feedbackWords: found?.lists[1] ?? [],
      feedbackVector: found?.lists[2] ?? [],
      ordered,
      found: (found ?? first).candidates.length,
      times: { words: took('terms'), vectors: took('vector'), comparison: compared.tookMs },
    };
  }

  /** The second round; undefined when the first found nothing to learn from. */
  private async again(
    { terms, vector, scope }: CandidateRequest,
    ordered: readonly Ordered[],
  ): Promise<{ found: Retrieved; learned: readonly ScoringTerm[] } | undefined> {
    const { feedbackPassages, feedbackTerms, feedbackStrength, listed } = this.settings;
    const best = ordered.slice(0, feedbackPassages);
    if (best.length === 0) return undefined;
    const weights = feedbackWeights(best);
    const ids = best.map((s) => s.id);
    const weighted = ids.map((id, i) => ({ id, weight: weights[i] ?? 0 }));
    // An index in a server reads the one while words are learned here of the other.
    const [vectors, learned] = await Promise.all([
      vector === undefined ? [] : this.index.vectors(ids, scope),
      this.index.learn(weighted, feedbackTerms, scope),
    ]);
    const queries: RetrieverQuery[] = [
      { kind: 'terms', terms },
      { kind: 'terms', terms: learned },
    ];
    if (vector !== undefined)
      queries.push({ kind: 'vector', vector: movedTowards(vector, vectors, weights, feedbackStrength) });
    return { found: await this.index.retrieve(queries, listed, scope), learned };
  }

  private fused(found: Retrieved, weights: readonly number[]): Scored[] {
    return fuse(found, weights).slice(0, this.settings.kept);
  }

  private async order(
    fused: readonly Scored[],
    comparison: Comparison,
    compared = this.settings.compared,
  ): Promise<Ordered[]> {
    const { relevanceWeight } = this.settings;
    const near = await comparison.of(fused.slice(0, compared).map((s) => s.id));
    return fused
      .map(({ id, score }, i) => {
        const relevance = i < compared ? near.get(id) : undefined;
        const own = score + relevanceWeight * (relevance?.score ?? 0);
        return { id, fused: score, relevance, support: undefined, score: own };
      })
      .sort(bestFirst);
  }

  /** The best by their own scores and those of their neighbours. Where the question is decisive, neighbours could only lead away. */
  private async supported(
    ordered: readonly Ordered[],
    { vector, scope }: CandidateRequest,
  ): Promise<readonly Ordered[]> {
    const { supportedAmong, supporters, supportWeight } = this.settings;
    // Where so few are inside the filter, the nearest of each are most of all that there is, and say nothing.
    if (vector === undefined || ordered.length < supportedAmong) return ordered;
    const best = ordered.slice(0, supportedAmong);
    const cosines = await this.index.cosines(
      best.map((s) => s.id),
      scope,
    );
    const support = neighbourSupport(
      best.map((s) => s.score),
      cosines,
      supporters,
    );
    const moved = best.map(({ id, fused, relevance, score }, i): Ordered => {
      const own = support[i] ?? 0;
      return { id, fused, relevance, support: own, score: score + supportWeight * own };
    });
    return [...moved, ...ordered.slice(supportedAmong)].sort(bestFirst);
  }
}

function bestFirst(a: Ordered, b: Ordered): number {
  return b.score - a.score || b.fused - a.fused || a.id - b.id;
}

const FIRST_KINDS = ['terms', 'vector'] as const;
const SECOND_KINDS = ['terms', 'terms', 'vector'] as const;

/** How many passages each retriever of a round contributes; undefined for all that it listed. */
function limitsOf(kinds: readonly RetrieverQuery['kind'][], depth: RetrievalDepth | undefined): number[] | undefined {
  return depth === undefined ? undefined : kinds.map((kind) => (kind === 'terms' ? depth.words : depth.vectors));
}

/**
 * Those of the fused passages that a retriever has among its best. The lists are cut after the fusion: scores are compared with
 * those of the whole list, so that a shallow search orders what it keeps as a deep one does.
 */
function within(
  fused: readonly Scored[],
  lists: readonly (readonly Scored[])[],
  limits: readonly number[] | undefined,
): readonly Scored[] {
  if (limits === undefined) return fused;
  const kept = new Set(lists.flatMap((list, i) => list.slice(0, limits[i]).map((s) => s.id)));
  return fused.filter((s) => kept.has(s.id));
}

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
      this.known.set(id, this.model.score(places));
    this.tookMs += performance.now() - started;
    return this.known;
  }
}
