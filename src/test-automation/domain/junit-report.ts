import { escapeMarkup } from './report-document.js';
import { CompleteSession } from './session-artifacts.js';
import { TestResult } from './test-result.js';

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

/** What of a session the report is made from. */
export interface JUnitParts {
  readonly session: Pick<CompleteSession['session'], 'sessionId'>;
  readonly results: CompleteSession['results'];
  readonly outcome: Pick<CompleteSession['outcome'], 'gates'>;
}

/** JUnit XML: what could not be evaluated is an error, anything but success a failure; gates are a suite of their own. */
export function toJUnit({ session, results, outcome }: JUnitParts): string {
  const failures = results.filter((r) => ['partial', 'failure'].includes(r.judgement.verdict)).length;
  const errors = results.filter((r) => r.judgement.verdict === 'not_evaluated').length;
  const gates = outcome.gates.map((gate) => {
    const open = `<testcase classname="gates" name="${escapeMarkup(`${gate.id} (${gate.requirement})`)}">`;
    if (gate.passed === null) return `${open}<skipped message="not measured"/></testcase>`;
    return gate.passed ? `${open}</testcase>` : `${open}<failure message="${escapeMarkup(gate.detail)}"/></testcase>`;
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
</testsuites>
`;
}
