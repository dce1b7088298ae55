import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { Improvement } from '../../sessions/domain/improvement.js';
import { GateState, gateState } from '../../sessions/domain/gates.js';
import { courseRows, followUpRows } from './report-course.js';
import { policyAppendix } from './report-policy.js';
import { plainBaseline } from './report-baseline.js';
import { judgeScorecardBlocks } from './judge-scorecard-report.js';
import { askedFor, bothDifficulties, successByDifficulty, successByPersona, trendOfSessions } from './report-charts.js';
import { ReportBlock } from './report-document.js';
import { contributionSection, improvementSection, qualitySection } from './report-findings.js';
import { DATASET_PERSONA } from '../../domain/question.js';
import { interval, labelOf, percent } from './report-labels.js';
import { REPORT_WORDS, ReportWords } from './report-words.js';
import { CompleteSession } from '../../sessions/domain/session-artifacts.js';
import { measuredRange } from '../../sessions/domain/measured-range.js';
import { isFollowUp, isSingle } from '../../sessions/domain/summary.js';
import { SessionGate } from '../../domain/session-request.js';
import { told } from '../../attribution/domain/localize-ko.js';
import { ComponentTest, passedCases } from '../../attribution/domain/component-tester.js';

export interface ReportParts {
  readonly complete: CompleteSession;
  readonly whys: readonly FiveWhys[];
  readonly improvements: readonly Improvement[];
  readonly language: 'en' | 'ko';
}

type Section = (parts: ReportParts, w: ReportWords) => ReportBlock[];

const plain = (value: unknown): string =>
  value === null || value === undefined ? '-' : typeof value === 'string' ? value : JSON.stringify(value);

const isOfDataset = ({ session }: CompleteSession): boolean => session.request.datasetId !== undefined;

const datasetName = ({ personas, session }: CompleteSession): string =>
  personas.find(({ id }) => id === DATASET_PERSONA)?.name ?? session.request.datasetId ?? '';

/** The outcome of the session in one paragraph. */
function inShort({ complete }: ReportParts, w: ReportWords): ReportBlock[] {
  const { summary, gates } = complete.outcome;
  const personas = new Set(complete.results.filter(isSingle).map((r) => r.personaId)).size;
  const inState = (state: GateState) => gates.filter((gate) => gateState(gate) === state).length;
  const [below, few] = [inState('below'), inState('too_few')];
  const rate = `${percent(summary.successRate, w)} (95 %: ${interval(summary.successRateCi95)})`;
  return [
    {
      kind: 'text',
      text: isOfDataset(complete)
        ? w.askedDataset(datasetName(complete), summary.queries, rate)
        : w.asked(personas, summary.queries, rate),
    },
    ...(below + few === 0 ? [{ kind: 'text' as const, text: w.gatesHeld }] : []),
    ...(below === 0 ? [] : [{ kind: 'text' as const, text: w.gatesLost(below, gates.length) }]),
    ...(few === 0 ? [] : [{ kind: 'text' as const, text: w.gatesUndecided(few, gates.length) }]),
  ];
}

const startState: Section = ({ complete: { session }, language }, w) => [
  {
    kind: 'table',
    head: [w.what, w.value],
    rows: [
      [w.session, session.sessionId],
      [w.seed, String(session.request.seed)],
      [w.started, session.startedAt ?? '-'],
      [w.ended, session.completedAt ?? '-'],
      [
        w.status,
        `${labelOf(session.status, language)}${session.error === null ? '' : `: ${told(session.error, language)}`}`,
      ],
      [w.staticTests, testedText(session.componentTests ?? [], w)],
      ...Object.entries(session.startState).map(([name, value]) => [labelOf(name, language), plain(value)]),
    ],
  },
];

function testedText(tests: readonly ComponentTest[], w: ReportWords): string {
  const cases = tests.reduce((sum, test) => sum + test.cases.length, 0);
  const passed = tests.reduce((sum, test) => sum + passedCases(test), 0);
  return cases === 0 ? w.notMeasured : `${passed} / ${cases} (${percent(passed / cases, w)})`;
}

const componentTests: Section = ({ complete: { session }, language }, w) => {
  const tests = session.componentTests ?? [];
  if (tests.length === 0) return [{ kind: 'text', text: w.notMeasured }];
  const words = { passed: w.yes, failed: w.no, not_available: w.notAvailable };
  return [
    { kind: 'text', text: w.componentNote },
    {
      kind: 'table',
      head: [w.component, w.cases, w.passedCases, w.passed, 'ms'],
      rows: tests.map((test) => [
        test.component,
        String(test.cases.length),
        String(passedCases(test)),
        test.status === 'not_available' ? told(test.note ?? w.notAvailable, language) : words[test.status],
        test.tookMs.toFixed(0),
      ]),
    },
    ...failedCases(tests, w, language),
  ];
};

function failedCases(tests: readonly ComponentTest[], w: ReportWords, language: 'en' | 'ko'): ReportBlock[] {
  const rows = tests.flatMap(({ component, cases }) =>
    cases.filter((one) => !one.passed).map((one) => [component, told(one.name, language), told(one.found, language)]),
  );
  return rows.length === 0 ? [] : [{ kind: 'table', head: [w.component, w.failedCase, w.found], rows }];
}

const dynamicResults: Section = ({ complete, language }, w) => {
  const { summary, gates } = complete.outcome;
  return [
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
        ...courseRows(complete.results, language),
      ],
    },
    ...summary.alarms.map((text): ReportBlock => ({ kind: 'text', text: `! ${told(text, language)}` })),
    ...discarded(complete, w, language),
    ...plainBaseline(complete, w),
    // The questions of a dataset have neither personas nor difficulties.
    ...(isOfDataset(complete)
      ? []
      : [
          ...successByPersona(complete, w, language),
          ...successByDifficulty(complete, w, language),
          ...bothDifficulties(complete, w, language),
        ]),
    {
      kind: 'table',
      head: [w.questionKind, w.successRate],
      rows: Object.entries(summary.byKind).map(([kind, rate]) => [labelOf(kind, language), percent(rate, w)]),
    },
    ...askedFor(complete, w, language),
    ...judgeScorecardBlocks(
      complete.outcome.judgeCards ?? [],
      language,
      measuredRange(complete.results, complete.outcome.judgeCards ?? []),
    ),
    { kind: 'text', text: w.gateNote },
    {
      kind: 'table',
      head: [w.gate, w.requirement, w.measured, w.interval95, w.threshold, w.passed],
      rows: gates.map((gate) => gateRow(gate, w, language)),
    },
    ...trendOfSessions(complete, w),
  ];
};

/** Paraphrases and discarded questions, by the reason of the gate that refused them. */
function discarded({ questions }: CompleteSession, w: ReportWords, language: 'en' | 'ko'): ReportBlock[] {
  const rows = Object.entries(questions.discarded).map(([reason, count]) => [labelOf(reason, language), String(count)]);
  if (rows.length === 0 && questions.paraphrased === undefined) return [];
  const ofModel = Object.entries(questions.discarded).filter(([reason]) => reason.startsWith('paraphrase_'));
  const thrownAway = ofModel.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...(questions.paraphrased === undefined
      ? []
      : [{ kind: 'text' as const, text: w.paraphrased(questions.paraphrased, thrownAway) }]),
    ...(rows.length === 0 ? [] : [{ kind: 'table' as const, head: [w.discardedFor, w.count], rows }]),
  ];
}

function gateRow(gate: SessionGate, w: ReportWords, language: 'en' | 'ko') {
  const { id, requirement, value, ci95, threshold } = gate;
  const result = { passed: w.yes, below: w.no, too_few: w.tooFew, not_measured: w.notMeasured }[gateState(gate)];
  return [labelOf(id, language), requirement, percent(value, w), interval(ci95), percent(threshold, w), result];
}

const dialogues: Section = ({ complete, language }, w) => {
  if (isOfDataset(complete)) return [{ kind: 'text', text: w.noDialogues }];
  const { summary } = complete.outcome;
  const turns = complete.results.filter((r) => r.scenarioId !== null);
  const broken = turns.filter((r) => isFollowUp(r) && r.context?.kept === false);
  return [
    {
      kind: 'table',
      head: [w.what, w.value],
      rows: [
        [w.scenarios, String(new Set(turns.map((r) => r.scenarioId)).size)],
        [w.turns, String(turns.length)],
        [w.invalid, String(summary.invalidDialogues)],
        [w.followUps, percent(summary.followupSuccessRate, w)],
        [w.contextKept, percent(summary.contextRetentionRate, w)],
        ...followUpRows(complete, language),
      ],
    },
    ...(broken.length === 0
      ? []
      : [
          { kind: 'text' as const, text: w.broken },
          {
            kind: 'list' as const,
            items: broken.map((r) => `${r.query}: ${told(r.context?.rootCause ?? '', language)}`),
          },
        ]),
  ];
};

/** Next steps: the missed gates, and the components with the most failures. */
const finalState: Section = ({ complete, language }, w) => {
  const { gates, causes } = complete.outcome;
  const lost = gates.filter((gate) => gate.passed === false);
  const listed = (state: GateState, title: string): ReportBlock[] => {
    const items = lost
      .filter((gate) => gateState(gate) === state)
      .map((gate) => `${labelOf(gate.id, language)} (${gate.requirement}): ${told(gate.detail, language)}`);
    return items.length === 0
      ? []
      : [
          { kind: 'text', text: title },
          { kind: 'list', items },
        ];
  };
  const parts = causes.filter((cause) => cause.component !== null).slice(0, 3);
  return [
    ...(lost.length === 0 ? [{ kind: 'text' as const, text: w.allPassed }] : []),
    ...listed('below', w.missed),
    ...listed('too_few', w.undecided),
    ...(parts.length === 0
      ? []
      : [
          { kind: 'text' as const, text: w.next },
          {
            kind: 'list' as const,
            items: parts.map(
              ({ component, failureType, because }) =>
                `${labelOf(component ?? '', language)}, ${labelOf(failureType, language)}: ${told(because, language)}`,
            ),
          },
        ]),
  ];
};

/** The report of a session: the eight sections of the specification, in its order (REQ-E-006), and how it was graded. */
export function writeReport(parts: ReportParts): ReportBlock[] {
  const { complete, language } = parts;
  const w = REPORT_WORDS[language];
  const sections: readonly (readonly [string, ReportBlock[]])[] = [
    [w.startState, startState(parts, w)],
    [w.componentTests, componentTests(parts, w)],
    [w.dynamic, dynamicResults(parts, w)],
    [w.dialogues, dialogues(parts, w)],
    [w.quality, qualitySection(complete, w, language)],
    [w.contribution, contributionSection(complete, w, language)],
    [w.improvements, improvementSection(parts, w, language)],
    [w.finalState, finalState(parts, w)],
  ];
  return [
    { kind: 'heading', level: 1, text: `${w.title} ${complete.session.request.name ?? complete.session.sessionId}` },
    ...inShort(parts, w),
    ...sections.flatMap(([title, blocks], i): ReportBlock[] => [
      { kind: 'heading', level: 2, text: `${i + 1}. ${title}` },
      ...blocks,
    ]),
    ...policyAppendix(complete.session.policy, language),
  ];
}

/** The language of most questions. */
export function languageOf({ results }: CompleteSession): 'en' | 'ko' {
  const single = results.filter(isSingle);
  return single.filter((r) => r.language === 'ko').length * 2 >= single.length ? 'ko' : 'en';
}
