import { EndedSession } from '../application/run-to-the-end.js';
import { CostEstimate } from '../domain/session-purse.js';
import { SessionComparison } from '../domain/session-comparison.js';

const percent = (rate: number | null) => (rate === null ? 'not measured' : `${(100 * rate).toFixed(1)} %`);
const points = (score: number | null) => (score === null ? 'not measured' : `${score.toFixed(2)} of 5`);
const mark = (passed: boolean | null) => (passed === null ? '-' : passed ? 'ok' : 'FAIL');

function comparisonLines(found: SessionComparison): string[] {
  const lines = [`Compared on ${found.pairedQueries} questions: ${found.verdict}.`];
  for (const { query, scoreChange } of found.regressions)
    lines.push(`  lost   ${query}${scoreChange === null ? '' : ` (${scoreChange.toFixed(2)})`}`);
  for (const { query } of found.gains) lines.push(`  gained ${query}`);
  const p = `success p = ${found.successP.toFixed(3)}, score p = ${found.scoreP.toFixed(3)}`;
  const more = found.neededQueries === null ? '' : `; ${found.neededQueries} paired questions would decide`;
  return [...lines, `  ${p}${more}`];
}

/** What a session will ask and what it may cost, before it runs. */
export function estimateLine(
  { answers, judging, paraphrasing, costUsd, basis }: CostEstimate,
  { queries, turns }: { readonly queries: number; readonly turns: number },
): string {
  const model = judging + paraphrasing === 0 ? '' : `, up to ${judging + paraphrasing} calls to judge and to word them`;
  const cost = costUsd === null ? '' : ` US$ ${costUsd[0].toFixed(2)} to ${costUsd[1].toFixed(2)}.`;
  return `${queries} questions and ${turns} turns: ${answers[0]} to ${answers[1]} answers${model}.${cost} ${basis}`;
}

/** What the command line says at the end, a line each. */
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
    ...gates.map((gate) => `  ${mark(gate.passed).padEnd(5)}${gate.id} (${gate.requirement}): ${gate.detail}`),
    ...(outcome.judgeCards ?? []).map(
      (card) =>
        `  judge       ${card.judge}: ${percent(card.catch_rate)} of ${card.faults} planted faults caught, ${percent(card.false_alarm_rate)} of ${card.sound} sound answers called wrong`,
    ),
    ...(comparison === undefined ? [] : comparisonLines(comparison)),
    `Report: ${folder}`,
  ];
}
