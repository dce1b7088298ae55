import { told } from '../../attribution/domain/localize-ko.js';
import { CONTRIBUTION_WORDS } from './report-contribution-words.js';
import { ContributionReport } from '../../attribution/domain/contribution/contribution.js';

function introOf(report: ContributionReport, language: 'en' | 'ko'): string {
  const none = report.valueOfNone === null ? '' : `, v(none) = ${report.valueOfNone.toFixed(3)}`;
  return CONTRIBUTION_WORDS[language].intro(report, report.valueOfAll.toFixed(3), none);
}

/** The measured contribution as the table and the notes of a report. */
export function contributionTable(
  report: ContributionReport,
  language: 'en' | 'ko',
): {
  readonly intro: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
} {
  const verdict = (text: string) => told(text, language);
  return {
    intro: introOf(report, language),
    head: CONTRIBUTION_WORDS[language].head,
    rows: report.components.map((c) => [
      c.component,
      String(c.fired),
      c.effect.toFixed(3),
      c.ci95 === null ? '-' : `${c.ci95[0].toFixed(3)} – ${c.ci95[1].toFixed(3)}`,
      c.p.toFixed(3),
      c.neededQueries === null ? verdict(c.verdict) : `${verdict(c.verdict)} (n ${c.neededQueries})`,
    ]),
    notes: report.notes.map((note) => told(note, language)),
  };
}
