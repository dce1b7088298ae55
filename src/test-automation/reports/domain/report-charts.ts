import { ReportBlock, ReportChart } from './report-document.js';
import { interval, labelOf, percent } from './report-labels.js';
import { ReportWords } from './report-words.js';
import { nameIn } from '../../personas/domain/persona.js';
import { CompleteSession } from '../../sessions/domain/session-artifacts.js';
import { isEvaluated, isSingle, isSuccess } from '../../sessions/domain/summary.js';
import { TestResult } from '../../domain/test-result.js';
import { DIFFICULTIES } from '../../domain/question.js';

type Language = 'en' | 'ko';

/** Without a point there is nothing to draw. */
const drawn = (chart: ReportChart): ReportBlock[] => (chart.points.length === 0 ? [] : [chart]);

export function successByPersona(
  { personas, outcome }: CompleteSession,
  w: ReportWords,
  language: Language,
): ReportBlock[] {
  const points = Object.entries(outcome.summary.byPersona).map(([id, value]) => ({
    name: nameIn(language, personas, id),
    value,
  }));
  return drawn({ kind: 'chart', id: 'success-by-persona', name: w.byPersona, form: 'bars', unit: 'share', points });
}

export function successByDifficulty({ outcome }: CompleteSession, w: ReportWords, language: Language): ReportBlock[] {
  const points = DIFFICULTIES.flatMap((difficulty) => {
    const value = outcome.summary.byDifficulty[difficulty];
    return value === undefined ? [] : [{ name: labelOf(difficulty, language), value }];
  });
  const name = w.byDifficulty;
  return drawn({ kind: 'chart', id: 'success-by-difficulty', name, form: 'bars', unit: 'share', points });
}

/** Success by the requested difficulty, and by the difficulty that two plain systems show, each with its number of questions. */
export function bothDifficulties({ results }: CompleteSession, w: ReportWords, language: Language): ReportBlock[] {
  const single = results.filter((r) => isSingle(r) && isEvaluated(r));
  if (!single.some(({ measuredDifficulty }) => measuredDifficulty !== undefined)) return [];
  const rateOf = (members: readonly TestResult[]) =>
    members.length === 0 ? '-' : `${percent(members.filter(isSuccess).length / members.length, w)} (${members.length})`;
  const rows = DIFFICULTIES.map((difficulty) => [
    labelOf(difficulty, language),
    rateOf(single.filter((r) => r.difficulty === difficulty)),
    rateOf(single.filter((r) => r.measuredDifficulty === difficulty)),
  ]);
  return [{ kind: 'table', head: [w.difficulty, w.requested, w.measuredAs], rows }];
}

/** Half points, of 5; each class includes its lower bound, the last one both bounds. */
export function scoreDistribution({ results }: CompleteSession, w: ReportWords): ReportBlock[] {
  const scores = results.filter((r) => isSingle(r) && isEvaluated(r)).flatMap((r) => r.judgement.score ?? []);
  if (scores.length === 0) return [];
  const points = Array.from({ length: 10 }, (_, i) => {
    const isLast = i === 9;
    const value = scores.filter((score) => score >= i / 2 && (isLast || score < (i + 1) / 2)).length;
    return { name: `${(i / 2).toFixed(1)}–${((i + 1) / 2).toFixed(1)}`, value };
  });
  return [{ kind: 'chart', id: 'scores', name: w.scores, form: 'columns', unit: 'count', points }];
}

export function failuresByType({ outcome }: CompleteSession, w: ReportWords, language: Language): ReportBlock[] {
  const points = Object.entries(outcome.summary.byFailureType)
    .map(([type, value]) => ({ name: labelOf(type, language), value }))
    .sort((a, b) => b.value - a.value);
  return drawn({ kind: 'chart', id: 'failures-by-type', name: w.failures, form: 'bars', unit: 'count', points });
}

/** Minutes distinguish sessions of one day. */
const MINUTE = 'YYYY-MM-DDTHH:MM'.length;

export function trendOfSessions({ trend }: CompleteSession, w: ReportWords): ReportBlock[] {
  const points = trend.map(({ startedAt, successRate }) => ({
    name: startedAt.slice(0, MINUTE).replace('T', ' '),
    value: successRate,
  }));
  return drawn({ kind: 'chart', id: 'trend', name: w.trend, form: 'line', unit: 'share', points });
}

/** Success by what the questions ask for; nothing for a dataset. */
export function askedFor({ outcome }: CompleteSession, w: ReportWords, language: 'en' | 'ko'): ReportBlock[] {
  const rows = Object.entries(outcome.summary.byAsks ?? {}).map(([kind, { queries, success, rate, ci95 }]) => [
    labelOf(`asks_${kind}`, language),
    `${success} / ${queries}`,
    percent(rate, w),
    interval(ci95),
  ]);
  return rows.length === 0
    ? []
    : [{ kind: 'table', head: [w.askedFor, w.successOfQuestions, w.successRate, w.interval95], rows }];
}
