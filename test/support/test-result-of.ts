import { TestResult, Verdict } from '../../src/test-automation/domain/test-result.js';

/** A result as a session has it; `more` says what the test is about. */
export function testResultOf(
  questionId: string,
  verdict: Verdict,
  more: Partial<Omit<TestResult, 'judgement'>> & { readonly judgement?: Partial<TestResult['judgement']> } = {},
): TestResult {
  const score = { success: 4.5, partial: 3.5, failure: 2, not_evaluated: null }[verdict];
  const base: TestResult = {
    resultId: `result-${questionId}`,
    questionId,
    personaId: 'freshman',
    query: `question ${questionId}`,
    language: 'en',
    difficulty: 'easy',
    kind: 'fact',
    intents: { surface: 's', hidden: 'h', behavioral: 'b' },
    gold: {
      documentId: 'd',
      section: null,
      quote: 'q',
      requiredFacts: ['q'],
      forbiddenFacts: [],
      answerable: true,
    },
    asOf: null,
    answer: verdict === 'not_evaluated' ? null : 'an answer',
    sources: [],
    abstained: false,
    confidence: null,
    firstVerdict: verdict,
    attempts: [],
    events: [],
    scenarioId: null,
    turn: null,
    context: null,
    traceId: null,
    costUsd: null,
    tookMs: 1,
    error: verdict === 'not_evaluated' ? 'the target did not answer' : null,
    judgement: {
      verdict,
      score,
      dimensions:
        score === null
          ? null
          : { accuracy: 1, completeness: 1, relevance: 1, citation: 1, practicality: score - 4, actionability: 0 },
      claims: [],
      failureType: null,
      intents: { surface: null, hidden: null, behavioral: null },
      reasons: [],
    },
  };
  const { judgement, ...rest } = more;
  return { ...base, ...rest, judgement: { ...base.judgement, ...judgement } };
}
