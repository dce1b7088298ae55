import { asksFor } from '../../known-item/domain/provision-label.js';
import { FoundPlace, NamedPassages } from '../../known-item/domain/hit.js';
import { RankingRequest } from '../domain/passage-ranking.js';
import { SearchIndex } from '../domain/search-index.js';
import { Candidates, Ordered } from './find-candidates.js';

/** Passages among which supplements are moved down; users seldom read further. */
const LOOKED_AT = 60;
/** Passages among which near duplicates are detected; each is compared with all before it. */
const FOLDED_AMONG = 20;
/** Penalty of a supplement or a form in standard deviations, unless the question requests one. */
const NOT_ASKED_FOR = 1;
/** Relevance of a passage that the question names. */
const NAMED = 0.95;

/** A passage at its final rank. */
export interface Settled extends Ordered {
  /** An earlier passage with the same content. */
  readonly duplicateOf: number | undefined;
  /** Relevance of a passage that the question names; undefined for others. */
  readonly lookUp: number | undefined;
  /** The numbered provisions that the question requests and that this passage contains. */
  readonly asked?: FoundPlace['asked'];
}

/** Passages in display order. */
export interface SettledOrder {
  readonly order: readonly Settled[];
  /** Whether the question requests only provisions by number. */
  readonly only: NamedPassages['only'];
}

/** Final order: named passages first, articles before supplements and forms, near duplicates last. */
export class FinalizeRanking {
  constructor(private readonly index: SearchIndex) {}

  async finalize(request: RankingRequest, found: Candidates): Promise<SettledOrder> {
    // A single mode keeps its retriever's own order, so that the retriever can be evaluated alone.
    if (request.mode === 'bm25' || request.mode === 'vector')
      return { order: singleOrder(request, found).map((s) => inPlace(s, NEITHER)), only: undefined };
    const ordered = request.rerank
      ? await this.supplementsDown(request, found.ordered)
      : [...found.ordered].sort((a, b) => b.fused - a.fused || a.id - b.id);
    const { places, only } = await this.index.lookUp(request.query, request.scope);
    const byId = new Map(ordered.map((s) => [s.id, s]));
    const first = places.map(({ id, asked }): Settled => {
      const known = byId.get(id) ?? {
        id,
        score: 0,
        fused: 0,
        relevance: undefined,
        support: undefined,
      };
      const settled = inPlace(known, { duplicateOf: undefined, lookUp: NAMED });
      return asked === undefined ? settled : { ...settled, asked };
    });
    const isNamed = new Set(places.map(({ id }) => id));
    const rest = ordered.filter((s) => !isNamed.has(s.id)).slice(0, request.topK + FOLDED_AMONG);
    return { order: [...first, ...(await this.copiesDown(rest, request))], only };
  }

  private async supplementsDown({ query, scope }: RankingRequest, ordered: readonly Ordered[]): Promise<Ordered[]> {
    const asked = asksFor(query);
    const top = ordered.slice(0, LOOKED_AT);
    const kinds = await this.index.kinds(
      top.map((s) => s.id),
      scope,
    );
    const isBelow = (id: number) => {
      const kind = kinds.get(id);
      return (kind === 'supplement' || kind === 'form') && !asked.has(kind);
    };
    const settled = top.map((s) => (isBelow(s.id) ? { ...s, score: s.score - NOT_ASKED_FOR } : s));
    return [...settled.sort((a, b) => b.score - a.score || a.id - b.id), ...ordered.slice(LOOKED_AT)];
  }

  private async copiesDown(ordered: readonly Ordered[], { scope }: RankingRequest): Promise<Settled[]> {
    const top = ordered.slice(0, FOLDED_AMONG);
    const copies = await this.index.duplicates(
      top.map((s) => s.id),
      scope,
    );
    const settled = ordered.map((s) => inPlace(s, { lookUp: undefined, duplicateOf: copies.get(s.id) }));
    const own = settled.filter((s) => s.duplicateOf === undefined);
    return [...own, ...settled.filter((s) => s.duplicateOf !== undefined)];
  }
}

const NEITHER = { duplicateOf: undefined, lookUp: undefined };

/** Written out: object spread took ten times as long for every passage of every search. */
function inPlace(
  { id, score, fused, relevance, support }: Ordered,
  { duplicateOf, lookUp }: Pick<Settled, 'duplicateOf' | 'lookUp'>,
): Settled {
  return { id, score, fused, relevance, support, duplicateOf, lookUp };
}

function singleOrder({ mode }: RankingRequest, { words, vector, ordered }: Candidates): Ordered[] {
  const byId = new Map(ordered.map((s) => [s.id, s]));
  return (mode === 'bm25' ? words : vector).map((s) => ({
    fused: byId.get(s.id)?.fused ?? 0,
    relevance: byId.get(s.id)?.relevance,
    support: byId.get(s.id)?.support,
    ...s,
  }));
}
