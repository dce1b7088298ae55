import { Scored } from '../../domain/fusion.js';
import { BM25 } from '../../domain/memory-index/bm25-settings.js';
import { SearchScope } from '../../domain/search-index.js';
import { NumberedQuestion } from '../../domain/stored-words/word-sequence.js';
import { CountedTerm, essentialTerms, isComplete, rarestTerms } from '../../domain/stored-words/essential-terms.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { scopeCondition } from './scope-condition.js';
import { arrayText, sparseText } from './sparse-text.js';
import { SequenceRow, StoredSequences } from './stored-sequences.js';

/** What a term of weight 1 adds at most. */
const MOST = BM25.k1 + 1;
/** Passages that a first look reads: beyond this it asks for the rarest terms only, to learn what score is needed. */
const FIRST_LOOK = 20_000;
/** Taken beside those wanted, since the order of the stored weights is only nearly the right one. */
const SPARE = 28;
/** Sums of single precision. */
const ROUNDING = 1 + 1e-4;

/** How scores are to be computed: over which mean length, and for which the stored weights were. */
export interface WordScale {
  readonly mean: number;
  readonly reference: number;
}

interface BoundedRow extends SequenceRow {
  readonly bound: number;
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.id - b.id;
}

/**
 * Exact BM25 lists. The database orders passages by the inner product of the question's weights with weights that were stored with each
 * passage, for a mean length that may have been another: no score can lie above it by more than the two means differ. So many are read
 * and scored anew that no other passage can belong to the best.
 */
export class WordLists {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly sequences: StoredSequences,
    private readonly scope: SearchScope,
    private readonly scale: WordScale,
  ) {}

  /** The best passages, best first, ties by id. */
  async best(terms: readonly CountedTerm[], limit: number): Promise<readonly Scored[]> {
    const asked = terms.filter(({ weight, passages }) => weight > 0 && passages > 0);
    if (asked.length === 0) return [];
    let floor = this.scoreToBeat(asked, limit);
    let read = this.firstLook(asked, floor);
    for (;;) {
      const list = await this.bestOf(asked, read, limit);
      floor = list[limit - 1]?.score ?? 0;
      if (isComplete(asked, read, floor, MOST)) return list;
      read = essentialTerms(asked, floor, MOST);
    }
  }

  /** What passages that are known already reach: so much is needed at least to be among the best. */
  private scoreToBeat(terms: readonly CountedTerm[], limit: number): number {
    const question = new NumberedQuestion(terms, this.scale.mean, BM25);
    const scores = this.sequences.all.map(({ words }) => question.score(words));
    return scores.sort((a, b) => b - a)[limit - 1] ?? 0;
  }

  private firstLook(terms: readonly CountedTerm[], floor: number): CountedTerm[] {
    const needed = essentialTerms(terms, floor, MOST);
    const inAll = needed.reduce((sum, { passages }) => sum + passages, 0);
    return inAll <= FIRST_LOOK || floor > 0 ? needed : rarestTerms(needed, FIRST_LOOK / 2);
  }

  /** The best of the passages that hold one of the `read` terms, scored by all. */
  private async bestOf(terms: readonly CountedTerm[], read: readonly CountedTerm[], limit: number): Promise<Scored[]> {
    const question = new NumberedQuestion(terms, this.scale.mean, BM25);
    let take = limit + SPARE;
    for (;;) {
      const rows = await this.bounded(terms, read, take);
      this.sequences.take(rows);
      const found = await this.sequences.of(rows.map(({ chunk }) => chunk));
      const list = found
        .map(({ id, words }) => ({ id, score: question.score(words) }))
        .sort(byScore)
        .slice(0, limit);
      const last = rows.at(-1)?.bound ?? 0;
      const isAll = rows.length < take;
      if (isAll || last * this.stretch < (list[limit - 1]?.score ?? 0)) return list;
      take *= 2;
    }
  }

  private bounded(
    terms: readonly CountedTerm[],
    read: readonly CountedTerm[],
    take: number,
  ): Promise<readonly BoundedRow[]> {
    const weights = new Map<number, number>();
    for (const { id, weight } of terms) weights.set(id, (weights.get(id) ?? 0) + weight);
    return this.reader.query<BoundedRow>(sql`
      SELECT b.chunk, b.bound, s.kind, s.heading, s.sequence
      FROM (SELECT w.chunk, -(w.weights <#> ${sparseText(weights)}::sparsevec) AS bound FROM search_words w
          WHERE w.terms && ${arrayText(read.map(({ id }) => id))}::integer[] AND ${scopeCondition(this.scope, 'w')}
          ORDER BY bound DESC, w.chunk LIMIT ${take}) b
        LEFT JOIN search_sequences s ON s.collection = 1 AND s.chunk = b.chunk
          AND b.chunk <> ALL(${arrayText(this.sequences.ids)}::bigint[])
      ORDER BY b.bound DESC, b.chunk`);
  }

  /** How far a score can lie above the stored bound: a longer mean lowers the norm of every passage, by this factor at most. */
  private get stretch(): number {
    const { mean, reference } = this.scale;
    return Math.max(1, mean / reference) * ROUNDING;
  }
}
