import { ContributionReport } from '../../attribution/domain/contribution/contribution.js';
import { contributionTable } from './contribution-words.js';
import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { Improvement, typesOf, typesText } from '../../sessions/domain/improvement.js';
import { failedRows } from './report-course.js';
import { failuresByType, scoreDistribution } from './report-charts.js';
import { ReportBlock } from './report-document.js';
import { labelOf } from './report-labels.js';
import { ReportWords } from './report-words.js';
import { nameIn } from '../../personas/domain/persona.js';
import { CompleteSession } from '../../sessions/domain/session-artifacts.js';
import { TestResult } from '../../domain/test-result.js';
import { told } from '../../attribution/domain/localize-ko.js';
import { ComponentObservation, observeComponents, RAG_COMPONENTS } from '../../attribution/domain/trace-attribution.js';

const pointsText = (value: number | null, w: ReportWords): string =>
  value === null ? w.notMeasured : value.toFixed(2);

type Language = 'en' | 'ko';

/** Failures that the report shows in full. */
const WORST = 10;

const h3 = (text: string): ReportBlock => ({ kind: 'heading', level: 3, text });

/** Fifth section: dimensions, failure types, failure causes, and the worst answers in full. */
export function qualitySection(complete: CompleteSession, w: ReportWords, language: Language): ReportBlock[] {
  const { summary } = complete.outcome;
  const ci = summary.averageScoreCi95;
  const spread = ci === null ? '' : ` (95 %: ${ci[0].toFixed(2)}–${ci[1].toFixed(2)})`;
  return [
    { kind: 'text', text: `${w.averageScore}: ${pointsText(summary.averageScore, w)}${spread}` },
    {
      kind: 'table',
      head: [w.dimension, w.mean, w.most],
      rows: Object.entries(summary.dimensions ?? {}).map(([name, value]) => [
        labelOf(name, language),
        Number(value).toFixed(2),
        name === 'practicality' || name === 'actionability' ? '0.5' : '1.0',
      ]),
    },
    ...scoreDistribution(complete, w),
    ...failedRows(complete.results, language),
    ...failuresByType(complete, w, language),
    h3(w.causes),
    { kind: 'text', text: w.causesNote },
    ...causeTable(complete, w, language),
    h3(w.worst),
    ...worstAnswers(complete, w, language),
  ];
}

function causeTable({ outcome }: CompleteSession, w: ReportWords, language: Language): ReportBlock[] {
  if (outcome.causes.length === 0) return [{ kind: 'text', text: w.none }];
  const rows = outcome.causes.map(({ component, seenIn, failureType, resultIds, because }) => [
    component === null ? w.unknown : labelOf(component, language),
    labelOf(failureType, language),
    labelOf(seenIn, language),
    seenIn === 'answers' ? String(resultIds.length) : '-',
    told(because, language),
  ]);
  return [{ kind: 'table', head: [w.component, w.failureType, w.seenIn, w.count, w.becauseFirst], rows }];
}

function worstAnswers(complete: CompleteSession, w: ReportWords, language: Language): ReportBlock[] {
  const { results, personas } = complete;
  const failed = results.filter((r) => r.judgement.failureType !== null && r.judgement.score !== null);
  const order = [...failed].sort((a, b) => (a.judgement.score ?? 0) - (b.judgement.score ?? 0)).slice(0, WORST);
  if (order.length === 0) return [{ kind: 'text', text: w.none }];
  return order.flatMap((r, i) => [
    { kind: 'heading' as const, level: 4 as const, text: `${i + 1}. ${r.query}` },
    ...worstAnswer(r, { w, language, asker: nameIn(language, personas, r.personaId) }),
  ]);
}

function worstAnswer(
  r: TestResult,
  { w, language, asker }: { readonly w: ReportWords; readonly language: Language; readonly asker: string },
): ReportBlock[] {
  const { judgement, gold } = r;
  // A question of a dataset has neither a persona nor a difficulty.
  const about =
    r.expected === undefined ? [asker, labelOf(r.difficulty, language), labelOf(r.kind, language)] : [asker];
  const found = [labelOf(judgement.failureType ?? '', language), pointsText(judgement.score, w)];
  return [
    { kind: 'text', text: `${about.join(' · ')}: ${found.join(', ')}` },
    { kind: 'text', text: `${w.answer}:` },
    { kind: 'quote', text: r.answer ?? w.none },
    {
      kind: 'table',
      head: [w.claim, w.verdict, w.quote],
      rows: judgement.claims.map((c) => [told(c.claim, language), labelOf(c.verdict, language), c.quote ?? '-']),
    },
    { kind: 'text', text: `${w.reasons}: ${judgement.reasons.map((reason) => told(reason, language)).join(' ')}` },
    ...(gold.quote === null
      ? [{ kind: 'text' as const, text: r.hidden === undefined ? w.noGold : w.hiddenGold }]
      : [
          { kind: 'text' as const, text: `${w.gold} (${[gold.documentId, gold.section].filter(Boolean).join(' ')}):` },
          { kind: 'quote' as const, text: gold.quote },
        ]),
  ];
}

const isBetter = (before: number | null, after: number | null): boolean =>
  before !== null && after !== null && after < before;

/** Sixth section: the effect of each component on the answers of this session. */
export function contributionSection(
  { results, outcome }: CompleteSession,
  w: ReportWords,
  language: Language,
): ReportBlock[] {
  const observed = results.flatMap((r) => observeComponents(r.events, r.gold));
  const rows = RAG_COMPONENTS.map((component) =>
    row(
      component,
      observed.filter((o) => o.component === component),
    ),
  );
  return [
    { kind: 'text', text: w.observational },
    { kind: 'table', head: [w.component, w.fired, w.changedSets, w.rankBetterWorse, w.meanMs], rows },
    ...measuredContribution(outcome.contribution, language),
  ];
}

function measuredContribution(measured: ContributionReport | null | undefined, language: Language): ReportBlock[] {
  if (measured == null) return [];
  const { intro, head, rows, notes } = contributionTable(measured, language);
  return [
    { kind: 'text', text: intro },
    { kind: 'table', head, rows },
    { kind: 'list', items: notes },
  ];
}

function row(component: string, of: readonly ComponentObservation[]): string[] {
  const shown = of.filter((o) => o.fired !== null);
  const ranks = of.flatMap((o) => o.goldRank ?? []);
  const meanMs = shown.length === 0 ? null : shown.reduce((sum, o) => sum + o.tookMs, 0) / shown.length;
  const hasPassages = of.some((o) => o.changedPassages !== null);
  return [
    component,
    shown.length === 0 ? '-' : `${shown.filter((o) => o.fired === true).length} / ${shown.length}`,
    hasPassages ? String(of.filter((o) => (o.changedPassages ?? 0) > 0).length) : '-',
    ranks.length === 0
      ? '-'
      : `${ranks.filter((r) => isBetter(r.before, r.after)).length} / ${ranks.filter((r) => isBetter(r.after, r.before)).length}`,
    meanMs === null ? '-' : meanMs.toFixed(1),
  ];
}

/** Seventh section: suggestions from the failures, with their reasons. */
/** Proposals that the report shows; a failure may suggest dozens of synonyms, none of them verified yet. */
const SHOWN_PROPOSALS = 15;
const PRIORITIES: readonly Improvement['priority'][] = ['high', 'medium', 'low'];

const failuresOf = ({ evidence }: Improvement): number => {
  const ids = evidence['result_ids'];
  return Array.isArray(ids) ? ids.length : 0;
};

/** Urgent ones first, then those with more failures. */
const foremost = (improvements: readonly Improvement[]): readonly Improvement[] =>
  [...improvements].sort(
    (a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) || failuresOf(b) - failuresOf(a),
  );

/** How many of the failed questions and turns the chains explain: a type with one failure has none. */
function coverage(whys: readonly FiveWhys[], results: readonly TestResult[], w: ReportWords): ReportBlock[] {
  const failed = results.filter(({ judgement }) => judgement.failureType !== null);
  if (failed.length === 0) return [];
  const explained = new Set(whys.flatMap(({ resultIds }) => resultIds));
  const covered = failed.filter(({ resultId }) => explained.has(resultId)).length;
  return [{ kind: 'text', text: w.covered(covered, failed.length) }];
}

/** The failures of a chain with more than one, each with its own numbers. */
function chainMembers(
  { members = [] }: FiveWhys,
  results: readonly TestResult[],
  w: ReportWords,
  language: Language,
): ReportBlock[] {
  if (members.length < 2) return [];
  const queryOf = (id: string) => results.find(({ resultId }) => resultId === id)?.query ?? id;
  return [
    {
      kind: 'table',
      head: [w.chainRow, w.because, w.evidence],
      rows: members.map(({ resultId, because, evidence }) => [
        queryOf(resultId),
        told(because, language),
        told(evidence, language),
      ]),
    },
  ];
}

export function improvementSection(
  {
    complete: { results },
    whys,
    improvements,
  }: {
    readonly complete: CompleteSession;
    readonly whys: readonly FiveWhys[];
    readonly improvements: readonly Improvement[];
  },
  w: ReportWords,
  language: Language,
): ReportBlock[] {
  return [
    { kind: 'text', text: w.proposed },
    improvements.length === 0
      ? { kind: 'text', text: w.none }
      : {
          kind: 'table',
          head: [w.proposalId, w.type, w.priority, w.status, w.detail, w.value],
          rows: foremost(improvements)
            .slice(0, SHOWN_PROPOSALS)
            .map((i) => [
              i.id,
              labelOf(`type_${i.type}`, language),
              labelOf(`priority_${i.priority}`, language),
              labelOf(`status_${i.status}`, language),
              told(i.description, language),
              told(i.suggestedValue, language),
            ]),
        },
    ...(improvements.length <= SHOWN_PROPOSALS
      ? []
      : [{ kind: 'text' as const, text: w.moreProposed(improvements.length - SHOWN_PROPOSALS) }]),
    ...coverage(whys, results, w),
    ...whys.flatMap((found): ReportBlock[] => [
      h3(
        `5-Why: ${found.component === null ? w.unknown : labelOf(found.component, language)} (${typesText(typesOf(found, results), (type) => labelOf(type, language))})`,
      ),
      {
        kind: 'table',
        head: ['#', w.why, w.because, w.evidence],
        rows: found.whys.map((s, i) => [
          String(i + 1),
          ...[s.why, s.because, s.evidence].map((t) => told(t, language)),
        ]),
      },
      ...chainMembers(found, results, w, language),
    ]),
  ];
}
