import type { Contribution, Result } from '../api/sessions.js';
import { BarChart } from '../parts/charts.js';
import { ServerText } from '../parts/server-text.js';
import { useSpeech } from '../words/language.js';
import { firedShares, measuredBars } from './contributions.js';

/** The contribution of each component in points of 5.0, measured by runs without it. */
export function MeasuredContribution({ contribution }: { readonly contribution: Contribution }) {
  const { say, name } = useSpeech();
  const { tier, queries, notes } = contribution;
  const bars = measuredBars(contribution).map(({ component, value, shown, verdict }) => ({
    key: component,
    label: name('component', component),
    value,
    shown: `${shown} · ${name('contributionVerdict', verdict)}`,
  }));
  return (
    <section>
      <h2>{say('contribution')}</h2>
      <BarChart caption={say('contributionOf', { tier: name('attribution', tier), queries })} bars={bars} />
      {notes.map((note) => (
        <p key={note} class="muted">
          <ServerText>{note}</ServerText>
        </p>
      ))}
    </section>
  );
}

/** How often each component fired, if nothing was measured. */
export function FiredChart({ results }: { readonly results: readonly Result[] }) {
  const { say, name, percent } = useSpeech();
  const bars = firedShares(results).map(({ component, share }) => ({
    key: component,
    label: name('component', component),
    value: share,
    shown: percent(share),
  }));
  return bars.length === 0 ? null : <BarChart caption={say('firedObserved')} bars={bars} full={1} />;
}
