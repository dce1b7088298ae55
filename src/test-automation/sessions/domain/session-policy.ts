import { SUCCESS_FROM, PARTIAL_FROM } from '../../judge/domain/judge-answer.js';
import { WEIGHTS } from './grading-policy.js';
import { wilson } from '../../domain/interval.js';
import { ResultSummary } from './result-summary.js';
import { SessionPolicy, SessionGate } from '../../domain/session-request.js';
import { isEvaluated, isSingle } from './summary.js';
import { FailureType, Judgement, ScoreDimensions, Verdict } from '../../domain/test-result.js';

const DIMENSIONS = ['accuracy', 'completeness', 'relevance', 'citation', 'practicality', 'actionability'] as const;
const MOST_POINTS = 5;
const STEP = 0.1;
/** No weight and no threshold turns these into a success. */
const WRONG: ReadonlySet<FailureType> = new Set([
  'WRONG_FACT',
  'HALLUCINATION',
  'CONFUSING',
  'FALSE_ABSTENTION',
  'GENERIC_ANSWER',
]);
const ABOUT_SOURCES: ReadonlySet<FailureType> = new Set(['NO_SOURCE', 'WRONG_CITATION']);

const round = (score: number) => Math.round(score * 1000) / 1000;

function weighted(dimensions: ScoreDimensions, weights: NonNullable<SessionPolicy['weights']>): number {
  const weightOf = (name: keyof ScoreDimensions) => weights[name] ?? WEIGHTS[name];
  const all = DIMENSIONS.reduce((sum, name) => sum + weightOf(name), 0);
  const points = DIMENSIONS.reduce((sum, name) => sum + (weightOf(name) * dimensions[name]) / WEIGHTS[name], 0);
  return all === 0 ? 0 : (MOST_POINTS * points) / all;
}

/** A score inside the range of its verdict. */
function within(score: number, verdict: Verdict, { success, partial }: { success: number; partial: number }): number {
  if (verdict === 'failure') return Math.min(score, partial - STEP);
  return verdict === 'partial' ? Math.max(partial, Math.min(score, success - STEP)) : Math.max(score, success);
}

/**
 * A judgement by the policy of a session. Wrong facts, inventions and evasions stay failures.
 * @param hasSource whether the answer cites a source
 */
export function withPolicy(
  judgement: Judgement,
  policy: SessionPolicy | undefined,
  { hasSource, answerable }: { readonly hasSource: boolean; readonly answerable: boolean },
): Judgement {
  const { dimensions, score, verdict, failureType } = judgement;
  if (policy === undefined || dimensions === null || score === null) return judgement;
  const limits = policy.thresholds ?? { success: SUCCESS_FROM, partial: PARTIAL_FROM };
  const isAboutSources = failureType !== null && ABOUT_SOURCES.has(failureType);
  if (policy.citation === 'off' && isAboutSources && verdict === 'partial') {
    const lifted = round(Math.max(score, limits.success));
    return { ...judgement, verdict: 'success', score: lifted, failureType: null };
  }
  if (policy.citation === 'required' && verdict === 'success' && answerable && !hasSource) {
    const reasons = ['It names no source, and the session requires one.', ...judgement.reasons];
    return {
      ...judgement,
      verdict: 'partial',
      score: round(within(score, 'partial', limits)),
      failureType: 'NO_SOURCE',
      reasons,
    };
  }
  if (policy.weights === undefined && policy.thresholds === undefined) return judgement;
  const points = policy.weights === undefined ? score : weighted(dimensions, policy.weights);
  if (failureType !== null && WRONG.has(failureType))
    return { ...judgement, score: round(within(points, 'failure', limits)) };
  const own: Verdict = points >= limits.success ? 'success' : points >= limits.partial ? 'partial' : 'failure';
  // An answer that misses a fact or cites a wrong source is not a success, whatever its points are, unless the threshold itself was
  // lowered.
  const isLifted = own === 'success' && verdict !== 'success' && limits.success >= SUCCESS_FROM;
  const final = isLifted ? verdict : own;
  return {
    ...judgement,
    verdict: final,
    score: round(within(points, final, limits)),
    failureType: final === 'success' ? null : (failureType ?? 'INCOMPLETE'),
  };
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

function decided(gate: Omit<SessionGate, 'passed' | 'detail'>, certainty: SessionPolicy['certainty']): SessionGate {
  const { value, ci95, threshold } = gate;
  if (value === null) return { ...gate, passed: null, detail: 'Nothing could be measured.' };
  const reached = certainty === 'observed' || ci95 === null ? value : ci95[0];
  const passed = reached >= threshold;
  const interval = ci95 === null ? '' : `, 95 % interval ${percent(ci95[0])} to ${percent(ci95[1])}`;
  const detail = `${percent(value)}${interval}: ${passed ? 'reaches' : 'does not reach'} ${percent(threshold)} of the session file.`;
  return { ...gate, passed, detail };
}

function shareGate(id: string, threshold: number, met: readonly boolean[], policy: SessionPolicy): SessionGate {
  const right = met.filter((one) => one).length;
  const value = met.length === 0 ? null : right / met.length;
  const ci95 = wilson(right, met.length) ?? null;
  return decided({ id, requirement: 'session file', value, threshold, ci95 }, policy.certainty);
}

/** Gates that only a policy has: the share of answers with right sources, and of answers that meet a criterion. */
function ownGates(results: readonly ResultSummary[], policy: SessionPolicy): SessionGate[] {
  const answers = results.filter((result) => isSingle(result) && isEvaluated(result));
  const cited = policy.gates?.['citation_rate'];
  const citations = answers.flatMap(({ judgement: { dimensions } }) =>
    dimensions === null ? [] : [dimensions.citation > 0],
  );
  const rubrics = (policy.rubrics ?? []).flatMap(({ name, least }) => {
    if (least === undefined) return [];
    const met = answers.flatMap(({ rubrics: read }) => read?.find((one) => one.name === name)?.met ?? []);
    return [shareGate(`rubric:${name}`, least, met, policy)];
  });
  return [...(typeof cited === 'number' ? [shareGate('citation_rate', cited, citations, policy)] : []), ...rubrics];
}

/** Gates that a policy may set. */
export const POLICY_GATES = [
  'success_rate',
  'intent_accuracy',
  'fact_check_rate',
  'followup_success_rate',
  'component_tests',
  'citation_rate',
] as const;

/** The gates of a session under its policy. */
export function gatesByPolicy(
  gates: readonly SessionGate[],
  results: readonly ResultSummary[],
  policy: SessionPolicy | undefined,
): SessionGate[] {
  if (policy === undefined) return [...gates];
  const kept = gates.flatMap((gate) => {
    const wanted = policy.gates?.[gate.id];
    if (wanted === 'off') return [];
    const isOwn = wanted !== undefined || (policy.certainty === 'observed' && gate.threshold < 1);
    return [isOwn ? decided({ ...gate, threshold: wanted ?? gate.threshold }, policy.certainty) : gate];
  });
  return [...kept, ...ownGates(results, policy)];
}
