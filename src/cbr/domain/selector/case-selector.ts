import { isPick } from '../feedback.js';
import { RatedLog } from '../case-logs.js';
import { CaseFeatures } from './case-features.js';
import { Example, fitLogistic, LogisticModel, predict } from './logistic-regression.js';

/** The held-out part is the newest fifth: a selector must generalise to later suggestions. */
const HELD_OUT_SHARE = 0.2;
/** Fewer held-out logs cannot distinguish two orders. */
export const NEEDED_HELD_OUT = 50;
/** Two-sided 95 %. */
const Z = 1.96;

/** The active order, and the reason. */
export interface SelectorState {
  readonly inUse: 'similarity' | 'learned';
  /** Reason as text, for /cbr/stats. */
  readonly reason: string;
  readonly fittedAt: string | null;
  /** Rated interactions at the fit; a refit is due after 10 % more. */
  readonly fittedOn: number;
  readonly heldOut: HeldOutResult | null;
  readonly model: LogisticModel | null;
}

/** Mean reciprocal rank of the first successful case on the held-out logs, and the 95 % interval of the difference. */
export interface HeldOutResult {
  readonly logs: number;
  readonly similarity: number;
  readonly learned: number;
  readonly difference95: readonly [low: number, high: number];
}

export const PLAIN_SIMILARITY: SelectorState = {
  inUse: 'similarity',
  reason: 'not fitted yet: it takes 1,000 rated interactions with a success rate of 0.7',
  fittedAt: null,
  fittedOn: 0,
  heldOut: null,
  model: null,
};

type Suggested = RatedLog['suggested'][number];

/** A picked case that led to an answer. */
function isSuccess({ feedback, success }: Suggested): boolean {
  return feedback !== null && isPick(feedback) && success !== false;
}

/** A log is informative if it has a success and a case that was not picked. */
function tells({ suggested }: RatedLog): boolean {
  const successes = suggested.filter(isSuccess).length;
  return successes > 0 && successes < suggested.length;
}

/** Every suggested case of a rated log is an example: picked cases are positive, the others negative. */
function examplesOf(logs: readonly RatedLog[]): Example[] {
  return logs.flatMap(({ suggested }) =>
    suggested.map((one) => ({ features: one.features, label: isSuccess(one) ? (1 as const) : (0 as const) })),
  );
}

/** 1 / rank of the first success, ties counted against it. */
function reciprocalRank({ suggested }: RatedLog, score: (features: CaseFeatures) => number): number {
  const scored = suggested.map((one) => ({ score: score(one.features), success: isSuccess(one) }));
  const best = Math.max(...scored.filter((s) => s.success).map((s) => s.score));
  return 1 / (1 + scored.filter((s) => !s.success && s.score >= best).length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}

/** Compares the learned order with plain similarity on held-out logs, with a paired normal interval. */
export function evaluate(model: LogisticModel, logs: readonly RatedLog[]): HeldOutResult {
  const plain = logs.map((log) => reciprocalRank(log, ([similarity]) => similarity));
  const learned = logs.map((log) => reciprocalRank(log, (features) => predict(model, features)));
  const differences = learned.map((x, i) => x - (plain[i] ?? 0));
  const centre = mean(differences);
  const variance = differences.reduce((sum, d) => sum + (d - centre) ** 2, 0) / Math.max(1, differences.length - 1);
  const half = Z * Math.sqrt(variance / differences.length);
  return {
    logs: logs.length,
    similarity: mean(plain),
    learned: mean(learned),
    difference95: [centre - half, centre + half],
  };
}

/**
 * Fits on the older logs, evaluates on the newest fifth, and activates the learned order only if the whole interval of
 * the difference is above zero.
 * @param logs oldest first
 */
export function* fitSelector(
  logs: readonly RatedLog[],
  at: { readonly now: string; readonly rated: number },
): Generator<undefined, SelectorState> {
  const telling = logs.filter(tells);
  const border = Math.floor(telling.length * (1 - HELD_OUT_SHARE));
  const heldOutLogs = telling.slice(border);
  const plain = { ...PLAIN_SIMILARITY, fittedAt: at.now, fittedOn: at.rated };
  if (heldOutLogs.length < NEEDED_HELD_OUT)
    return {
      ...plain,
      reason: `not evaluated: ${heldOutLogs.length} held-out suggestions have both a taken and a passed-over case, ${NEEDED_HELD_OUT} are needed`,
    };
  const model = yield* fitLogistic(examplesOf(telling.slice(0, border)));
  const heldOut = evaluate(model, heldOutLogs);
  const [low] = heldOut.difference95;
  const figures = `mean reciprocal rank ${heldOut.learned.toFixed(3)} against ${heldOut.similarity.toFixed(3)} of plain similarity on ${heldOut.logs} held-out suggestions`;
  if (low > 0)
    return { inUse: 'learned', reason: `better: ${figures}`, fittedAt: at.now, fittedOn: at.rated, heldOut, model };
  return { ...plain, reason: `not surely better: ${figures}`, heldOut };
}

const REFIT_GROWTH = 1.1;

/** Whether enough ratings arrived since the last fit. */
export function refitDue(state: SelectorState, rated: number): boolean {
  return rated >= state.fittedOn * REFIT_GROWTH && rated > state.fittedOn;
}

/** The learned score of a case; undefined if plain similarity is active. */
export function selectorScore(state: SelectorState, features: CaseFeatures): number | undefined {
  return state.inUse === 'learned' && state.model !== null ? predict(state.model, features) : undefined;
}
