import { testResultOf } from '../../../../test/support/test-result-of.js';
import { Attempt, TestResult } from '../../domain/test-result.js';
import { courseRows, failedRows } from './report-course.js';

const attempt = (tookMs: number): Attempt => ({
  answer: 'an answer',
  sources: [],
  abstained: false,
  claims: [],
  traceId: null,
  tookMs,
});

const valueOf = (results: readonly TestResult[], label: RegExp) =>
  courseRows(results, 'en').find(([name]) => label.test(name ?? ''))?.[1];

describe('the course of a session', () => {
  const fast = testResultOf('a', 'success', { attempts: [attempt(10)] });
  const repeated = testResultOf('b', 'failure', { attempts: [attempt(90), attempt(1), attempt(1), attempt(1)] });

  it('has the latency of first answers; those to repeated questions may be cached and are apart', () => {
    expect(valueOf([fast, repeated], /first answers/u)).toBe('10 ms / 90 ms');
    expect(valueOf([fast, repeated], /repeated questions/u)).toBe('1 ms / 1 ms');
    expect(valueOf([fast], /repeated questions/u)).toBeUndefined();
  });

  it('does not say that no request was sent again if the target reports none', () => {
    expect(valueOf([fast], /sent again/u)).toBe('not reported');
    const retries = (serverErrors: number) => ({ ...fast, targetRetries: { serverErrors, cutAnswers: 0 } });
    expect(valueOf([fast, retries(0)], /sent again/u)).toBe('0');
    expect(valueOf([retries(2), retries(0)], /sent again/u)).toBe('1');
  });

  it('counts the failed rows of both kinds', () => {
    const failed = testResultOf('c', 'failure', { scenarioId: 's', judgement: { failureType: 'IRRELEVANT' } });
    expect(failedRows([fast, failed], 'en')).toEqual([
      { kind: 'text', text: expect.stringContaining('0 of 1 questions and 1 of 1 turns') },
    ]);
  });
});
