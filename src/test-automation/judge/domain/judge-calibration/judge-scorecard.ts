import { wilson } from '../../../domain/interval.js';
import { FormRate, formRates, leastOverlap } from './form-rates.js';
import { FaultKind, isRefused, SCOPE_FAULTS, SoundKind, TriedCase } from './trial-case.js';
import { RequestedSession } from '../../../domain/session-request.js';

/** Increased with every change of the calibration or of a rule of judging, so that stored measurements of another version are not shown. */
export const TRIAL_VERSION = 11;

/** Shares of the injected faults that have to be caught. */
export const CATCH_FLOORS: Readonly<Record<FaultKind, number>> = {
  invented_number: 0.97,
  other_number: 0.88,
  same_unit_swap: 0.85,
  comparator_flip: 0.8,
  negation: 0.85,
  wrong_article: 0.95,
  missing_article: 1,
  amended_as_deleted: 1,
  deleted_as_amended: 1,
  right_article_wrong_claim: 0.85,
  wrong_audience: 0.8,
  evasive: 1,
  unrelated_source: 1,
  other_provision: 1,
  false_abstention: 1,
  answered_unanswerable: 1,
  // Faults of scope: what is not caught has other words, or follows from several clauses.
  wrong_actor: 0.85,
  reversed_condition: 0.9,
  dropped_condition: 0.8,
  omitted_exception: 0.95,
  exception_as_rule: 0.7,
};
/** Largest share of sound answers that may be called wrong. */
export const ALARM_LIMIT = 0.13;

/** A rate of fewer cases is shown, and decides nothing. */
const FEWEST_CASES = 5;

/** Outcome of the cases of one kind in one language. */
export interface TrialRate {
  readonly kind: FaultKind | SoundKind;
  readonly language: 'en' | 'ko';
  readonly is_fault: boolean;
  /** Cases that the judge gave a verdict on. */
  readonly cases: number;
  readonly not_evaluated: number;
  /** Share of the faults, or of the sound answers, that did not pass; null without a case. */
  readonly rate: number | null;
  readonly ci95: readonly [number, number] | null;
  /** Minimum of a catch rate, maximum of a false alarm rate. */
  readonly limit: number;
  readonly holds: boolean | null;
}

/** Quality of the judge of a session, measured on injected faults. */
export interface JudgeScorecard {
  /** `rules`, or provider and model. */
  readonly judge: string;
  readonly version: number;
  readonly seed: number;
  readonly measured_at: string;
  readonly documents: number;
  /** Without the faults of scope, which are stated separately. */
  readonly faults: number;
  readonly sound: number;
  readonly not_evaluated: number;
  readonly catch_rate: number | null;
  /** Faults by actor, condition or exception; undefined for a judge that was not tried with them. */
  readonly scope_faults?: number;
  readonly scope_catch_rate?: number | null;
  readonly false_alarm_rate: number | null;
  readonly rates: readonly TrialRate[];
  /** Right and wrong answers by their form; undefined for a judge that was not tried by form. */
  readonly forms?: readonly FormRate[];
  /** Lowest overlap of right answers with the gold sentence in the trial by form, 0..1. Answers below it are outside the measured range. */
  readonly least_overlap?: number | null;
  /** False if a kind misses its limit; null without cases. */
  readonly holds: boolean | null;
}

const share = (list: readonly TriedCase[]): number | null =>
  list.length === 0 ? null : list.filter(isRefused).length / list.length;

const isEvaluated = ({ judgement }: TriedCase): boolean => judgement.verdict !== 'not_evaluated';

function rateOf(kind: FaultKind | SoundKind, language: 'en' | 'ko', all: readonly TriedCase[]): TrialRate {
  const evaluated = all.filter((tried) => tried.judgement.verdict !== 'not_evaluated');
  const isFault = all[0]?.trial.isFault ?? false;
  const rate = share(evaluated);
  const limit = limitOf(kind);
  return {
    kind,
    language,
    is_fault: isFault,
    cases: evaluated.length,
    not_evaluated: all.length - evaluated.length,
    rate,
    ci95: wilson(evaluated.filter(isRefused).length, evaluated.length) ?? null,
    limit,
    holds: rate === null || evaluated.length < FEWEST_CASES ? null : isFault ? rate >= limit : rate <= limit,
  };
}

function limitOf(kind: FaultKind | SoundKind): number {
  return new Map<string, number>(Object.entries(CATCH_FLOORS)).get(kind) ?? ALARM_LIMIT;
}

const isOfScope = ({ trial: { kind } }: TriedCase): boolean => SCOPE_FAULTS.some((fault) => fault === kind);

/** Summarizes a calibration. @param about judge, time and number of documents */
export function judgeScorecard(
  all: readonly TriedCase[],
  about: Pick<JudgeScorecard, 'judge' | 'seed' | 'measured_at' | 'documents'>,
): JudgeScorecard {
  // The trial by form has rates of its own.
  const tried = all.filter(({ trial }) => trial.form === undefined);
  const byForm = all.filter(({ trial }) => trial.form !== undefined);
  const keys = [...new Set(tried.map(({ trial }) => `${trial.kind}/${trial.language}`))];
  const rates = keys.flatMap((key) => {
    const own = tried.filter(({ trial }) => `${trial.kind}/${trial.language}` === key);
    const [first] = own;
    return first === undefined ? [] : [rateOf(first.trial.kind, first.trial.language, own)];
  });
  const ofScope = tried.filter(isOfScope);
  const faults = tried.filter((one) => one.trial.isFault && !isOfScope(one));
  const held = rates.flatMap(({ holds }) => holds ?? []);
  return {
    ...about,
    version: TRIAL_VERSION,
    faults: faults.length,
    sound: tried.filter(({ trial }) => !trial.isFault).length,
    not_evaluated: all.filter(({ judgement }) => judgement.verdict === 'not_evaluated').length,
    catch_rate: share(faults.filter(isEvaluated)),
    ...(ofScope.length === 0
      ? {}
      : { scope_faults: ofScope.length, scope_catch_rate: share(ofScope.filter(isEvaluated)) }),
    false_alarm_rate: share(tried.filter((one) => !one.trial.isFault && isEvaluated(one))),
    rates,
    ...(byForm.length === 0 ? {} : { forms: formRates(byForm), least_overlap: leastOverlap(byForm) }),
    holds: held.length === 0 ? null : held.every((holds) => holds),
  };
}

/** Stores measurements, so that a calibration runs once for each judge and set of documents. */
export abstract class JudgeScorecards {
  abstract find(key: string): Promise<JudgeScorecard | undefined>;
  abstract save(key: string, card: JudgeScorecard): Promise<void>;
}

/** Measures the judges of a session. */
export abstract class JudgeMeasure {
  /** @returns a card for each judge that the session uses; none where the measurement failed. @throws when the session was stopped */
  abstract measureJudge(session: RequestedSession, signal: AbortSignal): Promise<readonly JudgeScorecard[]>;
}
