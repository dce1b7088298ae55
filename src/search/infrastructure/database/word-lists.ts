import { Scored } from '../../domain/fusion.js';
import { BM25 } from '../../domain/memory-index/bm25-settings.js';
import { NumberedQuestion, NumberedTerm } from '../../domain/stored-words/word-sequence.js';
import { WordScorer } from '../../domain/stored-words/word-scorer.js';
import { DatabaseReader } from './database-reader.js';
import { InnerScope } from './scope-condition.js';
import { StoredSequences } from './stored-sequences.js';
import { WordView } from './word-view.js';

/** One after the other: scoring does not wait for anything. */
const scorer = new WordScorer(BM25);

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.id - b.id;
}

/** The passages of one search. */
export interface SearchedWords {
  readonly view: WordView;
  readonly scope: InnerScope;
  /** Terms of a passage in the mean, in the world of the search. */
  readonly mean: number;
}

/**
 * Exact BM25 lists. Postings say which passages can be among the best; their terms are read in the state of the search, and the score that
 * counts is computed from them.
 */
export class WordLists {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly sequences: StoredSequences,
    private readonly words: SearchedWords,
  ) {}

  /** The best passages, best first, ties by id. */
  async best(terms: readonly NumberedTerm[], limit: number): Promise<readonly Scored[]> {
    const asked = terms.filter(({ weight }) => weight > 0);
    if (asked.length === 0) return [];
    const question = new NumberedQuestion(asked, this.words.mean, BM25);
    const ids = await this.candidates(asked, question, limit);
    const found = await this.sequences.of(ids);
    return found
      .map(({ id, words }) => ({ id, score: question.score(words) }))
      .sort(byScore)
      .slice(0, limit);
  }

  private async candidates(
    terms: readonly NumberedTerm[],
    question: NumberedQuestion,
    limit: number,
  ): Promise<readonly number[]> {
    const { view, scope, mean } = this.words;
    const lists = await view.listsOf(
      terms.map(({ id }) => id),
      this.reader,
    );
    const parts = view.parts.map((part, i) => ({
      ids: part.passages.ids,
      lengths: part.passages.lengths,
      admitted: scope.allowed.maskOf(part, scope.day),
      lists: lists[i] ?? [],
    }));
    const weights = terms.map(({ weight }) => weight);
    return scorer.candidates(parts, { weights, mean, limit, floor: this.scoreToBeat(question, limit) });
  }

  /** What passages that are known already reach: so much is needed at least to be among the best. */
  private scoreToBeat(question: NumberedQuestion, limit: number): number {
    const { all } = this.sequences;
    if (all.length < limit) return 0;
    const scores = all.map(({ words }) => question.score(words));
    return scores.sort((a, b) => b - a)[limit - 1] ?? 0;
  }
}
