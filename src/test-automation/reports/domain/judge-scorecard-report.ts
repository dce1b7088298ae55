import { ReportBlock } from './report-document.js';
import { JUDGE_WORDS } from './report-judge-words.js';
import { labelOf } from './report-labels.js';
import { FormRate } from '../../judge/domain/judge-calibration/form-rates.js';
import { MeasuredRange } from '../../sessions/domain/measured-range.js';
import { JudgeScorecard, TrialRate } from '../../judge/domain/judge-calibration/judge-scorecard.js';

const percent = (rate: number | null) => (rate === null ? '-' : `${(100 * rate).toFixed(1)} %`);

function row(rate: TrialRate, language: 'en' | 'ko'): string[] {
  const w = JUDGE_WORDS[language];
  const limit = `${(100 * rate.limit).toFixed(0)} %`;
  return [
    rate.is_fault ? labelOf(rate.kind, language) : `${w.alarm} ${labelOf(rate.kind, language)}`,
    labelOf(rate.language, language),
    String(rate.cases),
    percent(rate.rate),
    rate.ci95 === null ? '-' : `${(100 * rate.ci95[0]).toFixed(0)}–${(100 * rate.ci95[1]).toFixed(0)} %`,
    rate.is_fault ? limit : `${w.most} ${limit}`,
    rate.holds === null ? w.few : rate.holds ? w.yes : w.no,
  ];
}

function formRow(rate: FormRate, language: 'en' | 'ko'): string[] {
  const w = JUDGE_WORDS[language];
  return [
    labelOf(`form_${rate.form}`, language),
    labelOf(rate.language, language),
    rate.cited ? w.cited : w.uncited,
    String(rate.right),
    percent(rate.refused),
    String(rate.wrong),
    percent(rate.caught),
  ];
}

function rangeText({ outside, answers, leastOverlap }: MeasuredRange, language: 'en' | 'ko'): ReportBlock {
  const w = JUDGE_WORDS[language];
  const least = percent(leastOverlap);
  return { kind: 'text', text: outside === 0 ? w.inside(answers, least) : w.outside(outside, answers, least) };
}

const ratesOf = (card: JudgeScorecard) => [percent(card.catch_rate), percent(card.false_alarm_rate)] as const;

/** The faults of scope are in no other rate. */
const scopeText = (card: JudgeScorecard, language: 'en' | 'ko'): readonly string[] =>
  card.scope_faults === undefined
    ? []
    : [JUDGE_WORDS[language].ofScope(card.scope_faults, percent(card.scope_catch_rate ?? null))];

/** The section of a report that says how far its verdicts can be believed. */
export function judgeScorecardBlocks(
  cards: readonly JudgeScorecard[],
  language: 'en' | 'ko',
  range?: MeasuredRange,
): ReportBlock[] {
  const w = JUDGE_WORDS[language];
  const title: ReportBlock = { kind: 'heading', level: 3, text: w.title };
  if (cards.length === 0) return [title, { kind: 'text', text: w.none }];
  return [
    title,
    ...cards.flatMap((card): ReportBlock[] => [
      { kind: 'text', text: [w.intro(card), w.total(...ratesOf(card)), ...scopeText(card, language)].join(' ') },
      ...(card.not_evaluated === 0 ? [] : [{ kind: 'text' as const, text: w.left(card.not_evaluated) }]),
      { kind: 'table', head: w.head, rows: card.rates.map((rate) => row(rate, language)) },
      ...(card.forms === undefined || card.forms.length === 0
        ? []
        : [{ kind: 'table' as const, head: w.forms, rows: card.forms.map((rate) => formRow(rate, language)) }]),
    ]),
    ...(range === undefined ? [] : [rangeText(range, language)]),
  ];
}
