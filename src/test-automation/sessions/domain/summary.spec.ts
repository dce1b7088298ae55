import fc from 'fast-check';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { tooFewToPass } from './gate-size.js';
import { gateState, judgeGates } from './gates.js';
import { wilson } from '../../domain/interval.js';
import { summarize } from './result-summary.js';
import { summarise } from './summary.js';
import { ContextReading, TestResult, Verdict } from '../../domain/test-result.js';

const NONE = new Set<string>();
const SESSION = { seed: 1, invalidDialogues: NONE };
const claims = [
  {
    claim: 'c',
    query: 'c',
    verdict: 'supported' as const,
    checkable: true,
    quote: 'c',
    documentId: 'd',
    chunkId: 'd#1',
    confidence: 1,
    reasons: [],
  },
];
const NO_CONTEXT: ContextReading = {
  followUp: 'clarification',
  kept: null,
  implied: [],
  remembered: [],
  coreNeedMet: null,
  understoodAs: null,
  rootCause: null,
};
const many = (n: number, verdict: Verdict) =>
  Array.from({ length: n }, (_, i) => testResultOf(`${verdict}-${i}`, verdict, { judgement: { claims } }));

describe('summarise', () => {
  it('counts unevaluated questions separately, and averages them nowhere', () => {
    const summary = summarise([...many(3, 'success'), ...many(1, 'failure'), ...many(6, 'not_evaluated')], SESSION);
    expect([summary.queries, summary.notEvaluated, summary.successRate]).toEqual([10, 6, 0.75]);
    expect(summary.averageScore).toBeCloseTo((3 * 4.5 + 2) / 4, 12);
    expect(summary.alarms.join()).toContain('6 of 10 could not be evaluated');
  });

  it('is null if nothing was measured', () => {
    const summary = summarise(many(2, 'not_evaluated'), SESSION);
    expect([summary.successRate, summary.averageScore, summary.dimensions, summary.intentAccuracy]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('adds up for any mixture, and its interval contains the rate', () => {
    const verdicts = fc.array(fc.constantFrom<Verdict>('success', 'partial', 'failure', 'not_evaluated'));
    fc.assert(
      fc.property(verdicts, (list) => {
        const summary = summarise(
          list.map((verdict, i) => testResultOf(String(i), verdict)),
          SESSION,
        );
        expect(summary.success + summary.partial + summary.failed + summary.notEvaluated).toBe(list.length);
        const { successRate, successRateCi95 } = summary;
        expect(successRate === null).toBe(successRateCi95 === null);
        if (successRate !== null && successRateCi95 !== null) {
          expect(successRateCi95[0]).toBeLessThanOrEqual(successRate);
          expect(successRateCi95[1]).toBeGreaterThanOrEqual(successRate);
        }
        expect(JSON.stringify(summary)).not.toContain('NaN');
      }),
    );
  });

  it('counts each kind of asking among the judged single questions, with its interval', () => {
    const asked = (id: string, verdict: Verdict, more: Partial<TestResult> = {}) =>
      testResultOf(id, verdict, { asks: 'deadline', ...more, judgement: {} });
    const results = [
      ...[1, 2, 3].map((i) => asked(`d${i}`, 'success')),
      asked('d4', 'failure'),
      asked('d5', 'not_evaluated'),
      asked('turn', 'failure', { scenarioId: 's', turn: 1 }),
      asked('m', 'partial', { asks: 'may' }),
      testResultOf('comparison', 'success'),
    ];
    const { byAsks } = summarise(results, SESSION);
    expect(Object.keys(byAsks ?? {})).toEqual(['may', 'deadline']);
    expect(byAsks?.deadline).toEqual({ queries: 4, success: 3, rate: 0.75, ci95: wilson(3, 4) });
    expect(byAsks?.may).toMatchObject({ queries: 1, success: 0, rate: 0 });
    // The stored summaries of the results give the same.
    expect(summarise(results.map(summarize), SESSION).byAsks).toEqual(byAsks);
  });

  it('raises an alarm if all scores are the same constant', () => {
    expect(summarise(many(12, 'success'), SESSION).alarms.join()).toContain('All 12 scores are 4.5');
    expect(summarise([...many(11, 'success'), ...many(1, 'failure')], SESSION).alarms).toEqual([]);
  });

  it('raises an alarm if a model gives every answer the same points, whatever the verdicts', () => {
    const read = (verdict: Verdict, scores: readonly (number | null)[]) =>
      scores.map((score, i) => {
        const reading = { order: 'given' as const, dimensions: null, score, reason: '', error: null };
        const model = {
          model: 'm',
          verdict,
          score,
          disagreement: false,
          readings: [{ ...reading, isCached: false, costUsd: null }],
        };
        const judges = { used: 'llm' as const, rules: { verdict, score: 2, failureType: null }, model };
        return testResultOf(`${verdict}-${i}`, verdict, { judgement: { claims, judges } });
      });
    const constant = [...read('success', [4, 4, 4, 4, 4, 4]), ...read('failure', [4, 4, 4, 4, null])];
    expect(summarise(constant, SESSION).alarms).toEqual([expect.stringContaining('All 10 readings')]);
    const varied = [...read('success', [4, 4, 4, 4, 4, 5]), ...read('failure', [4, 4, 4, 4])];
    expect(summarise(varied, SESSION).alarms).toEqual([]);
    expect(summarise(read('success', [4, 4, 4]), SESSION).alarms).toEqual([]);
  });

  it('leaves the dialogues of an invalid simulated user out of the rates', () => {
    const turn = (scenarioId: string, n: number, verdict: Verdict, kept: boolean) =>
      testResultOf(`${scenarioId}-${n}`, verdict, {
        scenarioId,
        turn: n,
        context: {
          ...NO_CONTEXT,
          followUp: n === 1 ? null : 'clarification',
          kept: n === 1 ? null : kept,
        },
      });
    const results = [
      turn('good', 1, 'failure', true),
      turn('good', 2, 'success', true),
      turn('good', 3, 'success', false),
      turn('bad', 1, 'success', true),
      turn('bad', 2, 'failure', false),
    ];
    const summary = summarise(results, { seed: 1, invalidDialogues: new Set(['bad']) });
    expect([summary.queries, summary.followupSuccessRate, summary.contextRetentionRate]).toEqual([0, 1, 0.5]);
    expect(summary.invalidDialogues).toBe(1);
  });
});

describe('the rate of follow-ups', () => {
  const turn = (n: number, verdict: Verdict, context: Pick<ContextReading, 'kept' | 'restsOnContext'>) => ({
    ...testResultOf(`turn-${n}`, verdict, { scenarioId: 'd', turn: n }),
    context: { ...NO_CONTEXT, ...context },
  });
  const measured = (results: readonly TestResult[]) => [
    summarise(results.map(summarize), SESSION).followupSuccessRate,
    judgeGates(results.map(summarize), NONE).find(({ id }) => id === 'followup_success_rate')?.value,
  ];

  it('counts every turn that rests on the context, also a failed one that shows nothing of how the context is kept', () => {
    const results = [
      turn(1, 'failure', { kept: null, restsOnContext: false }),
      turn(2, 'success', { kept: true, restsOnContext: true }),
      turn(3, 'failure', { kept: null, restsOnContext: true }),
      turn(4, 'partial', { kept: false, restsOnContext: true }),
      turn(5, 'success', { kept: null, restsOnContext: true }),
      turn(6, 'failure', { kept: null, restsOnContext: false }),
      turn(7, 'success', { kept: null, restsOnContext: false }),
    ];
    expect(measured(results)).toEqual([0.5, 0.5]);
    expect(summarise(results.map(summarize), SESSION).contextRetentionRate).toBe(0.5);
  });

  it('counts by the reading of the context in results of an earlier release', () => {
    expect(measured([turn(2, 'success', { kept: true }), turn(3, 'failure', { kept: null })])).toEqual([1, 1]);
  });
});

describe('judgeGates', () => {
  const gate = (id: string, results: Parameters<typeof judgeGates>[0]) =>
    judgeGates(results, NONE).find((g) => g.id === id);

  it('does not pass 24 of 30 at 80 %, although the rate reaches it, and says how many more queries would decide 26', () => {
    expect(gate('success_rate', [...many(24, 'success'), ...many(6, 'failure')])?.passed).toBe(false);
    const undecided = gate('success_rate', [...many(26, 'success'), ...many(4, 'failure')]);
    expect(undecided?.passed).toBe(false);
    expect(undecided?.detail).toMatch(/\d+ more queries/u);
    expect(gate('success_rate', [...many(230, 'success'), ...many(20, 'failure')])?.passed).toBe(true);
  });

  it('distinguishes a rate that is too low from a sample that is too small, and says what to change', () => {
    const state = (id: string, results: Parameters<typeof judgeGates>[0]) => {
      const found = gate(id, results);
      return found === undefined ? undefined : gateState(found);
    };
    const followUps = (right: number, wrong: number) =>
      [...many(right, 'success'), ...many(wrong, 'failure')].map((result, i) => ({
        ...result,
        scenarioId: `dialogue-${1 + Math.floor(i / 5)}`,
        turn: 2 + (i % 5),
      }));
    expect(state('followup_success_rate', followUps(15, 0))).toBe('too_few');
    expect(gate('followup_success_rate', followUps(15, 0))).toMatchObject({
      passed: false,
      detail: expect.stringMatching(
        /too few to decide.*At this rate 7 more follow-ups would decide it: 5 dialogues instead of 3 \(multi_turn\.scenarios, --scenarios\)\.$/u,
      ),
    });
    expect(state('followup_success_rate', followUps(25, 0))).toBe('passed');
    expect(state('followup_success_rate', followUps(12, 3))).toBe('below');
    expect(state('success_rate', [...many(26, 'success'), ...many(4, 'failure')])).toBe('too_few');
    expect(state('success_rate', [])).toBe('not_measured');
    expect(state('fact_check_rate', [testResultOf('u', 'success', { judgement: { claims: [] } })])).toBe('below');
  });

  it('requires no more than a session can hold', () => {
    const results = [...many(171, 'success'), ...many(29, 'failure')].map((result) => ({ ...result, personaId: 'p' }));
    const detail = gate('success_rate', results)?.detail;
    expect(detail).toMatch(/At this rate \d+ more queries would decide it\.$/u);
  });

  it('says before a session what it is too short to show', () => {
    expect(tooFewToPass({ queries: 30, followUps: 15 })).toEqual([
      expect.stringMatching(/^15 follow-ups cannot pass the gate followup_success_rate .* 22 can: .*--scenarios/u),
    ]);
    expect(tooFewToPass({ queries: 6, followUps: 25 })).toEqual([expect.stringContaining('--queries')]);
    expect(tooFewToPass({ queries: 240, followUps: 30 })).toEqual([]);
  });

  it('fails if a single answer was not checked', () => {
    const unchecked = testResultOf('unchecked', 'success', { judgement: { claims: [] } });
    expect(gate('fact_check_rate', [...many(99, 'success'), unchecked])?.passed).toBe(false);
    expect(gate('fact_check_rate', many(99, 'success'))?.passed).toBe(true);
  });

  it('is null if nothing could be measured', () => {
    expect(gate('followup_success_rate', many(5, 'success'))).toMatchObject({ value: null, passed: null, ci95: null });
  });
});
