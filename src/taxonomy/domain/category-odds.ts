import { foldLabel } from '../../shared/domain/category-path.js';
import { CategoryEvidence } from './category-evidence.js';

/** Coefficients that convert evidence into probability. */
export interface Calibration {
  /** Exponents of the kinds of evidence in the odds; `named` is the natural logarithm of the factor for a full name. */
  readonly likeness: number;
  readonly nearness: number;
  readonly named: number;
  readonly area: number;
  /** Natural logarithm of the odds that a text belongs to none of the categories. */
  readonly elsewhere: number;
  /** Probability, for each step down, that the right category is not among the candidates. */
  readonly missed: number;
}

/** A lower bound: one absent kind of evidence does not rule out a category, and the smallest differences have a limited effect. */
const FLOOR = { likeness: 0.01, nearness: 0.1, area: 0.02 };

/** Share of the total similarity that is under the top category of each: a text between siblings still belongs to their area. */
function areaShares(categories: readonly CategoryEvidence[]): number[] {
  const sums = new Map<string, number>();
  const areas = categories.map(({ path }) => foldLabel(path[0] ?? ''));
  let total = 0;
  categories.forEach(({ likeness }, i) => {
    const area = areas[i] ?? '';
    sums.set(area, (sums.get(area) ?? 0) + likeness);
    total += likeness;
  });
  return areas.map((area) => (total === 0 ? 0 : (sums.get(area) ?? 0) / total));
}

/** Natural logarithm of the odds of each category (a log-linear model), in the order given. */
export function logOdds(categories: readonly CategoryEvidence[], by: Calibration): readonly number[] {
  const areas = areaShares(categories);
  return categories.map(
    ({ likeness, nearness, named }, i) =>
      by.likeness * Math.log(likeness + FLOOR.likeness) +
      by.nearness * Math.log(nearness + FLOOR.nearness) +
      by.named * named +
      by.area * Math.log((areas[i] ?? 0) + FLOOR.area),
  );
}
