import { RetrievalDepth } from '../../../shared/domain/retrieval-depth.js';
import { decisiveness, feedbackWeights } from '../domain/second-pass.js';
import { fuse, Scored } from '../domain/fusion.js';
import { Relevance, RelevanceModel } from '../domain/relevance.js';
import { Retrieved, RetrieverQuery, SearchIndex, SearchScope, ScoringTerm } from '../domain/search-index.js';
import { forProvided, isSpelledOut, RANKING, RankingSettings } from '../domain/ranking-settings.js';
import { scoreRegularization } from '../domain/score-regularization.js';
import { movedTowards } from '../../embedding/domain/vector-space.js';

export interface CandidateRequest {
  readonly terms: readonly ScoringTerm[];
  readonly vector: Float32Array | undefined;
  /** A provider's model made the vectors. */
  readonly isProvided?: boolean;
  /** The question's static embedding, if the index has static embeddings. */
  readonly meaning?: Float32Array | undefined;
  readonly scope: SearchScope;
  readonly feedback: boolean;
  readonly depth?: RetrievalDepth | undefined;
}

/** A passage with its score in the order. */
export interface Ordered extends Scored {
  /** Fused score of the retrievers, in standard deviations. */
  readonly fused: number;
  /** Result of the comparison with the question; undefined for passages that were not compared. */
  readonly relevance: Relevance | undefined;
  /** Mean score of its neighbours in standard deviations; undefined without regularization. */
  readonly support: number | undefined;
}

export interface Candidates {
  /** Results of the words and of the question's own vector. */
  readonly words: readonly Scored[];
  readonly vector: readonly Scored[];
  /** How clearly the words of the question separate the best passages from the others, 0..1: see `decisiveness`. */
  readonly decisiveness: number;
  /** Expansion terms of the first pass, heaviest first; empty without a second pass. */
  readonly learned: readonly ScoringTerm[];
  /** Results of the second pass, for the expansion terms and for the moved vector; empty without one. */
  readonly feedbackWords: readonly Scored[];
  readonly feedbackVector: readonly Scored[];
  /** Milliseconds for words and vectors in both passes, and for the comparison with the question. */
  readonly times: { readonly words: number; readonly vectors: number; readonly comparison: number };
  /** Best first, by fused score and relevance. */
  readonly ordered: readonly Ordered[];
  /** Number of passages that a retriever returned. */
  readonly found: number;
}

/** Retrieves passages in two passes: the second expands the question with words and vectors of the first results. */
export class FindCandidates {
  private readonly providedSettings: RankingSettings;

  constructor(
    private readonly index: SearchIndex,
    private readonly settings: RankingSettings = RANKING,
  ) {
    this.providedSettings = forProvided(settings);
  }

  get decisive(): number {
    return this.settings.decisive;
  }

  get expansionWeight(): number {
    return this.settings.expansionWeight;
  }

  async find(request: CandidateRequest, model: RelevanceModel): Promise<Candidates> {
    const { vector, meaning } = request;
    const settings = this.settingsFor(request, model);
    const { first: shares, meaningShare } = settings;
    const asked = withMeaning(
      [
        { name: 'words', query: { kind: 'terms', terms: request.terms }, share: shares[0] },
        ...(vector === undefined
          ? []
          : [{ name: 'vector' as const, query: { kind: 'vector' as const, vector }, share: shares[1] }]),
      ],
      meaning,
      meaningShare,
    );
    const first = await this.round(asked, request.scope);
    const compared = new Comparison(this.index, model, request.scope);
    const lead = decisiveness(
      first.list('words').map((s) => s.score),
      model.wordsWritten,
    );
    const { singledOut } = settings;
    const weighed = lead < singledOut.from ? first : first.withMeaningAtMost(singledOut.meaningShare);
    const fused = this.within(weighed, request.depth);
    // If the words already separate their passages, feedback only costs time.
    const again = request.feedback && lead < this.settings.decisive;
    const near = request.depth?.compared;
    const second = again ? await this.again(request, await this.order(fused, compared, near), settings) : undefined;
    const found = second?.found ?? first;
    const final = second === undefined ? fused : this.within(second.found, request.depth);
    const alone = await this.order(final, compared, near);
    const ordered = second === undefined ? alone : await this.supported(alone, request);
    const took = (kind: RetrieverQuery['kind']) => first.tookMs(kind) + (second?.found.tookMs(kind) ?? 0);
    return {
      words: first.list('words').slice(0, request.depth?.words),
      vector: first.list('vector').slice(0, request.depth?.vectors),
      decisiveness: lead,
      learned: second?.learned ?? [],
      feedbackWords: second?.found.list('learned') ?? [],
      feedbackVector: second?.found.list('vector') ?? [],
      ordered,
      found: found.retrieved.candidates.length,
      times: { words: took('terms'), vectors: took('vector') + took('meaning'), comparison: compared.tookMs },
    };
  }

  private settingsFor({ isProvided = false }: CandidateRequest, model: RelevanceModel): RankingSettings {
    const settings = isProvided ? this.providedSettings : this.settings;
    return isSpelledOut(model.contentWords) ? { ...settings, meaningShare: settings.spelledOutMeaningShare } : settings;
  }

  private async round(asked: readonly RoundQuery[], scope: SearchScope): Promise<Round> {
    const queries = asked.map(({ query }) => query);
    return new Round(asked, await this.index.retrieve(queries, this.settings.listed, scope));
  }

  /** The second pass; undefined if the first pass found no feedback passages. */
  private async again(
    request: CandidateRequest,
    ordered: readonly Ordered[],
    { feedbackPassages, feedbackTerms, feedbackStrength, second, meaningShare }: RankingSettings,
  ): Promise<{ found: Round; learned: readonly ScoringTerm[] } | undefined> {
    const { terms, vector, meaning, scope } = request;
    const best = ordered.slice(0, feedbackPassages);
    if (best.length === 0) return undefined;
    const weights = feedbackWeights(best);
    const ids = best.map((s) => s.id);
    const weighted = ids.map((id, i) => ({ id, weight: weights[i] ?? 0 }));
    // An index in a server reads the vectors while the expansion terms are computed here.
    const [vectors, learned] = await Promise.all([
      vector === undefined ? [] : this.index.vectors(ids, scope),
      this.index.learn(weighted, feedbackTerms, scope),
    ]);
    const asked: RoundQuery[] = [
      { name: 'words', query: { kind: 'terms', terms }, share: second[0] },
      { name: 'learned', query: { kind: 'terms', terms: learned }, share: second[1] },
    ];
    if (vector !== undefined) {
      const moved = movedTowards(vector, vectors, weights, feedbackStrength);
      asked.push({ name: 'vector', query: { kind: 'vector', vector: moved }, share: second[2] });
    }
    return { found: await this.round(withMeaning(asked, meaning, meaningShare), scope), learned };
  }

  /**
   * Passages that at least one retriever ranks within `depth`, by fused score. Lists are cut after the fusion and
   * scores standardised over the whole list, so a shallow search orders its passages as a deep one does.
   */
  private within(round: Round, depth: RetrievalDepth | undefined): readonly Scored[] {
    const fused = fuse(
      round.retrieved,
      round.asked.map(({ share }) => share),
    ).slice(0, this.settings.kept);
    if (depth === undefined) return fused;
    const kept = new Set(
      round.asked.flatMap(({ query }, i) =>
        (round.retrieved.lists[i] ?? [])
          .slice(0, query.kind === 'terms' ? depth.words : depth.vectors)
          .map((s) => s.id),
      ),
    );
    return fused.filter((s) => kept.has(s.id));
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

  /**
   * Regularises the scores of the best passages with those of their neighbours. For a decisive question, neighbours can
   * only do harm.
   */
  private async supported(
    ordered: readonly Ordered[],
    { vector, scope }: CandidateRequest,
  ): Promise<readonly Ordered[]> {
    const { supportedAmong, supporters, supportWeight } = this.settings;
    // With few passages inside the filter, the nearest neighbours are most of them and carry no information.
    if (vector === undefined || ordered.length < supportedAmong) return ordered;
    const best = ordered.slice(0, supportedAmong);
    const cosines = await this.index.cosines(
      best.map((s) => s.id),
      scope,
    );
    const support = scoreRegularization(
      best.map((s) => s.score),
      cosines,
      supporters,
    );
    const moved = best.map((one, i): Ordered => {
      const own = support[i] ?? 0;
      return { ...one, support: own, score: one.score + supportWeight * own };
    });
    return [...moved, ...ordered.slice(supportedAmong)].sort(bestFirst);
  }
}

function bestFirst(a: Ordered, b: Ordered): number {
  return b.score - a.score || b.fused - a.fused || a.id - b.id;
}

type RoundName = 'words' | 'learned' | 'vector' | 'meaning';

/** One retriever of a pass, with its weight in the fused score. */
interface RoundQuery {
  readonly name: RoundName;
  readonly query: RetrieverQuery;
  readonly share: number;
}

/** Adds the static embedding to the retrievers of a pass; its weight is a share of the total. */
function withMeaning(
  asked: readonly RoundQuery[],
  meaning: Float32Array | undefined,
  share: number,
): readonly RoundQuery[] {
  if (meaning === undefined) return asked;
  const others = asked.map((one) => ({ ...one, share: one.share * (1 - share) }));
  return [...others, { name: 'meaning', query: { kind: 'meaning', vector: meaning }, share }];
}

/** Results of the retrievers of one pass. */
class Round {
  constructor(
    readonly asked: readonly RoundQuery[],
    readonly retrieved: Retrieved,
  ) {}

  /**
   * The same results with the weight of the static embedding limited to `share`; the other retrievers share the rest.
   */
  withMeaningAtMost(share: number): Round {
    const now = this.asked.find(({ name }) => name === 'meaning')?.share ?? 0;
    if (now <= share) return this;
    const asked = this.asked.map((one) =>
      one.name === 'meaning' ? { ...one, share } : { ...one, share: (one.share * (1 - share)) / (1 - now) },
    );
    return new Round(asked, this.retrieved);
  }

  list(name: RoundName): readonly Scored[] {
    return this.retrieved.lists[this.asked.findIndex((one) => one.name === name)] ?? [];
  }

  /** Milliseconds spent in all retrievers of a kind. */
  tookMs(kind: RetrieverQuery['kind']): number {
    return this.asked.reduce(
      (sum, { query }, i) => (query.kind === kind ? sum + (this.retrieved.tookMs?.[i] ?? 0) : sum),
      0,
    );
  }
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
