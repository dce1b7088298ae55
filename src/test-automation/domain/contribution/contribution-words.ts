import { told } from '../localize-ko.js';
import { ContributionReport } from './contribution.js';

const HEAD = {
  en: ['component', 'fired', 'effect', '95 %', 'p (Holm)', 'verdict'],
  ko: ['컴포넌트', '발동', '효과', '95 %', 'p (Holm)', '판정'],
} as const;

function introOf(report: ContributionReport, language: 'en' | 'ko'): string {
  const { tier, configurations, queries, asked } = report;
  const all = report.valueOfAll.toFixed(3);
  const none = report.valueOfNone === null ? '' : `, v(none) = ${report.valueOfNone.toFixed(3)}`;
  return language === 'ko'
    ? `${tier}: 구성 ${configurations}개 x 질문 ${queries}개 중 ${asked}번을 실제로 물었다. v(all) = ${all} / 5${none}.`
    : `${tier}: ${configurations} configurations x ${queries} questions, of which ${asked} runs had to be asked; v(all) = ${all} of 5${none}.`;
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
    head: HEAD[language],
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
