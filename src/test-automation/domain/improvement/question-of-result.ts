import { Question } from '../question.js';
import { TestResult } from '../test-result.js';

/** The question of a result, as it can be asked again. */
export function questionOfResult(result: TestResult): Question {
  const { questionId, personaId, query, language, difficulty, kind, intents, gold, asOf } = result;
  return { id: questionId, personaId, text: query, language, difficulty, kind, intents, gold, asOf: asOf ?? undefined };
}

/** Whether a result can be tried by itself: a turn that leaves something unsaid means nothing without its dialogue. */
export function standsAlone(result: TestResult): boolean {
  return result.scenarioId === null || result.turn === 1;
}
