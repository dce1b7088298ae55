import { testResultOf } from '../../../../test/support/test-result-of.js';
import { compareSessions } from './session-comparison.js';
import { TestResult, Verdict } from '../../domain/test-result.js';

const session = (verdicts: readonly Verdict[], from = 0): TestResult[] =>
  verdicts.map((verdict, i) => testResultOf(String(from + i), verdict, { personaId: `p${i % 10}` }));
const fill = (n: number, verdict: Verdict) => new Array<Verdict>(n).fill(verdict);

describe('compareSessions', () => {
  it('finds no difference between a session and itself', () => {
    const results = session([...fill(20, 'success'), ...fill(10, 'failure')]);
    const same = compareSessions(results, results);
    expect(same).toMatchObject({ pairedQueries: 30, regressed: false, successRateChange: 0, scoreChange: 0 });
    expect(same.verdict).toBe('no effect');
  });

  it('calls a session worse if many questions that passed now fail, and names them', () => {
    const found = compareSessions(
      session(fill(40, 'success')),
      session([...fill(28, 'success'), ...fill(12, 'failure')]),
    );
    expect(found.regressed).toBe(true);
    expect(found.regressions).toHaveLength(12);
    expect(found.successP).toBeLessThan(0.001);
  });

  it('lists the greatest losses first, and the gains separately', () => {
    const scored = (scores: readonly number[]) =>
      scores.map((score, i) => {
        const verdict = score >= 4 ? 'success' : 'failure';
        return testResultOf(String(i), verdict, { personaId: `p${i}`, judgement: { score } });
      });
    const found = compareSessions(scored([4.2, 4.9, 4.5, 2, 4.4]), scored([2.9, 0.5, 2, 4.8, 4.4]));
    expect(found.regressions.map((one) => one.query)).toEqual(['question 1', 'question 2', 'question 0']);
    expect(found.regressions[0]).toMatchObject({ base: 'success', candidate: 'failure' });
    expect(found.regressions[0]?.scoreChange).toBeCloseTo(-4.4, 12);
    expect(found.gains.map((one) => one.query)).toEqual(['question 3']);
  });

  it('does not call one lost question a regression, and says how many queries would decide', () => {
    const found = compareSessions(session(fill(10, 'success')), session([...fill(9, 'success'), 'failure']));
    expect(found.regressed).toBe(false);
    expect(found.verdict).toBe('inconclusive');
    expect(found.neededQueries).toBeGreaterThan(10);
  });

  it('compares only questions that both sessions asked and evaluated, and lists the rest', () => {
    const found = compareSessions(
      session(['success', 'failure', 'not_evaluated']),
      session(['success', 'success', 'success'], 1),
    );
    expect(found.pairedQueries).toBe(1);
    expect(found.unpaired).toEqual({
      base: ['question 0', 'question 2'],
      candidate: ['question 2', 'question 3'],
    });
  });
});
