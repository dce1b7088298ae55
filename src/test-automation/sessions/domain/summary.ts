import { clusterBootstrap, Interval, wilson } from '../../domain/interval.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { auditDialogue } from '../../questions/domain/dialogue-audit.js';
import { SessionQuestions } from '../../questions/domain/question-maker.js';
import { ResultSummary } from './result-summary.js';
import { ScoreDimensions } from '../../domain/test-result.js';
import { CountedRate, ModelJudgeSummary, SessionSummary } from './test-session.js';
import { ASK_KINDS, AskKind, DATASET_PERSONA } from '../../domain/question.js';

/** Identical scores are evidence about the judge, not about the answers. Fewer than this many may agree by chance. */
const CONSTANT_FROM = 10;

/** Dialogues whose simulated person failed its audit. */
export const invalidIn = ({ dialogues }: SessionQuestions): ReadonlySet<string> =>
  new Set(dialogues.filter((dialogue) => auditDialogue(dialogue).length > 0).map(({ scenarioId }) => scenarioId));

export const isSingle = (result: ResultSummary): boolean => result.scenarioId === null;
/** Turns after the opening question of a dialogue. */
export const isFollowUp = (result: ResultSummary): boolean => result.scenarioId !== null && (result.turn ?? 1) > 1;
/**
 * A follow-up whose answer depends on the previous turns: one that is complete alone does not test the context. What the turn leaves out
 * decides, not its answer: a turn that asks again for an answer that was wrong shows nothing about the context, and yet failed.
 */
export const countsAsFollowUp = (result: ResultSummary): boolean =>
  isFollowUp(result) && (result.context?.restsOnContext ?? result.context?.kept !== null);
export const isEvaluated = (result: ResultSummary): boolean => result.judgement.verdict !== 'not_evaluated';
export const isSuccess = (result: ResultSummary): boolean => result.judgement.verdict === 'success';

/** Share of the results that meet a condition; null without results. */
export function rate<T>(results: readonly T[], holds: (result: T) => boolean): number | null {
  return results.length === 0 ? null : results.filter(holds).length / results.length;
}

/** Share of the readable intents that were understood; null without a readable one. Each level counts as one statement. */
export function intentCounts(results: readonly ResultSummary[]): { readonly right: number; readonly read: number } {
  const readings = results.flatMap(({ judgement: { intents } }) =>
    [intents.surface, intents.hidden, intents.behavioral].filter((reading) => reading !== null),
  );
  return { right: readings.filter((reading) => reading).length, read: readings.length };
}

/** Turns with a context to keep, and the number that kept it. */
export function contextCounts(results: readonly ResultSummary[]): { readonly kept: number; readonly read: number } {
  const readings = results.map((r) => r.context?.kept ?? null).filter((kept) => kept !== null);
  return { kept: readings.filter((kept) => kept).length, read: readings.length };
}

/** Every answer must have its claims recorded, even if it makes none that can be checked. */
export function factCheckCounts(results: readonly ResultSummary[]): {
  readonly checked: number;
  readonly answers: number;
} {
  const answered = results.filter((r) => r.answer !== null);
  return { checked: answered.filter((r) => r.judgement.claims.length > 0).length, answers: answered.length };
}

/** The cluster of a result: its dialogue, or its persona. Each question of a dataset is its own cluster. */
export const clusterOf = ({ scenarioId, personaId, questionId }: ResultSummary): string =>
  scenarioId ?? (personaId === DATASET_PERSONA ? questionId : personaId);

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function rateOfEach(
  results: readonly ResultSummary[],
  keyOf: (result: ResultSummary) => string,
): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const [key, members] of Map.groupBy(results, keyOf)) rates[key] = rate(members, isSuccess) ?? 0;
  return rates;
}

/** Successes by what the questions ask for, in the order of the kinds; a kind without a question is left out. */
function countedByAsks(results: readonly ResultSummary[]): Partial<Record<AskKind, CountedRate>> {
  const counted: Partial<Record<AskKind, CountedRate>> = {};
  for (const kind of ASK_KINDS) {
    const members = results.filter(({ asks }) => asks === kind);
    const success = members.filter(isSuccess).length;
    const ci95 = wilson(success, members.length);
    if (ci95 !== undefined) counted[kind] = { queries: members.length, success, rate: success / members.length, ci95 };
  }
  return counted;
}

function meanDimensions(results: readonly ResultSummary[]): ScoreDimensions | null {
  const all = results.map((r) => r.judgement.dimensions).filter((d) => d !== null);
  if (all.length === 0) return null;
  const mean = (of: (d: ScoreDimensions) => number) => all.reduce((sum, d) => sum + of(d), 0) / all.length;
  return {
    accuracy: mean((d) => d.accuracy),
    completeness: mean((d) => d.completeness),
    relevance: mean((d) => d.relevance),
    citation: mean((d) => d.citation),
    practicality: mean((d) => d.practicality),
    actionability: mean((d) => d.actionability),
  };
}

function failureTypes(results: readonly ResultSummary[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { judgement } of results) {
    if (judgement.failureType !== null) counts[judgement.failureType] = (counts[judgement.failureType] ?? 0) + 1;
  }
  return counts;
}

function scoreInterval(scored: readonly ResultSummary[], seed: number): Interval | undefined {
  const values = scored.flatMap((r) =>
    r.judgement.score === null ? [] : [{ cluster: clusterOf(r), value: r.judgement.score }],
  );
  return clusterBootstrap(values, new SeededRandom(`summary/${seed}`));
}

function alarmsOf(results: readonly ResultSummary[], scores: readonly number[]): string[] {
  const alarms: string[] = [];
  if (scores.length >= CONSTANT_FROM && new Set(scores).size === 1)
    alarms.push(
      `All ${scores.length} scores are ${scores[0] ?? 0}: a judge that always says the same measures nothing.`,
    );
  const unanswered = results.filter((r) => !isEvaluated(r)).length;
  if (unanswered > 0) alarms.push(`${unanswered} of ${results.length} could not be evaluated and are in no rate.`);
  return alarms;
}

/**
 * Summarizes a session. Rates leave out questions that were not evaluated, which are counted separately and never averaged. `queries` and
 * the verdicts count single questions; the rates about context and follow-ups count the turns of valid dialogues.
 * @param invalidDialogues scenarios whose simulated user failed its audit: they are counted, not averaged
 */
export function summarise(
  results: readonly ResultSummary[],
  session: { readonly seed: number; readonly invalidDialogues: ReadonlySet<string> },
): SessionSummary {
  const single = results.filter(isSingle);
  const evaluated = single.filter(isEvaluated);
  const turns = results.filter((r) => r.scenarioId !== null && !session.invalidDialogues.has(r.scenarioId));
  const followUps = turns.filter(countsAsFollowUp).filter(isEvaluated);
  const count = (verdict: string) => single.filter((r) => r.judgement.verdict === verdict).length;
  const scores = evaluated.flatMap((r) => (r.judgement.score === null ? [] : [r.judgement.score]));
  const intents = intentCounts(evaluated);
  const context = contextCounts(turns.filter(isEvaluated));
  const facts = factCheckCounts(results);
  const costs = results.map((r) => r.costUsd).filter((cost) => cost !== null);
  return {
    queries: single.length,
    success: count('success'),
    partial: count('partial'),
    failed: count('failure'),
    notEvaluated: count('not_evaluated'),
    successRate: rate(evaluated, isSuccess),
    successRateCi95: wilson(evaluated.filter(isSuccess).length, evaluated.length) ?? null,
    firstTrySuccessRate: rate(evaluated, (r) => r.firstVerdict === 'success'),
    averageScore: scores.length === 0 ? null : scores.reduce((a, b) => a + b, 0) / scores.length,
    averageScoreCi95: scoreInterval(evaluated, session.seed) ?? null,
    dimensions: meanDimensions(evaluated),
    factCheckRate: share(facts.checked, facts.answers) ?? 0,
    intentAccuracy: share(intents.right, intents.read),
    followupSuccessRate: rate(followUps, isSuccess),
    contextRetentionRate: share(context.kept, context.read),
    byPersona: rateOfEach(evaluated, (r) => r.personaId),
    byDifficulty: rateOfEach(evaluated, (r) => r.difficulty),
    byKind: rateOfEach(evaluated, (r) => r.kind),
    byAsks: countedByAsks(evaluated),
    byFailureType: failureTypes(results),
    invalidDialogues: session.invalidDialogues.size,
    alarms: [...alarmsOf(single, scores), ...modelAlarms(results)],
    costUsd: costs.length === 0 ? null : costs.reduce((a, b) => a + b, 0),
    modelJudge: modelJudgeOf(results),
  };
}

const modelJudgements = (results: readonly ResultSummary[]) =>
  results.flatMap(({ judgement: { judges } }) =>
    judges === undefined || judges.model === null ? [] : [{ rules: judges.rules, model: judges.model }],
  );

function modelJudgeOf(results: readonly ResultSummary[]): ModelJudgeSummary | null {
  const judged = modelJudgements(results);
  const [first] = judged;
  if (first === undefined) return null;
  const costs = judged.flatMap(({ model }) => model.readings.flatMap((reading) => reading.costUsd ?? []));
  const evaluated = judged.filter(({ model }) => model.verdict !== 'not_evaluated');
  return {
    model: first.model.model,
    judged: evaluated.length,
    notEvaluated: judged.length - evaluated.length,
    disagreements: judged.filter(({ model }) => model.disagreement === true).length,
    againstRules: evaluated.filter(({ model, rules }) => model.verdict !== rules.verdict).length,
    costUsd: costs.length === 0 ? null : costs.reduce((a, b) => a + b, 0),
  };
}

/** A model that gives every answer the same points judges nothing, even if caps make the scores differ. */
function modelAlarms(results: readonly ResultSummary[]): string[] {
  const scores = modelJudgements(results).flatMap(({ model }) =>
    model.readings.flatMap((reading) => reading.score ?? []),
  );
  if (scores.length < CONSTANT_FROM || new Set(scores).size > 1) return [];
  return [`All ${scores.length} readings of the model as judge are ${scores[0] ?? 0}: it judges nothing.`];
}
