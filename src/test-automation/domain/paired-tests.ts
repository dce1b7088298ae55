import { SeededRandom } from './seeded-random.js';

/** log n! by summing; the numbers of queries are small. */
function logFactorial(n: number): number {
  let sum = 0;
  for (let i = 2; i <= n; i++) sum += Math.log(i);
  return sum;
}

/** P(X <= k) of a binomial variable with n fair trials. */
function fairBinomialCdf(k: number, n: number): number {
  const whole = logFactorial(n);
  let sum = 0;
  for (let i = 0; i <= k; i++) sum += Math.exp(whole - logFactorial(i) - logFactorial(n - i) - n * Math.LN2);
  return Math.min(1, sum);
}

/**
 * McNemar's exact test of two classifiers on the same queries; two-sided p value. 1 if nothing changed. Q. McNemar, Note on the sampling
 * error of the difference between correlated proportions. Psychometrika 12 (1947).
 * @param gained queries that failed before and pass now
 * @param lost queries that passed before and fail now
 */
export function mcNemar(gained: number, lost: number): number {
  const changed = gained + lost;
  return changed === 0 ? 1 : Math.min(1, 2 * fairBinomialCdf(Math.min(gained, lost), changed));
}

/** Up to this many differences all 2^n sign patterns are enumerated; beyond it, a sample. */
const EXACT_UP_TO = 14;
const SAMPLES = 10_000;

/** Sums within this distance of the observed one count as equal: rounding must not decide. */
const EPSILON = 1e-12;

/**
 * Sign-flip permutation test that paired differences have mean 0; two-sided p value. Differences of one cluster flip together,
 * since they are not independent. R. A. Fisher, The design of experiments (1935).
 */
export function signFlip(
  differences: readonly { readonly cluster: string; readonly value: number }[],
  random: SeededRandom,
): number {
  const sums = [...Map.groupBy(differences, (d) => d.cluster).values()]
    .map((members) => members.reduce((sum, m) => sum + m.value, 0))
    .filter((sum) => sum !== 0);
  if (sums.length === 0) return 1;
  const observed = Math.abs(sums.reduce((a, b) => a + b, 0)) - EPSILON;
  const extreme = (sign: (i: number) => boolean) =>
    Math.abs(sums.reduce((total, sum, i) => total + (sign(i) ? sum : -sum), 0)) >= observed;
  if (sums.length <= EXACT_UP_TO) {
    const all = 2 ** sums.length;
    let hits = 0;
    for (let signs = 0; signs < all; signs++) if (extreme((i) => ((signs >> i) & 1) === 1)) hits++;
    return hits / all;
  }
  let hits = 1;
  for (let i = 0; i < SAMPLES; i++) if (extreme(() => random.next() < 0.5)) hits++;
  return hits / (SAMPLES + 1);
}

/**
 * Holm's step-down correction: adjusted p values in the order given, each at most 1 and monotone in the raw ones.
 * S. Holm, A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6 (1979).
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, i) => ({ p, i })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let highest = 0;
  order.forEach(({ p, i }, rank) => {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)));
    adjusted[i] = highest;
  });
  return adjusted;
}
