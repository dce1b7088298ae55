import { told } from '../../attribution/domain/localize-ko.js';
import { ContributionReport } from '../../attribution/domain/contribution/contribution.js';

interface Measured {
  readonly tier: string;
  readonly configurations: number;
  readonly queries: number;
  readonly asked: number;
}

/** What the report says about the measured contribution of the components; `all` and `none` are the values with all and without any. */
export const CONTRIBUTION_WORDS = {
  en: {
    head: ['component', 'fired', 'effect', '95 %', 'p (Holm)', 'verdict'],
    intro: ({ tier, configurations, queries, asked }: Measured, all: string, none: string) =>
      `${tier}: ${configurations} configurations x ${queries} questions, of which ${asked} runs had to be asked; v(all) = ${all} of 5${none}.`,
  },
  ko: {
    head: ['컴포넌트', '발동', '효과', '95 %', 'p (Holm)', '판정'],
    intro: ({ tier, configurations, queries, asked }: Measured, all: string, none: string) =>
      `${tier}: 구성 ${configurations}개 x 질문 ${queries}개 중 ${asked}번을 실제로 물었다. v(all) = ${all} / 5${none}.`,
  },
} as const;

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
