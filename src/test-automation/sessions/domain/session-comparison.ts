import { clusterBootstrap, Interval } from '../../domain/interval.js';
import { mcNemar, signFlip } from '../../domain/paired-tests.js';
import { PolicyDifference } from './grading-policy.js';
import { ResultSummary } from './result-summary.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { clusterOf, isEvaluated, isSuccess } from './summary.js';
import { Verdict } from '../../domain/test-result.js';

/** A question that both sessions asked, with both outcomes. */
export interface ComparedQuestion {
  readonly questionId: string;
  readonly query: string;
  readonly base: Verdict;
  readonly candidate: Verdict;
  readonly scoreChange: number | null;
}

/** The results of two sessions on their shared questions. */
export interface ResultComparison {
  readonly pairedQueries: number;
  /** Questions of one session only, or not evaluated in one: in no figure below. */
  readonly unpaired: { readonly base: readonly string[]; readonly candidate: readonly string[] };
  /** Passed before, fail now; the greatest losses first. */
  readonly regressions: readonly ComparedQuestion[];
  readonly gains: readonly ComparedQuestion[];
  readonly successRateChange: number | null;
  /** McNemar's exact test of pass and fail. */
  readonly successP: number;
  readonly scoreChange: number | null;
  readonly scoreChangeCi95: Interval | null;
  /** Sign-flip permutation test of the scores. */
  readonly scoreP: number;
  /** Worse beyond chance, in passes or in scores. */
  readonly regressed: boolean;
  readonly verdict: 'better' | 'worse' | 'no effect' | 'inconclusive';
  /** For `inconclusive`: paired queries that would show a change of this size; null if unknown. */
  readonly neededQueries: number | null;
}

export interface SessionComparison extends ResultComparison {
  /** What differs between the rules that the two were graded by; null if one of them did not record its rules. */
  readonly policyDifferences: readonly PolicyDifference[] | null;
}

const ALPHA = 0.05;
/** A change of the mean score within this bound, of 5.0, counts as none if the whole 90 % interval is inside it. */
const EQUIVALENCE = 0.1;
/** Quantiles for 5 % two-sided and a power of 80 %. */
const Z_SUM = 1.959963984540054 + 0.8416212335729143;

interface Pair {
  readonly base: ResultSummary;
  readonly candidate: ResultSummary;
}

const keyOf = (r: ResultSummary) => `${r.questionId}/${r.turn ?? 0}`;

function pairsOf(base: readonly ResultSummary[], candidate: readonly ResultSummary[]) {
  const before = new Map(base.filter(isEvaluated).map((r) => [keyOf(r), r]));
  const after = new Map(candidate.filter(isEvaluated).map((r) => [keyOf(r), r]));
  const pairs: Pair[] = [];
  for (const [key, result] of before) {
    const other = after.get(key);
    if (other !== undefined && other.query === result.query) pairs.push({ base: result, candidate: other });
  }
  const paired = new Set(pairs.map((p) => keyOf(p.base)));
  const rest = (all: readonly ResultSummary[]) => all.filter((r) => !paired.has(keyOf(r))).map((r) => r.query);
  return { pairs, unpaired: { base: rest(base), candidate: rest(candidate) } };
}

function changeOf({ base, candidate }: Pair): number | null {
  return base.judgement.score === null || candidate.judgement.score === null
    ? null
    : candidate.judgement.score - base.judgement.score;
}

const compared = (pair: Pair): ComparedQuestion => ({
  questionId: pair.base.questionId,
  query: pair.base.query,
  base: pair.base.judgement.verdict,
  candidate: pair.candidate.judgement.verdict,
  scoreChange: changeOf(pair),
});

/** Pairs that show the observed mean difference with a power of 80 %: (z_a + z_b)^2 s^2 / d^2. */
function neededPairs(changes: readonly number[]): number | null {
  const mean = changes.reduce((a, b) => a + b, 0) / changes.length;
  if (changes.length < 2 || mean === 0) return null;
  const variance = changes.reduce((sum, c) => sum + (c - mean) ** 2, 0) / (changes.length - 1);
  return Math.max(changes.length + 1, Math.ceil((Z_SUM ** 2 * variance) / mean ** 2));
}

/**
 * Compares two sessions on their shared questions: McNemar for pass and fail, sign-flip permutation for scores, clustered by dialogue or
 * persona. "No effect" needs equivalence (the 90 % interval of the change inside +-0.10). Anything else is inconclusive, with the number of
 * queries that would decide.
 */
export function compareSessions(base: readonly ResultSummary[], candidate: readonly ResultSummary[]): ResultComparison {
  const { pairs, unpaired } = pairsOf(base, candidate);
  const lost = pairs.filter((p) => isSuccess(p.base) && !isSuccess(p.candidate));
  const gained = pairs.filter((p) => !isSuccess(p.base) && isSuccess(p.candidate));
  const changes = pairs.flatMap((p) => {
    const value = changeOf(p);
    return value === null ? [] : [{ cluster: clusterOf(p.base), value }];
  });
  const random = new SeededRandom('comparison');
  const successP = mcNemar(gained.length, lost.length);
  const scoreP = signFlip(changes, random);
  const scoreChange = changes.length === 0 ? null : changes.reduce((sum, c) => sum + c.value, 0) / changes.length;
  const isWorse =
    (successP < ALPHA && lost.length > gained.length) || (scoreP < ALPHA && scoreChange !== null && scoreChange < 0);
  const isBetter =
    (successP < ALPHA && gained.length > lost.length) || (scoreP < ALPHA && scoreChange !== null && scoreChange > 0);
  const narrow = clusterBootstrap(changes, random, 0.9);
  const isSame = narrow !== undefined && narrow[0] > -EQUIVALENCE && narrow[1] < EQUIVALENCE;
  const verdict = isWorse ? 'worse' : isBetter ? 'better' : isSame ? 'no effect' : 'inconclusive';
  const byLoss = (a: ComparedQuestion, b: ComparedQuestion) => (a.scoreChange ?? 0) - (b.scoreChange ?? 0);
  return {
    pairedQueries: pairs.length,
    unpaired,
    regressions: lost.map(compared).sort(byLoss),
    gains: gained.map(compared).sort((a, b) => byLoss(b, a)),
    successRateChange: pairs.length === 0 ? null : (gained.length - lost.length) / pairs.length,
    successP,
    scoreChange,
    scoreChangeCi95: clusterBootstrap(changes, random) ?? null,
    scoreP,
    regressed: isWorse,
    verdict,
    neededQueries: verdict === 'inconclusive' ? neededPairs(changes.map((c) => c.value)) : null,
  };
}
