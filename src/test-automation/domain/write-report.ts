import { ComponentTest, passedCases } from './component-test.js';
import { FiveWhys } from './five-whys.js';
import { Improvement } from './improvement.js';
import { judgeCardBlocks } from './judge-trial/judge-card-report.js';
import { ReportBlock } from './report-document.js';
import { REPORT_WORDS, ReportWords } from './report-words.js';
import { CompleteSession } from './session-artifacts.js';
import { isFollowUp, isSingle } from './summary.js';
import { TestResult } from './test-result.js';
import { observeComponents, RAG_COMPONENTS } from './trace-attribution.js';

export interface ReportParts {
  readonly complete: CompleteSession;
  readonly whys: readonly FiveWhys[];
  readonly improvements: readonly Improvement[];
  readonly language: 'en' | 'ko';
}

const WORST = 10;
const h2 = (text: string): ReportBlock => ({ kind: 'heading', level: 2, text });
const percent = (rate: number | null, w: ReportWords) =>
  rate === null ? w.notMeasured : `${(100 * rate).toFixed(1)} %`;
const interval = (ci: readonly [number, number] | null) =>
  ci === null ? '-' : `${(100 * ci[0]).toFixed(1)}–${(100 * ci[1]).toFixed(1)} %`;
const points = (value: number | null, w: ReportWords) => (value === null ? w.notMeasured : value.toFixed(2));
const bars = (rates: Readonly<Record<string, number>>) =>
  Object.entries(rates).map(([name, value]) => ({ name, value }));

function startState({ complete: { session } }: ReportParts, w: ReportWords): ReportBlock[] {
  return [
    h2(`1. ${w.startState}`),
    {
      kind: 'table',
      head: [w.what, w.value],
      rows: [
        [w.session, session.sessionId],
        [w.seed, String(session.request.seed)],
        [w.started, session.startedAt ?? '-'],
        [w.ended, session.completedAt ?? '-'],
        [w.status, session.error === null ? session.status : `${session.status}: ${session.error}`],
        ...Object.entries(session.startState).map(([name, value]) => [name, String(value)]),
      ],
    },
  ];
}

function componentTests({ complete: { session } }: ReportParts, w: ReportWords): ReportBlock[] {
  const tests = session.componentTests ?? [];
  const words = { passed: w.yes, failed: w.no, not_available: w.notAvailable };
  return [
    h2(`2. ${w.componentTests}`),
    { kind: 'text', text: w.componentNote },
    tests.length === 0
      ? { kind: 'text', text: w.notMeasured }
      : {
          kind: 'table',
          head: [w.component, w.cases, w.passedCases, w.passed, 'ms'],
          rows: tests.map((test) => [
            test.component,
            String(test.cases.length),
            String(passedCases(test)),
            test.status === 'not_available' ? (test.note ?? w.notAvailable) : words[test.status],
            test.tookMs.toFixed(0),
          ]),
        },
    ...failedCases(tests, w),
  ];
}

function failedCases(tests: readonly ComponentTest[], w: ReportWords): ReportBlock[] {
  const rows = tests.flatMap(({ component, cases }) =>
    cases.filter((one) => !one.passed).map(({ name, found }) => [component, name, found]),
  );
  return rows.length === 0 ? [] : [{ kind: 'table', head: [w.component, w.failedCase, w.found], rows }];
}

function dynamicResults({ complete, language }: ReportParts, w: ReportWords): ReportBlock[] {
  const { summary, gates } = complete.outcome;
  return [
    h2(`3. ${w.dynamic}`),
    {
      kind: 'table',
      head: [w.what, w.value],
      rows: [
        [w.questions, String(summary.queries)],
        [w.verdicts, `${summary.success} / ${summary.partial} / ${summary.failed} / ${summary.notEvaluated}`],
        [w.successRate, `${percent(summary.successRate, w)} (95 %: ${interval(summary.successRateCi95)})`],
        [w.firstTry, percent(summary.firstTrySuccessRate, w)],
        [w.factChecks, percent(summary.factCheckRate, w)],
        [w.intent, percent(summary.intentAccuracy, w)],
      ],
    },
    ...summary.alarms.map((text): ReportBlock => ({ kind: 'text', text: `! ${text}` })),
    { kind: 'chart', name: w.byPersona, bars: bars(summary.byPersona) },
    { kind: 'chart', name: w.byDifficulty, bars: bars(summary.byDifficulty) },
    {
      kind: 'table',
      head: [w.gate, w.requirement, w.passed, w.detail],
      rows: gates.map((g) => [
        g.id,
        g.requirement,
        g.passed === null ? w.notMeasured : g.passed ? w.yes : w.no,
        g.detail,
      ]),
    },
    ...judgeCardBlocks(complete.outcome.judgeCards ?? [], language),
  ];
}

function dialogues({ complete }: ReportParts, w: ReportWords): ReportBlock[] {
  const { summary } = complete.outcome;
  const broken = complete.results.filter((r) => isFollowUp(r) && r.context?.kept === false);
  const scenarios = new Set(complete.results.flatMap((r) => (r.scenarioId === null ? [] : [r.scenarioId]))).size;
  return [
    h2(`4. ${w.dialogues}`),
    {
      kind: 'table',
      head: [w.what, w.value],
      rows: [
        [w.scenarios, String(scenarios)],
        [w.invalid, String(summary.invalidDialogues)],
        [w.followUps, percent(summary.followupSuccessRate, w)],
        [w.contextKept, percent(summary.contextRetentionRate, w)],
      ],
    },
    ...(broken.length === 0
      ? []
      : [{ kind: 'list' as const, items: broken.map((r) => `${r.query}: ${r.context?.rootCause ?? ''}`) }]),
  ];
}

function quality({ complete }: ReportParts, w: ReportWords): ReportBlock[] {
  const { summary } = complete.outcome;
  const ci = summary.averageScoreCi95;
  const spread = ci === null ? '' : ` (95 %: ${ci[0].toFixed(2)}–${ci[1].toFixed(2)})`;
  return [
    h2(`5. ${w.quality}`),
    { kind: 'text', text: `${w.averageScore}: ${points(summary.averageScore, w)}${spread}` },
    {
      kind: 'table',
      head: [w.dimension, w.mean],
      rows: Object.entries(summary.dimensions ?? {}).map(([name, value]) => [name, Number(value).toFixed(2)]),
    },
    {
      kind: 'table',
      head: [w.failureType, w.count],
      rows: Object.entries(summary.byFailureType).map(([type, count]) => [type, String(count)]),
    },
    { kind: 'heading', level: 3, text: w.worst },
    ...worst(complete.results, w),
  ];
}

function worst(results: readonly TestResult[], w: ReportWords): ReportBlock[] {
  const failed = results.filter((r) => r.judgement.failureType !== null && r.judgement.score !== null);
  const order = [...failed].sort((a, b) => (a.judgement.score ?? 0) - (b.judgement.score ?? 0)).slice(0, WORST);
  if (order.length === 0) return [{ kind: 'text', text: w.none }];
  return order.flatMap((r): ReportBlock[] => [
    {
      kind: 'text',
      text: `${r.query} (${r.personaId}, ${r.judgement.failureType ?? ''}, ${points(r.judgement.score, w)})`,
    },
    { kind: 'quote', text: r.answer ?? '' },
    {
      kind: 'table',
      head: [w.claim, w.verdict, w.quote],
      rows: r.judgement.claims.map((c) => [c.claim, c.verdict, c.quote ?? '-']),
    },
    { kind: 'text', text: `${w.gold}: ${r.gold.documentId ?? '-'} ${r.gold.section ?? ''} ${r.gold.quote ?? ''}` },
  ]);
}

function contribution({ complete: { results } }: ReportParts, w: ReportWords): ReportBlock[] {
  const rows = RAG_COMPONENTS.map((component) => {
    const of = results.flatMap((r) => observeComponents(r.events, r.gold).filter((o) => o.component === component));
    const changed = of.filter((o) => (o.changedPassages ?? 0) > 0).length;
    const better = of.filter((o) => o.goldRank !== null && isBetter(o.goldRank)).length;
    const worse = of.filter(
      (o) => o.goldRank !== null && isBetter({ before: o.goldRank.after, after: o.goldRank.before }),
    ).length;
    const tookMs = of.length === 0 ? 0 : of.reduce((sum, o) => sum + o.tookMs, 0) / of.length;
    return [
      component,
      String(of.filter((o) => o.fired === true).length),
      String(changed),
      `${better} / ${worse}`,
      tookMs.toFixed(1),
    ];
  });
  return [
    h2(`6. ${w.contribution}`),
    { kind: 'text', text: w.observational },
    { kind: 'table', head: [w.component, w.fired, w.changedSets, w.rankBetterWorse, 'ms'], rows },
  ];
}

const isBetter = ({ before, after }: { readonly before: number | null; readonly after: number | null }) =>
  before !== null && after !== null && after < before;

function improvements({ whys, improvements: list }: ReportParts, w: ReportWords): ReportBlock[] {
  return [
    h2(`7. ${w.improvements}`),
    { kind: 'text', text: w.noneApplied },
    list.length === 0
      ? { kind: 'text', text: w.none }
      : {
          kind: 'table',
          head: ['id', w.type, w.priority, w.detail, w.value],
          rows: list.map((i) => [i.id, i.type, i.priority, i.description, i.suggestedValue]),
        },
    ...whys.flatMap((found): ReportBlock[] => [
      { kind: 'heading', level: 3, text: `5-Why: ${found.failureType} (${found.resultIds.length})` },
      {
        kind: 'table',
        head: ['#', w.why, w.because, w.evidence],
        rows: found.whys.map((s, i) => [String(i + 1), s.why, s.because, s.evidence]),
      },
    ]),
  ];
}

function finalState({ complete }: ReportParts, w: ReportWords): ReportBlock[] {
  const failed = complete.outcome.gates.filter((g) => g.passed === false);
  const next = failed.length === 0 ? [w.allPassed] : failed.map((g) => `${g.id} (${g.requirement}): ${g.detail}`);
  return [h2(`8. ${w.finalState}`), { kind: 'list', items: next }];
}

/** The report of a session: the eight parts of the specification, in its order (REQ-E-006). */
export function writeReport(parts: ReportParts): ReportBlock[] {
  const w = REPORT_WORDS[parts.language];
  const title = `${w.title} ${parts.complete.session.sessionId}`;
  return [
    { kind: 'heading', level: 1, text: title },
    ...startState(parts, w),
    ...componentTests(parts, w),
    ...dynamicResults(parts, w),
    ...dialogues(parts, w),
    ...quality(parts, w),
    ...contribution(parts, w),
    ...improvements(parts, w),
    ...finalState(parts, w),
  ];
}

/** The language of most questions. */
export function languageOf({ results }: CompleteSession): 'en' | 'ko' {
  const single = results.filter(isSingle);
  return single.filter((r) => r.language === 'ko').length * 2 >= single.length ? 'ko' : 'en';
}
