import { clusterBootstrap, Interval } from '../interval.js';
import { mcNemar } from '../paired-tests.js';
import { SeededRandom } from '../seeded-random.js';
import { TrialOutcome } from './trial.js';

/** A set of questions before and after a patch. */
export interface SetComparison {
  /** Evaluated both times. */
  readonly queries: number;
  readonly gained: number;
  readonly lost: number;
  readonly failedBefore: number;
  readonly scoreChange: number | null;
  readonly scoreChangeCi95: Interval | null;
  /** McNemar's exact test of pass and fail. */
  readonly successP: number;
  /** Worse beyond its interval, in scores or in passes. */
  readonly regressed: boolean;
}

/** How a patch was tried, and what follows. */
export interface Verification {
  readonly accepted: boolean;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
  /** The questions that it should cure. */
  readonly failing: SetComparison;
  /** Other wordings of them, which it was not made from. */
  readonly paraphrases: SetComparison;
  /** Questions that have nothing to do with it. */
  readonly regression: SetComparison;
}

/** Fewer questions cannot show that nothing else became worse. */
export const LEAST_REGRESSION = 20;
/** With so many other wordings that fail, a general repair helps at least one. */
const TELLING_PARAPHRASES = 2;
const ALPHA = 0.05;

interface Pair {
  readonly base: TrialOutcome;
  readonly candidate: TrialOutcome;
}

function pairsOf(base: readonly TrialOutcome[], candidate: readonly TrialOutcome[]): Pair[] {
  const after = new Map(candidate.map((outcome) => [outcome.trial.question.id, outcome]));
  return base.flatMap((before) => {
    const other = after.get(before.trial.question.id);
    return other === undefined || before.success === null || other.success === null
      ? []
      : [{ base: before, candidate: other }];
  });
}

/** The same questions under two configurations; clustered by persona. Fewer than two clusters have no interval: then any net loss counts. */
export function compareOutcomes(base: readonly TrialOutcome[], candidate: readonly TrialOutcome[]): SetComparison {
  const pairs = pairsOf(base, candidate);
  const gained = pairs.filter((p) => p.base.success === false && p.candidate.success === true).length;
  const lost = pairs.filter((p) => p.base.success === true && p.candidate.success === false).length;
  const changes = pairs.flatMap(({ base: before, candidate: after }) =>
    before.score === null || after.score === null
      ? []
      : [{ cluster: before.trial.question.personaId, value: after.score - before.score }],
  );
  const interval = clusterBootstrap(changes, new SeededRandom('verification')) ?? null;
  const successP = mcNemar(gained, lost);
  const isWorse = interval === null ? lost > gained : interval[1] < 0;
  return {
    queries: pairs.length,
    gained,
    lost,
    failedBefore: pairs.filter((p) => p.base.success === false).length,
    scoreChange: changes.length === 0 ? null : changes.reduce((sum, c) => sum + c.value, 0) / changes.length,
    scoreChangeCi95: interval,
    successP,
    regressed: isWorse || (successP < ALPHA && lost > gained),
  };
}

function objections({ failing, paraphrases, regression }: Omit<Verification, 'accepted' | 'reasons'>): string[] {
  const net = failing.gained - failing.lost + paraphrases.gained - paraphrases.lost;
  const isNarrow = paraphrases.failedBefore >= TELLING_PARAPHRASES && paraphrases.gained === 0;
  return [
    ...(failing.gained > failing.lost ? [] : ['It does not cure the failures that it was made for.']),
    ...(isNarrow ? ['It helps only the wordings that it was made from, and no other wording of them.'] : []),
    ...(paraphrases.regressed || paraphrases.lost > paraphrases.gained
      ? ['Other wordings of the same questions became worse.']
      : []),
    ...(regression.regressed ? ['Questions that have nothing to do with it became worse beyond their interval.'] : []),
    ...(!regression.regressed && regression.lost - regression.gained >= Math.max(1, net)
      ? ['It loses as many other questions as it cures.']
      : []),
    ...(regression.queries >= LEAST_REGRESSION
      ? []
      : [`Only ${regression.queries} other questions could be tried; ${LEAST_REGRESSION} are needed to tell.`]),
  ];
}

const counted = (set: SetComparison) => `${set.gained} gained and ${set.lost} lost of ${set.queries}`;

/** Accepted only if the failures improve and nothing regresses beyond its interval. */
export function decide(sets: Omit<Verification, 'accepted' | 'reasons'>): Verification {
  const against = objections(sets);
  const found = `Failures: ${counted(sets.failing)}; other wordings: ${counted(sets.paraphrases)}; other questions: ${counted(sets.regression)}.`;
  return { ...sets, accepted: against.length === 0, reasons: [found, ...against] };
}
