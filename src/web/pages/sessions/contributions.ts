import type { Contribution, Result } from '../api/sessions.js';

/** A component in the chart. */
export interface ContributionBar {
  readonly component: string;
  readonly value: number;
  readonly shown: string;
  /** Key of the dictionary: `contributionVerdict_…`. */
  readonly verdict: string;
}

const signed = (points: number) => `${points > 0 ? '+' : ''}${points.toFixed(2)}`;

/** Measured contributions, the greatest gain first, with the interval if there is one. */
export function measuredBars({ components }: Pick<Contribution, 'components'>): readonly ContributionBar[] {
  return components
    .toSorted((a, b) => b.effect - a.effect)
    .map(({ component, effect, ci95, verdict }) => ({
      component,
      value: effect,
      shown: ci95 === null ? signed(effect) : `${signed(effect)} (${ci95.map(signed).join(' – ')})`,
      verdict,
    }));
}

/**
 * How often each component fired, over the results whose trace contains attributions. This is an observation and does
 * not prove an effect.
 */
export function firedShares(
  results: readonly Pick<Result, 'attribution'>[],
): readonly { readonly component: string; readonly share: number }[] {
  const told = results.flatMap(({ attribution }) =>
    attribution.flatMap(({ component, fired }) => (fired === null ? [] : [{ component, fired }])),
  );
  return [...new Set(told.map(({ component }) => component))].map((component) => {
    const mine = told.filter((observed) => observed.component === component);
    return { component, share: mine.filter(({ fired }) => fired).length / mine.length };
  });
}
