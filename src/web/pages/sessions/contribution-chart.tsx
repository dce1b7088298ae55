import type { Result } from '../api/sessions.js';
import { BarChart } from '../parts/charts.js';
import { useSpeech } from '../words/language.js';
import { contributionsOf } from './contributions.js';

/** What each component brought: points where it was measured, else how often it fired, which is said. */
export function ContributionChart({ results }: { readonly results: readonly Result[] }) {
  const { say, name, percent } = useSpeech();
  const contributions = contributionsOf(results);
  const measured = contributions.flatMap(({ component, points }) => (points === null ? [] : [{ component, points }]));
  if (measured.length > 0) {
    const bars = measured
      .toSorted((a, b) => b.points - a.points)
      .map(({ component, points }) => ({
        key: component,
        label: name('component', component),
        value: points,
        shown: `${points > 0 ? '+' : ''}${points.toFixed(3)}`,
      }));
    return <BarChart caption={say('contribution')} bars={bars} />;
  }
  const bars = contributions.flatMap(({ component, fired }) =>
    fired === null
      ? []
      : [{ key: component, label: name('component', component), value: fired, shown: percent(fired) }],
  );
  if (bars.length === 0) return null;
  return <BarChart caption={say('firedObserved')} bars={bars} full={1} />;
}
