import { gateState } from '../../sessions/domain/gates.js';
import { JudgeScorecard } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { escapeMarkup } from './report-document.js';
import { CompleteSession } from '../../sessions/domain/session-artifacts.js';
import { TestResult } from '../../domain/test-result.js';

function testCase(result: TestResult): string {
  const { judgement } = result;
  const name = escapeMarkup(
    result.scenarioId === null ? result.query : `${result.scenarioId} ${result.turn ?? 0}: ${result.query}`,
  );
  const open = `<testcase classname="${escapeMarkup(result.personaId)}" name="${name}" time="${(result.tookMs / 1000).toFixed(3)}">`;
  const text = escapeMarkup([...judgement.reasons, result.answer ?? result.error ?? ''].join('\n'));
  if (judgement.verdict === 'success') return `${open}</testcase>`;
  if (judgement.verdict === 'not_evaluated') return `${open}<error message="not evaluated">${text}</error></testcase>`;
  const type = judgement.failureType ?? 'FAILURE';
  return `${open}<failure type="${type}" message="${type} ${judgement.score ?? ''}">${text}</failure></testcase>`;
}

/** The parts of a session that the report uses. */
export interface JUnitParts {
  readonly session: Pick<CompleteSession['session'], 'sessionId'>;
  readonly results: CompleteSession['results'];
  readonly outcome: Pick<CompleteSession['outcome'], 'gates' | 'judgeCards'>;
}

const percent = (rate: number | null) => (rate === null ? '-' : `${(100 * rate).toFixed(1)} %`);

/** Quality of the judge: each kind of injected fault and of sound answer is a case, which fails below its floor. */
function judgeSuite(card: JudgeScorecard): string {
  const cases = card.rates.map(({ kind, language, is_fault, rate, limit, holds }) => {
    const name = `${is_fault ? 'catches' : 'lets pass'} ${kind} (${language})`;
    const open = `<testcase classname="${escapeMarkup(card.judge)}" name="${escapeMarkup(name)}">`;
    if (holds === null) return `${open}<skipped message="too few cases"/></testcase>`;
    const found = `${percent(rate)}, ${is_fault ? 'at least' : 'at most'} ${percent(limit)} wanted`;
    return holds ? `${open}</testcase>` : `${open}<failure message="${escapeMarkup(found)}"/></testcase>`;
  });
  const failed = card.rates.filter(({ holds }) => holds === false).length;
  return `<testsuite name="judge" tests="${cases.length}" failures="${failed}" errors="0">
<properties>
<property name="judge" value="${escapeMarkup(card.judge)}"/>
<property name="faults" value="${card.faults}"/>
<property name="sound_answers" value="${card.sound}"/>
<property name="catch_rate" value="${percent(card.catch_rate)}"/>
<property name="false_alarm_rate" value="${percent(card.false_alarm_rate)}"/>
</properties>
${cases.join('\n')}
</testsuite>
`;
}

/**
 * JUnit XML: a question that could not be evaluated is an error, anything but success a failure; the gates and each judge have their own
 * suites.
 */
export function toJUnit({ session, results, outcome }: JUnitParts): string {
  const failures = results.filter((r) => ['partial', 'failure'].includes(r.judgement.verdict)).length;
  const errors = results.filter((r) => r.judgement.verdict === 'not_evaluated').length;
  const gates = outcome.gates.map((gate) => {
    const open = `<testcase classname="gates" name="${escapeMarkup(`${gate.id} (${gate.requirement})`)}">`;
    if (gate.passed === null) return `${open}<skipped message="not measured"/></testcase>`;
    if (gate.passed) return `${open}</testcase>`;
    return `${open}<failure type="${gateState(gate)}" message="${escapeMarkup(gate.detail)}"/></testcase>`;
  });
  const failedGates = outcome.gates.filter((gate) => gate.passed === false).length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeMarkup(session.sessionId)}">
<testsuite name="questions" tests="${results.length}" failures="${failures}" errors="${errors}">
${results.map(testCase).join('\n')}
</testsuite>
<testsuite name="gates" tests="${gates.length}" failures="${failedGates}" errors="0">
${gates.join('\n')}
</testsuite>
${(outcome.judgeCards ?? []).map(judgeSuite).join('')}</testsuites>
`;
}
