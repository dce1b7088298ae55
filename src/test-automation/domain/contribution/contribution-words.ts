import { ContributionReport } from './contribution.js';

/** The measured contribution as the table and the notes of a report. */
export function contributionTable({
  tier,
  queries,
  configurations,
  asked,
  components,
  notes,
  valueOfAll,
  valueOfNone,
}: ContributionReport): {
  readonly intro: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
} {
  const none = valueOfNone === null ? '' : `, v(none) = ${valueOfNone.toFixed(3)}`;
  return {
    intro:
      `${tier}: ${configurations} configurations x ${queries} questions, of which ${asked} runs had to be asked; ` +
      `v(all) = ${valueOfAll.toFixed(3)} of 5${none}.`,
    head: ['component', 'fired', 'effect', '95 %', 'p (Holm)', 'verdict'],
    rows: components.map((c) => [
      c.component,
      String(c.fired),
      c.effect.toFixed(3),
      c.ci95 === null ? '-' : `${c.ci95[0].toFixed(3)} – ${c.ci95[1].toFixed(3)}`,
      c.p.toFixed(3),
      c.neededQueries === null ? c.verdict : `${c.verdict} (n ${c.neededQueries})`,
    ]),
    notes,
  };
}
