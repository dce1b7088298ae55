import { GATE_LIMITS, Longer, moreDialogues, moreQueries, whatDecides } from './gate-size.js';
import { Interval, trialsToPass, wilson } from '../../domain/interval.js';
import { ResultSummary } from './result-summary.js';
import { countsAsFollowUp, factCheckCounts, intentCounts, isEvaluated, isSingle, isSuccess } from './summary.js';
import { SessionGate } from '../../domain/session-request.js';

interface Measured {
  readonly id: keyof typeof GATE_LIMITS;
  readonly requirement: string;
  readonly right: number;
  readonly all: number;
  /** The action after a failed gate, by the requirement. */
  readonly consequence: string;
  readonly longer?: Longer;
}

/**
 * State of a gate. `too_few`: the rate is high enough, but the sample is too small to prove it. `below`: the rate is too low. Neither is
 * passed.
 */
export type GateState = 'passed' | 'below' | 'too_few' | 'not_measured';

export function gateState({ passed, value, threshold }: SessionGate): GateState {
  if (passed === null || value === null) return 'not_measured';
  if (passed) return 'passed';
  return value > threshold ? 'too_few' : 'below';
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

/** In words: passed, failed, or how many more queries a decision needs. */
function explain(gate: Measured, { value, ci95, passed }: { value: number; ci95: Interval; passed: boolean }): string {
  const threshold = GATE_LIMITS[gate.id];
  const found = `${gate.right} of ${gate.all} (${percent(value)}, 95 % interval ${percent(ci95[0])} to ${percent(ci95[1])})`;
  if (passed) return `${found}: above ${percent(threshold)}.`;
  if (value <= threshold) return `${found}: not above ${percent(threshold)}. ${gate.consequence}`;
  const needed = trialsToPass(value, threshold);
  const more = needed === undefined ? '' : whatDecides(gate, needed);
  return `${found}: above ${percent(threshold)}, but too few to decide, since the interval reaches below it.${more}`;
}

function gateOf(gate: Measured): SessionGate {
  const threshold = GATE_LIMITS[gate.id];
  const { id, requirement } = gate;
  const ci95 = wilson(gate.right, gate.all);
  if (ci95 === undefined)
    return { id, requirement, value: null, threshold, ci95: null, passed: null, detail: 'Nothing could be measured.' };
  const value = gate.right / gate.all;
  // A share of all answers is not an estimate: whether every answer was checked is known without an interval.
  const passed = threshold === 1 ? value === 1 : ci95[0] >= threshold;
  const detail =
    threshold === 1
      ? `${gate.right} of ${gate.all} answers were checked.${passed ? '' : ` ${gate.consequence}`}`
      : explain(gate, { value, ci95, passed });
  return { id, requirement, value, threshold, ci95, passed, detail };
}

/**
 * Gates of the specification on the results. The lower bound of the 95 % interval has to reach the threshold: 24 passes of 30 are also
 * consistent with a true rate of 63 %.
 */
export function judgeGates(results: readonly ResultSummary[], invalidDialogues: ReadonlySet<string>): SessionGate[] {
  const single = results.filter(isSingle).filter(isEvaluated);
  const followUps = results.filter(
    (r) => countsAsFollowUp(r) && isEvaluated(r) && !invalidDialogues.has(r.scenarioId ?? ''),
  );
  const intents = intentCounts(single);
  const facts = factCheckCounts(results);
  return [
    {
      id: 'intent_accuracy',
      requirement: 'REQ-S-001',
      right: intents.right,
      all: intents.read,
      consequence: 'The query analyser needs better rules.',
      longer: moreQueries(single, intents.read / Math.max(1, single.length)),
    } as const,
    {
      id: 'fact_check_rate',
      requirement: 'REQ-S-002',
      right: facts.checked,
      all: facts.answers,
      consequence: 'The session counts as failed, since an answer that was not checked may say anything.',
    } as const,
    {
      id: 'success_rate',
      requirement: 'REQ-S-003',
      right: single.filter(isSuccess).length,
      all: single.length,
      consequence: 'Improvements have to follow.',
      longer: moreQueries(single, 1),
    } as const,
    {
      id: 'followup_success_rate',
      requirement: 'REQ-S-005',
      right: followUps.filter(isSuccess).length,
      all: followUps.length,
      consequence: 'The handling of the context of the conversation has to be looked at.',
      longer: moreDialogues(followUps),
    } as const,
  ].map(gateOf);
}
