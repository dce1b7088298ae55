/** A number with its 95 % interval and the number of questions. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
  /** Of a share: how many of the n. */
  readonly hits?: number;
}

/** A stated probability and whether the answer was right. */
export interface Forecast {
  readonly probability: number;
  readonly right: boolean;
}

const Z = 1.96;
const RESAMPLES = 400;

/** Share with Wilson's interval. */
export function share(hits: number, n: number): Estimate {
  if (n === 0) return { value: NaN, low: NaN, high: NaN, n };
  const p = hits / n;
  const centre = (p + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2));
  return { value: p, low: Math.max(0, centre - half), high: Math.min(1, centre + half), n, hits };
}

/** Probability that a positive scores above a negative; ties count half. */
export function rankingArea(positives: readonly number[], negatives: readonly number[]): number {
  if (positives.length === 0 || negatives.length === 0) return NaN;
  const sorted = [...negatives].sort((a, b) => a - b);
  const below = (x: number, orEqual: boolean) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const value = sorted[middle]!;
      if (value < x || (orEqual && value === x)) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  let area = 0;
  for (const x of positives) area += (below(x, false) + below(x, true)) / 2;
  return area / (positives.length * negatives.length);
}

const BINS = 10;

/** A way to put forecasts into bins. */
export type Binning = (forecasts: readonly Forecast[]) => readonly (readonly Forecast[])[];

/** Bins of equal count. */
export const fullBins: Binning = (forecasts) => {
  const sorted = [...forecasts].sort((a, b) => a.probability - b.probability);
  const edge = (bin: number) => Math.floor((bin * sorted.length) / BINS);
  return Array.from({ length: BINS }, (_, bin) => sorted.slice(edge(bin), edge(bin + 1)));
};

/** Bins of the same width: .0 to .1, .1 to .2 and so on. */
export const evenBins: Binning = (forecasts) =>
  Array.from({ length: BINS }, (_, bin) =>
    forecasts.filter((f) => Math.min(BINS - 1, Math.floor(f.probability * BINS)) === bin),
  );

/** Mean distance of stated and reached over bins (Naeini 2015). */
export function calibrationError(forecasts: readonly Forecast[], binning: Binning = fullBins): number {
  if (forecasts.length === 0) return NaN;
  let error = 0;
  for (const bin of binning(forecasts)) {
    if (bin.length === 0) continue;
    const stated = bin.reduce((sum, f) => sum + f.probability, 0) / bin.length;
    const reached = bin.filter((f) => f.right).length / bin.length;
    error += (bin.length / forecasts.length) * Math.abs(stated - reached);
  }
  return error;
}

/** A seeded generator, so that intervals do not change from run to run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function resample<T>(items: readonly T[], random: () => number): T[] {
  return items.map(() => items[Math.floor(random() * items.length)]!);
}

function percentiles(values: readonly number[]): { readonly low: number; readonly high: number } {
  const sorted = [...values].sort((a, b) => a - b);
  return { low: sorted[Math.floor(0.025 * sorted.length)]!, high: sorted[Math.ceil(0.975 * sorted.length) - 1]! };
}

/** Area under the curve with a bootstrap interval. */
export function areaEstimate(positives: readonly number[], negatives: readonly number[]): Estimate {
  const random = seededRandom(1);
  const draws = Array.from({ length: RESAMPLES }, () =>
    rankingArea(resample(positives, random), resample(negatives, random)),
  );
  return {
    value: rankingArea(positives, negatives),
    ...percentiles(draws),
    n: positives.length + negatives.length,
  };
}

/** Calibration error with a bootstrap interval; resampling adds noise, so that the interval is biased upwards. */
export function calibrationEstimate(forecasts: readonly Forecast[], binning: Binning = fullBins): Estimate {
  const random = seededRandom(2);
  const draws = Array.from({ length: RESAMPLES }, () => calibrationError(resample(forecasts, random), binning));
  return { value: calibrationError(forecasts, binning), ...percentiles(draws), n: forecasts.length };
}
