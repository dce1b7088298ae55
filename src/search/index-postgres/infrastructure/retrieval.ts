import { Scored } from '../../ranking/domain/fusion.js';
import { Candidate, Retrieved } from '../../ranking/domain/search-index.js';
import { StoredSequence, StoredSequences } from './stored-sequences.js';
import { Nearest, NOTHING_NEAR, VectorSearch } from './vector-search.js';
import { LexicalQuery } from './lexical-query.js';

/** A lexical query that can be scored, or one for a vector. */
export type Asked =
  | { readonly kind: 'terms'; readonly question: LexicalQuery }
  | { readonly kind: 'vector'; readonly vector: Float32Array };

/** Candidates of a lexical query for exact scoring; empty for a vector. */
interface ScoredWords {
  readonly ids: readonly number[];
  readonly tookMs: number;
}

/** One pass of a search: the lists of its queries, and each query's score of every listed passage. */
export class Retrieval {
  constructor(
    private readonly asked: readonly Asked[],
    private readonly sequences: StoredSequences,
    private readonly near: VectorSearch,
    private readonly limit: number,
  ) {}

  async run(): Promise<Retrieved> {
    const { asked, limit } = this;
    const started = performance.now();
    // The server searches neighbours while words are scored here, and compares the passages that the first pass read,
    // which the second lists again.
    const [neighbours, scored] = await Promise.all([
      Promise.all(asked.map((one) => this.neighbours(one))),
      Promise.resolve().then(() => asked.map((one) => this.scored(one))),
    ]);
    const scoringMs = scored.reduce((sum, { tookMs }) => sum + tookMs, 0);
    const waitedMs = performance.now() - started - scoringMs;
    const ids = [...new Set([...scored.flatMap((one) => one.ids), ...idsOf(neighbours.map(({ list }) => list))])];
    const cosines = await Promise.all(
      asked.map((one, i) => this.cosines(one, ids, (neighbours[i] ?? NOTHING_NEAR).cosines)),
    );
    const found = await this.sequences.of(ids);
    const byId = new Map(found.map((sequence) => [sequence.id, sequence]));
    const lists = asked.map((one, i) =>
      one.kind === 'vector'
        ? (neighbours[i] ?? NOTHING_NEAR).list
        : one.question.best(sequencesOf(scored[i]?.ids ?? [], byId), limit),
    );
    const candidates = sequencesOf(idsOf(lists), byId).map((sequence): Candidate => {
      const scoreOf = (one: Asked, i: number) =>
        one.kind === 'vector' ? cosines[i]?.get(sequence.id) : one.question.score(sequence);
      return { id: sequence.id, scores: asked.map(scoreOf) };
    });
    const tookMs = asked.map((one, i) => (one.kind === 'vector' ? waitedMs : (scored[i]?.tookMs ?? 0)));
    return { lists, candidates, tookMs };
  }

  private neighbours(asked: Asked): Promise<Nearest> {
    if (asked.kind !== 'vector') return Promise.resolve(NOTHING_NEAR);
    const known = this.sequences.all.map(({ id }) => id);
    return this.near.nearest(asked.vector, this.limit, known);
  }

  private scored(asked: Asked): ScoredWords {
    const started = performance.now();
    const ids = asked.kind === 'terms' ? asked.question.candidates(this.limit, this.sequences.all) : [];
    return { ids, tookMs: performance.now() - started };
  }

  /** Of all passages, which are read at the same time. @param known results of the search for neighbours */
  private async cosines(
    asked: Asked,
    ids: readonly number[],
    known: ReadonlyMap<number, number>,
  ): Promise<ReadonlyMap<number, number>> {
    const cosine = asked.kind === 'terms' ? undefined : this.near.cosineOf(asked.vector, 'w.chunk');
    if (cosine === undefined) return known;
    const wanted = ids.filter((id) => !known.has(id));
    return new Map([...known, ...(await this.sequences.compared(ids, { wanted, cosine }))]);
  }
}

function sequencesOf(ids: readonly number[], byId: ReadonlyMap<number, StoredSequence>): StoredSequence[] {
  return ids.map((id) => byId.get(id)).filter((sequence) => sequence !== undefined);
}

/** Each passage of the lists once. */
function idsOf(lists: readonly (readonly Scored[])[]): number[] {
  return [...new Set(lists.flatMap((list) => list.map(({ id }) => id)))];
}
