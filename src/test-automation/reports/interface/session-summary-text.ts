import { CompleteSession } from '../../sessions/domain/session-artifacts.js';
import { measuredRange } from '../../sessions/domain/measured-range.js';
import { EndedSession } from '../../sessions/application/run-to-completion.js';
import { GateState, gateState } from '../../sessions/domain/gates.js';
import { tooFewToPass } from '../../sessions/domain/gate-size.js';
import { CostEstimate } from '../../sessions/domain/session-budget.js';
import { SessionComparison } from '../../sessions/domain/session-comparison.js';
import { TestSession } from '../../sessions/domain/test-session.js';

const percent = (rate: number | null) => (rate === null ? 'not measured' : `${(100 * rate).toFixed(1)} %`);
const points = (score: number | null) => (score === null ? 'not measured' : `${score.toFixed(2)} of 5`);
const MARKS: Readonly<Record<GateState, string>> = { passed: 'ok', below: 'FAIL', too_few: 'FEW', not_measured: '-' };

/** Plain words about sessions that were graded by different rules: their verdicts do not mean the same. */
function policyLines({ policyDifferences: differences }: SessionComparison): string[] {
  if (differences === null) return ['  ! one of the two sessions did not record its grading policy'];
  if (differences.length === 0) return [];
  const shown = (value: string | number | null) => (value === null ? 'not set' : String(value));
  return [
    '  ! graded by different policies, so that a change may come from the policy:',
    ...differences.map(({ name, base, candidate }) => `      ${name}: ${shown(base)} before, ${shown(candidate)} now`),
  ];
}

function comparisonLines(found: SessionComparison): string[] {
  const lines = [`Compared on ${found.pairedQueries} questions: ${found.verdict}.`];
  for (const { query, scoreChange } of found.regressions)
    lines.push(`  lost   ${query}${scoreChange === null ? '' : ` (${scoreChange.toFixed(2)})`}`);
  for (const { query } of found.gains) lines.push(`  gained ${query}`);
  const p = `success p = ${found.successP.toFixed(3)}, score p = ${found.scoreP.toFixed(3)}`;
  const more = found.neededQueries === null ? '' : `; ${found.neededQueries} paired questions would decide`;
  return [...lines, `  ${p}${more}`, ...policyLines(found)];
}

/** Before a session runs: its number of questions, its possible cost, and the gates that it is too short to decide. */
export const planLines = (estimate: CostEstimate, { request, planned }: Pick<TestSession, 'request' | 'planned'>) => [
  estimateLine(estimate, planned),
  ...tooFewToPass({ queries: planned.queries, followUps: request.scenarios * request.turns }),
];

/** Number of questions of a session and its possible cost. */
function estimateLine(
  { answers, judging, paraphrasing, costUsd, basis }: CostEstimate,
  { queries, turns }: { readonly queries: number; readonly turns: number },
): string {
  const model = judging + paraphrasing === 0 ? '' : `, up to ${judging + paraphrasing} calls to judge and to word them`;
  const cost = costUsd === null ? '' : ` US$ ${costUsd[0].toFixed(2)} to ${costUsd[1].toFixed(2)}.`;
  return `${queries} questions and ${turns} turns: ${answers[0]} to ${answers[1]} answers${model}.${cost} ${basis}`;
}

const underPolicies = ({ policyDifferences: differences }: SessionComparison): string =>
  differences === null || differences.length === 0 ? '' : ', which was graded by another policy';

/** Why the session passes or fails. */
function resultLine({ session, outcome }: EndedSession['complete'], comparison: SessionComparison | undefined): string {
  const named = (state: GateState) => outcome.gates.filter((gate) => gateState(gate) === state).map(({ id }) => id);
  const [below, few, unmeasured] = [named('below'), named('too_few'), named('not_measured')];
  const why = [
    ...(session.status === 'completed' ? [] : [`the session is ${session.status}`]),
    ...(below.length === 0 ? [] : [`below the gate: ${below.join(', ')}`]),
    ...(few.length === 0 ? [] : [`right often enough, but too few questions to prove it: ${few.join(', ')}`]),
    ...(unmeasured.length === 0 ? [] : [`could not be measured: ${unmeasured.join(', ')}`]),
    ...(comparison?.regressed === true
      ? [`worse than the session it was compared with${underPolicies(comparison)}`]
      : []),
  ];
  return why.length === 0 ? 'Result: passed' : `Result: not passed (${why.join('; ')})`;
}

/** Output of the command line at the end, one line each. */
export function summaryLines({ complete, comparison }: EndedSession, folder: string): string[] {
  const { session, outcome } = complete;
  const { summary, gates } = outcome;
  return [
    `Session ${session.sessionId}: ${session.status}${session.error === null ? '' : ` (${session.error})`}`,
    `  questions   ${summary.queries}: ${summary.success} success, ${summary.partial} partial, ${summary.failed} failure, ${summary.notEvaluated} not evaluated`,
    `  success     ${percent(summary.successRate)}, on the first answer ${percent(summary.firstTrySuccessRate)}`,
    `  score       ${points(summary.averageScore)}`,
    `  follow-ups  ${percent(summary.followupSuccessRate)}, context kept ${percent(summary.contextRetentionRate)}`,
    ...Object.entries(summary.byFailureType).map(([type, count]) => `  ${type.padEnd(18)} ${count}`),
    ...summary.alarms.map((alarm) => `  ! ${alarm}`),
    ...gates.map((gate) => `  ${MARKS[gateState(gate)].padEnd(5)}${gate.id} (${gate.requirement}): ${gate.detail}`),
    ...(outcome.judgeCards ?? []).map(
      (card) =>
        `  judge       ${card.judge}: ${percent(card.catch_rate)} of ${card.faults} planted faults caught, ${percent(card.false_alarm_rate)} of ${card.sound} sound answers called wrong`,
    ),
    ...rangeLines(complete),
    ...(comparison === undefined ? [] : comparisonLines(comparison)),
    resultLine(complete, comparison),
    `Report: ${folder}`,
  ];
}

function rangeLines({ results, outcome }: CompleteSession): string[] {
  const range = measuredRange(results, outcome.judgeCards ?? []);
  return range === undefined || range.outside === 0
    ? []
    : [`  ! ${range.outside} of ${range.answers} answers are outside the measured range of the judge`];
}
