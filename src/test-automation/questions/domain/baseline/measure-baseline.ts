import { Steps } from '../../../../shared/domain/steps.js';
import { Difficulty, Gold, Question } from '../../../domain/question.js';
import { Article } from '../articles.js';
import { goldOverlap, MOST_OVERLAP } from '../meaning/question-checks.js';
import { bestSentence, firstSentence, PlainSearch } from './plain-search.js';

/** Number of the best articles of plain search among which the article of the gold counts as found. */
export const FIRST_FOUND = 3;

/** Results of two plain baselines for a question: both take the best article of BM25; one answers with its first sentence, one with the nearest. */
export interface PlainResult {
  /** The article of the gold is among the first three. */
  readonly isFound: boolean;
  readonly firstSentence: boolean;
  readonly nearestSentence: boolean;
}

/** Scores of plain BM25 on the questions of a session, which show how easy the session is. */
export interface QuestionBaseline {
  /** Number of answerable questions, and of all questions. */
  readonly answerable: number;
  readonly questions: number;
  /** Share of the answerable questions whose article is among the first three of plain BM25; null without any. */
  readonly bm25Top3: number | null;
  /** Share of all questions that the first sentence of BM25's best article answers; this baseline never abstains. */
  readonly bm25FirstSentence: number | null;
  /** The same with the sentence of that article that has the most words of the question. */
  readonly bm25NearestSentence: number | null;
  /** Mean share of the gold sentence's letter pairs in the question. */
  readonly meanOverlap: number | null;
  /** Number of answerable questions that repeat more of their sentence than a question may: a small store gives no others. */
  readonly literal?: number;
  /** Number of unanswerable questions about a provision that was hidden from the target. */
  readonly hidden?: number;
  /** Number of provisions that the answerable questions are about: fewer than questions if a small store is asked often. */
  readonly provisions?: number;
  /** Number of questions by requested and by measured difficulty. */
  readonly requestedDifficulty: Readonly<Record<Difficulty, number>>;
  readonly measuredDifficulty: Readonly<Record<Difficulty, number>>;
}

const folded = (text: string): string => text.toLowerCase().replace(/[\s,]+/gu, '');

const states = (text: string, facts: readonly string[]): boolean =>
  facts.length > 0 && facts.every((fact) => folded(text).includes(folded(fact)));

/** Whether one of the articles is the one that the gold is from. */
export const isGoldAmong = (articles: readonly Article[], { documentId, quote }: Gold): boolean =>
  articles.some(({ document, text }) => document.documentId === documentId && text.includes(quote ?? ''));

/** Asks the two plain baselines. Both are wrong for a question that no document answers. */
export function plainResult({ text, gold }: Pick<Question, 'text' | 'gold'>, search: PlainSearch): PlainResult {
  if (!gold.answerable) return { isFound: false, firstSentence: false, nearestSentence: false };
  const articles = search.best(text, FIRST_FOUND);
  const [best] = articles;
  return {
    isFound: isGoldAmong(articles, gold),
    firstSentence: best !== undefined && states(firstSentence(best), gold.requiredFacts),
    nearestSentence: best !== undefined && states(bestSentence(best, text), gold.requiredFacts),
  };
}

/** Easy: both plain baselines are right. Medium: one is right. Hard: none is right. */
export const measuredDifficulty = ({ firstSentence: first, nearestSentence: nearest }: PlainResult): Difficulty =>
  first && nearest ? 'easy' : first || nearest ? 'medium' : 'hard';

export interface MeasuredQuestions {
  readonly questions: readonly Question[];
  readonly baseline: QuestionBaseline;
}

/** Adds the measured difficulty to questions, and scores plain BM25 on them. */
export function* measureInSteps(questions: readonly Question[], search: PlainSearch): Steps<MeasuredQuestions> {
  const results: { readonly question: Question; readonly plain: PlainResult }[] = [];
  for (const question of questions) {
    yield;
    results.push({ question, plain: plainResult(question, search) });
  }
  const measured = results.map(({ question, plain }) => ({
    ...question,
    measuredDifficulty: measuredDifficulty(plain),
  }));
  const answerable = results.filter(({ question }) => question.gold.answerable);
  const share = (list: typeof results, holds: (plain: PlainResult) => boolean) =>
    list.length === 0 ? null : list.filter(({ plain }) => holds(plain)).length / list.length;
  const overlaps = answerable.map(({ question }) => goldOverlap(question.text, question.gold.quote ?? ''));
  const counts = (of: (question: (typeof measured)[number]) => Difficulty) => ({
    easy: measured.filter((one) => of(one) === 'easy').length,
    medium: measured.filter((one) => of(one) === 'medium').length,
    hard: measured.filter((one) => of(one) === 'hard').length,
  });
  return {
    questions: measured,
    baseline: {
      answerable: answerable.length,
      questions: results.length,
      bm25Top3: share(answerable, ({ isFound }) => isFound),
      bm25FirstSentence: share(results, ({ firstSentence: is }) => is),
      bm25NearestSentence: share(results, ({ nearestSentence: is }) => is),
      hidden: results.filter(({ question }) => question.hidden !== undefined).length,
      literal: overlaps.filter((overlap) => overlap > MOST_OVERLAP).length,
      provisions: new Set(answerable.map(({ question: { gold } }) => `${gold.documentId ?? ''}/${gold.quote ?? ''}`))
        .size,
      meanOverlap: overlaps.length === 0 ? null : overlaps.reduce((a, b) => a + b, 0) / overlaps.length,
      requestedDifficulty: counts(({ difficulty }) => difficulty),
      measuredDifficulty: counts((one) => one.measuredDifficulty),
    },
  };
}
