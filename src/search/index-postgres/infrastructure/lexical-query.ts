import { Scored } from '../../ranking/domain/fusion.js';
import { BM25 } from '../../ranking/domain/search-index.js';
import { PostingSource } from '../domain/stored-words/memtable-postings.js';
import { NumberedQuestion, NumberedTerm } from '../domain/stored-words/word-sequence.js';
import { MaxScoreScorer } from '../domain/stored-words/max-score-scorer.js';
import { DatabaseReader } from './database-reader.js';
import { InnerScope } from './scope-condition.js';
import { StoredSequence } from './stored-sequences.js';
import { PostingsSnapshot } from './postings-snapshot.js';

/** Shared by all searches: scoring is synchronous. */
const scorer = new MaxScoreScorer(BM25);

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.id - b.id;
}

/** The passages of one search. */
export interface SearchedWords {
  readonly view: PostingsSnapshot;
  readonly scope: InnerScope;
  /** Mean number of terms of a passage, in the visibility scope of the search. */
  readonly mean: number;
}

/**
 * A lexical query within one search, for an exact BM25 list. Postings give the passages that can be among the best;
 * their terms are read in the state of the search, and the final score is computed from them.
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

  /** Reads the postings that are not cached: the later steps are synchronous. */
  static async read(
    terms: readonly NumberedTerm[],
    words: SearchedWords,
    reader: DatabaseReader,
  ): Promise<LexicalQuery> {
    const asked = terms.filter(({ weight }) => weight > 0);
    const ids = asked.map(({ id }) => id);
    return new LexicalQuery(asked, words, await words.view.listsOf(ids, reader));
  }

  /** All passages that can be among the best, and few others. @param known passages whose terms were already read */
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

  /** The score that known passages already reach: a lower bound of the scores of the best. */
  private scoreToBeat(known: readonly StoredSequence[], limit: number): number {
    if (known.length < limit) return 0;
    const scores = known.map((sequence) => this.score(sequence));
    return scores.sort((a, b) => b - a)[limit - 1] ?? 0;
  }
}
