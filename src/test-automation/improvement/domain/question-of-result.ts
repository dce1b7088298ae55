import { TestResult } from '../../domain/test-result.js';
import { isOpenGold, Question } from '../../domain/question.js';
import { Trial } from './trial.js';

/** The question of a result, for asking it again. */
export function questionOfResult(result: TestResult): Question {
  const { questionId, personaId, query, language, difficulty, kind, asks, intents, gold, asOf } = result;
  const as = { kind, ...(asks === undefined ? {} : { asks }), intents };
  return { id: questionId, personaId, text: query, language, difficulty, ...as, gold, asOf: asOf ?? undefined };
}

/** Whether a result can be tried alone: a turn with omissions means nothing without its dialogue. */
export function standsAlone(result: TestResult): boolean {
  return result.scenarioId === null || result.turn === 1;
}

/**
 * A result as a trial: a turn with the previous questions.
 * @param results of its session
 * @returns undefined for a turn of an incomplete dialogue
 */
export function trialOfResult(result: TestResult, results: readonly TestResult[]): Trial | undefined {
  const question = questionOfResult(result);
  if (standsAlone(result)) return { question, intent: null };
  const turn = result.turn ?? 1;
  const earlier = results
    .filter((other) => other.scenarioId === result.scenarioId && (other.turn ?? turn) < turn)
    .sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0));
  return earlier.length === turn - 1
    ? { question, intent: null, history: earlier.map(({ query }) => query) }
    : undefined;
}

/** A question of a person, reported as badly answered, that the session could not answer either. */
export const isUnanswered = (result: TestResult): boolean =>
  isOpenGold(result.gold) && result.abstained && standsAlone(result);

/** Such a question as a trial. */
export const unansweredTrial = (question: Question): Trial => ({ question, intent: null, isUnanswered: true });

/** A question in use as a trial: with the passage that a person named, or without a known answer. */
export const trialInUse = (question: Question): Trial =>
  isOpenGold(question.gold) ? unansweredTrial(question) : { question, intent: null };
