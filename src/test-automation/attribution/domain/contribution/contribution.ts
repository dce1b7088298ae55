import { clusterBootstrap, Interval } from '../../../domain/interval.js';
import { holm, signFlip } from '../../../domain/paired-tests.js';
import { SeededRandom } from '../../../domain/seeded-random.js';
import { RAG_COMPONENTS, RagComponent } from '../trace-attribution.js';
import {
  FACTORIAL_SETS,
  Game,
  LEAVE_ONE_OUT_SETS,
  leaveOneOut,
  mainEffects,
  SHAPLEY_SETS,
  shapleyValues,
  ALL_COMPONENTS,
  ComponentSet,
} from './designs.js';
import { SetScores } from './set-runs.js';

export type ContributionTier = 'leave_one_out' | 'factorial' | 'shapley';

export type ContributionVerdict = 'positive' | 'negative' | 'no effect' | 'inactive' | 'inconclusive';

export interface ComponentContribution {
  readonly component: RagComponent;
  /** Questions in which it fired. */
  readonly fired: number;
  /** Points of 5.0 that it adds to the mean score. */
  readonly effect: number;
  readonly ci95: Interval | null;
  /** Sign-flip permutation test with Holm correction over the eight components. */
  readonly p: number;
  readonly verdict: ContributionVerdict;
  /** For `inconclusive`: questions that would decide; null if unknown. */
  readonly neededQueries: number | null;
}

export interface ContributionReport {
  readonly tier: ContributionTier;
  readonly queries: number;
  readonly configurations: number;
  /** Runs that were executed, of queries x configurations: the others follow from them. */
  readonly asked: number;
  /** Mean score with all components; with none only if that was run. */
  readonly valueOfAll: number;
  readonly valueOfNone: number | null;
  readonly components: readonly ComponentContribution[];
  readonly notes: readonly string[];
  readonly tookMs: number;
}

/** One question with its scores under the sets of the tier. */
export interface QuestionScores extends SetScores {
  /** Persona or dialogue. */
  readonly cluster: string;
}

interface Design {
  readonly sets: readonly ComponentSet[];
  readonly effects: (v: Game) => number[];
  readonly note: string;
}

export const DESIGNS: Readonly<Record<ContributionTier, Design>> = {
  leave_one_out: {
    sets: LEAVE_ONE_OUT_SETS,
    effects: leaveOneOut,
    note: 'Leave-one-out gives 0 to both of two components that do the same: each stands in for the other. The tiers factorial and shapley share their effect out.',
  },
  factorial: {
    sets: FACTORIAL_SETS,
    effects: mainEffects,
    note: 'Main effects of a 2^(8-4) design of resolution IV: Shapley values where interactions stop at pairs.',
  },
  shapley: {
    sets: SHAPLEY_SETS,
    effects: shapleyValues,
    note: 'Exact Shapley values over all 256 sets; they sum to the difference between all components and none.',
  },
};

const ALPHA = 0.05;
/** An effect within this bound, of 5.0, counts as none if the whole 90 % interval is inside it. */
const EQUIVALENCE = 0.1;
const Z_90 = 1.6448536269514722;
/** Quantiles for 5 % two-sided and a power of 80 %. */
const Z_SUM = 1.959963984540054 + 0.8416212335729143;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Questions that show the effect with a power of 80 %, or that put the 90 % interval inside the equivalence bounds. */
function neededFor(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const effect = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - effect) ** 2, 0) / (values.length - 1);
  const toSee = effect === 0 ? Number.POSITIVE_INFINITY : (Z_SUM ** 2 * variance) / effect ** 2;
  const room = EQUIVALENCE - Math.abs(effect);
  const toExclude = room <= 0 ? Number.POSITIVE_INFINITY : (Z_90 ** 2 * variance) / room ** 2;
  const needed = Math.ceil(Math.min(toSee, toExclude));
  return Number.isFinite(needed) ? Math.max(values.length + 1, needed) : null;
}

interface Measured {
  readonly values: readonly { readonly cluster: string; readonly value: number }[];
  readonly fired: number;
  readonly p: number;
}

function verdictOf({ values, fired }: Measured, adjusted: number, random: SeededRandom): ContributionVerdict {
  if (fired === 0) return 'inactive';
  const effect = mean(values.map((v) => v.value));
  if (adjusted < ALPHA) return effect > 0 ? 'positive' : 'negative';
  const narrow = clusterBootstrap(values, random, 0.9);
  const isNone = narrow !== undefined && narrow[0] > -EQUIVALENCE && narrow[1] < EQUIVALENCE;
  return isNone ? 'no effect' : 'inconclusive';
}

function summed(component: RagComponent, measured: Measured, adjusted: number): ComponentContribution {
  const random = new SeededRandom(`contribution/${component}`);
  const plain = measured.values.map((v) => v.value);
  const verdict = verdictOf(measured, adjusted, random);
  return {
    component,
    fired: measured.fired,
    effect: mean(plain),
    ci95: clusterBootstrap(measured.values, random) ?? null,
    p: adjusted,
    verdict,
    neededQueries: verdict === 'inconclusive' ? neededFor(plain) : null,
  };
}

/**
 * Contribution of each component. v(S) is the mean score with the set S on, paired by question and clustered by persona. A verdict needs
 * the corrected p value; the verdict "none" needs the 90 % interval inside +-0.10 of 5.0.
 * @param questions each with a score for every set of the tier's design
 * @throws RangeError without questions, or if a set has no score
 */
export function contributionOf(
  tier: ContributionTier,
  questions: readonly QuestionScores[],
  tookMs: number,
): ContributionReport {
  if (questions.length === 0)
    throw new RangeError('Contribution needs at least one question with a score under every set.');
  const { sets, effects, note } = DESIGNS[tier];
  const valueIn =
    ({ scores }: QuestionScores) =>
    (set: ComponentSet) => {
      const score = scores.get(set);
      if (score === undefined) throw new RangeError(`There is no score for the set ${set}.`);
      return score;
    };
  const byQuestion = questions.map((question) => effects(valueIn(question)));
  const measured = RAG_COMPONENTS.map((_, i): Measured => {
    const values = questions.map(({ cluster }, q) => ({ cluster, value: byQuestion[q]?.[i] ?? 0 }));
    const fired = questions.filter((question) => ((question.fired >> i) & 1) === 1).length;
    return { values, fired, p: signFlip(values, new SeededRandom(`sign-flip/${i}`)) };
  });
  const adjusted = holm(measured.map((one) => one.p));
  const valueOf = (set: ComponentSet) => mean(questions.map((question) => valueIn(question)(set)));
  return {
    tier,
    queries: questions.length,
    configurations: sets.length,
    asked: questions.reduce((sum, question) => sum + question.asked, 0),
    valueOfAll: valueOf(sets.includes(ALL_COMPONENTS) ? ALL_COMPONENTS : (sets[0] ?? 0)),
    valueOfNone: sets.includes(0) ? valueOf(0) : null,
    components: RAG_COMPONENTS.flatMap((component, i) => {
      const one = measured[i];
      return one === undefined ? [] : [summed(component, one, adjusted[i] ?? 1)];
    }),
    notes: [note],
    tookMs,
  };
}

/** The contribution under its names in files and in the HTTP interface. */
export function toContributionRecord(report: ContributionReport) {
  const { valueOfAll, valueOfNone, tookMs, components, notes, ...rest } = report;
  return {
    ...rest,
    value_of_all: valueOfAll,
    value_of_none: valueOfNone,
    took_ms: tookMs,
    notes: [...notes],
    components: components.map(({ neededQueries, ci95, ...component }) => ({
      ...component,
      ci95: ci95 === null ? null : [...ci95],
      needed_queries: neededQueries,
    })),
  };
}
