import { SessionGate } from '../../domain/session-request.js';
import { EndedSession, exitCodeOf } from './run-to-completion.js';

const gate = (id: string, passed: boolean | null): SessionGate => ({
  id,
  requirement: 'REQ',
  value: passed === null ? null : 1,
  threshold: 1,
  ci95: null,
  passed,
  detail: '',
});

/** A session that completed. */
function ended(
  gates: readonly SessionGate[],
  more: { readonly queries?: number; readonly notEvaluated?: number } = {},
) {
  const summary = { queries: 30, notEvaluated: 0, ...more };
  const complete = { session: { status: 'completed' }, outcome: { gates, summary } };
  return { complete, comparison: undefined } as unknown as EndedSession;
}

describe('exitCodeOf', () => {
  it('is 0 if every gate is passed and 1 if one is not, also if another gate was not measured', () => {
    expect(exitCodeOf(ended([gate('a', true), gate('b', true)]))).toBe(0);
    expect(exitCodeOf(ended([gate('a', true), gate('b', false)]))).toBe(1);
    expect(exitCodeOf(ended([gate('a', null), gate('b', false)]))).toBe(1);
  });

  it('is 2 if nothing was measured, or one gate was not measured', () => {
    expect(exitCodeOf(ended([gate('a', true)], { queries: 0 }))).toBe(2);
    expect(exitCodeOf(ended([gate('a', true)], { notEvaluated: 30 }))).toBe(2);
    expect(exitCodeOf(ended([gate('a', null), gate('b', null)]))).toBe(2);
    expect(exitCodeOf(ended([gate('a', true), gate('b', null)]))).toBe(2);
  });

  it('fails on the requested condition: a regression, or any question that the baseline passed', () => {
    const compared = (more: object) => ({
      ...ended([gate('a', false)]),
      comparison: { pairedQueries: 3, regressed: false, regressions: [], ...more } as never,
    });
    expect(exitCodeOf(compared({}), ['regression'])).toBe(0);
    expect(exitCodeOf(compared({ regressed: true }), ['regression'])).toBe(1);
    expect(exitCodeOf(compared({ regressions: ['a'] }), ['regression'])).toBe(0);
    expect(exitCodeOf(compared({ regressions: ['a'] }), ['lost'])).toBe(1);
    expect(exitCodeOf(compared({ pairedQueries: 0 }), ['regression'])).toBe(2);
    expect(exitCodeOf(compared({}), ['gates', 'regression'])).toBe(1);
  });
});
