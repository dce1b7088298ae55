import { ReportWords } from './report-words.js';

/** A share of 1 in percent. */
export const percent = (rate: number | null, w: ReportWords): string =>
  rate === null ? w.notMeasured : `${(100 * rate).toFixed(1)} %`;

export const interval = (ci: readonly [number, number] | null): string =>
  ci === null ? '-' : `${(100 * ci[0]).toFixed(1)}–${(100 * ci[1]).toFixed(1)} %`;

/** Points of 5. */
export const pointsText = (value: number | null, w: ReportWords): string =>
  value === null ? w.notMeasured : value.toFixed(2);
