import { Scored } from '../../ranking/domain/fusion.js';
import { BM25 } from '../../ranking/domain/bm25-settings.js';
import { PostingSource } from '../domain/stored-words/memtable-postings.js';
import { NumberedQuestion, NumberedTerm } from '../domain/stored-words/word-sequence.js';
import { MaxScoreScorer } from '../domain/stored-words/max-score-scorer.js';
import { DatabaseReader } from './database-reader.js';
import { InnerScope } from './scope-condition.js';
import { StoredSequence } from './stored-sequences.js';
import { PostingsSnapshot } from './postings-snapshot.js';

/** One after the other: scoring does not wait for anything. */
const scorer = new MaxScoreScorer(BM25);

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.id - b.id;
}

/** The passages of one search. */
export interface SearchedWords {
  readonly view: PostingsSnapshot;
  readonly scope: InnerScope;
  /** Terms of a passage in the mean, in the world of the search. */
  readonly mean: number;
}

/**
 * A question by words within one search, for an exact BM25 list. Postings say which passages can be among the best; their terms are read
 * in the state of the search, and the score that counts is computed from them.
 */
export class LexicalQuery {
  private readonly question: NumberedQuestion;
  private readonly scores = new Map<number, number>();
  private found: { readonly limit: number; readonly ids: readonly number[] } | undefined;

  private constructor(
    private readonly terms: readonly NumberedTerm[],
    private readonly words: SearchedWords,
    private readonly lists: readonly (readonly (PostingSource | undefined)[])[],
  ) {
    this.question = new NumberedQuestion(terms, words.mean, BM25);
  }

  /** Reads the postings that are not remembered: what follows waits for nothing. */
  static async read(
    terms: readonly NumberedTerm[],
    words: SearchedWords,
    reader: DatabaseReader,
  ): Promise<LexicalQuery> {
    const asked = terms.filter(({ weight }) => weight > 0);
    const ids = asked.map(({ id }) => id);
    return new LexicalQuery(asked, words, await words.view.listsOf(ids, reader));
  }

  /** All that can be among the best, and few others. @param known passages whose terms were read already */
  candidates(limit: number, known: readonly StoredSequence[]): readonly number[] {
    if (this.terms.length === 0) return [];
    if (this.found?.limit === limit) return this.found.ids;
    const { view, scope, mean } = this.words;
    const parts = view.parts.map((part, i) => ({
      ids: part.passages.ids,
      lengths: part.passages.lengths,
      admitted: scope.allowed.admittedOf(part, scope.day),
      lists: this.lists[i] ?? [],
    }));
    const weights = this.terms.map(({ weight }) => weight);
    const ids = scorer.candidates(parts, { weights, mean, limit, floor: this.scoreToBeat(known, limit) });
    this.found = { limit, ids };
    return ids;
  }

  /** The best of its candidates, best first, ties by id. */
  best(candidates: readonly StoredSequence[], limit: number): readonly Scored[] {
    return candidates
      .map((sequence) => ({ id: sequence.id, score: this.score(sequence) }))
      .sort(byScore)
      .slice(0, limit);
  }

  score({ id, words }: StoredSequence): number {
    let score = this.scores.get(id);
    if (score === undefined) this.scores.set(id, (score = this.question.score(words)));
    return score;
  }

  /** What passages that are known already reach: so much is needed at least to be among the best. */
  private scoreToBeat(known: readonly StoredSequence[], limit: number): number {
    if (known.length < limit) return 0;
    const scores = known.map((sequence) => this.score(sequence));
    return scores.sort((a, b) => b - a)[limit - 1] ?? 0;
  }
}
