import { SeededRandom } from './seeded-random.js';

export type Interval = readonly [low: number, high: number];

/** 97.5th percentile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * Wilson's score interval of a rate, clamped to 0..1; undefined without trials. E. B. Wilson, Probable inference, the law of succession,
 * and statistical inference. JASA 22 (1927).
 * @param z quantile of the normal distribution; 1.96 gives 95 %
 */
export function wilson(successes: number, trials: number, z: number = Z_95): Interval | undefined {
  if (trials === 0) return undefined;
  const rate = successes / trials;
  const spread = z * z;
  const centre = (rate + spread / (2 * trials)) / (1 + spread / trials);
  const half = (z / (1 + spread / trials)) * Math.sqrt((rate * (1 - rate)) / trials + spread / (4 * trials * trials));
  return [Math.max(0, Math.min(rate, centre - half)), Math.min(1, Math.max(rate, centre + half))];
}

/**
 * Number of trials at the observed rate whose lower bound of Wilson's interval reaches the threshold; undefined if the rate itself is not
 * above the threshold.
 */
export function trialsToPass(rate: number, threshold: number): number | undefined {
  if (rate <= threshold) return undefined;
  const holds = (n: number) => (wilson(rate * n, n)?.[0] ?? 0) >= threshold;
  let high = 1;
  while (!holds(high)) {
    if (high > 1e9) return undefined;
    high *= 2;
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function resampledMean(
  clusters: readonly { readonly sum: number; readonly size: number }[],
  random: SeededRandom,
): number {
  let sum = 0;
  let size = 0;
  for (let i = 0; i < clusters.length; i++) {
    const drawn = clusters[random.below(clusters.length)];
    sum += drawn?.sum ?? 0;
    size += drawn?.size ?? 0;
  }
  return sum / size;
}

function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

const RESAMPLES = 2000;

/**
 * Percentile interval of the mean for clustered values (a dialogue, a persona): whole clusters are drawn with replacement. Undefined with
 * fewer than two clusters, which have no spread. A. C. Cameron, J. B. Gelbach, D. L. Miller, Bootstrap-based improvements for inference
 * with clustered errors (2008).
 * @param level share of the resamples inside the interval
 */
export function clusterBootstrap(
  values: readonly { readonly cluster: string; readonly value: number }[],
  random: SeededRandom,
  level = 0.95,
): Interval | undefined {
  // The mean of a resample needs only the sum and the size of each cluster.
  const clusters = [...Map.groupBy(values, (v) => v.cluster).values()].map((members) => ({
    sum: members.reduce((sum, member) => sum + member.value, 0),
    size: members.length,
  }));
  if (clusters.length < 2) return undefined;
  const means = new Float64Array(RESAMPLES).map(() => resampledMean(clusters, random)).sort();
  return [quantile(means, (1 - level) / 2), quantile(means, (1 + level) / 2)];
}
