import type { Gate, Session } from '../api/sessions.js';
import { gatesInOrder, verdictOf } from './session-verdict.js';

const gate = (id: string, passed: boolean | null, state: string) =>
  ({ id, passed, state, value: 0.8, threshold: 0.8, ci95: null, detail: null, detail_ko: null }) as Gate;
const PASSED = gate('fact_check_rate', true, 'passed');
const FEW = gate('success_rate', false, 'too_few');
const BELOW = gate('intent_accuracy', false, 'below');
const UNMEASURED = gate('followup_success_rate', null, 'not_measured');

const judged = (status: string, gates: readonly Gate[], rate: number | null = 0.8) => {
  const { verdict, deciding } = verdictOf({ status, gates, summary: { success_rate: rate } } as Session);
  return [verdict, ...deciding.map(({ id }) => id)];
};

describe('the verdict on a session', () => {
  it('is that of its worst gates, and names them', () => {
    expect(judged('completed', [PASSED])).toEqual(['passed', 'fact_check_rate']);
    expect(judged('completed', [PASSED, FEW])).toEqual(['undecided', 'success_rate']);
    expect(judged('completed', [PASSED, UNMEASURED])).toEqual(['unmeasured', 'followup_success_rate']);
    expect(judged('completed', [PASSED, FEW, BELOW])).toEqual(['missed', 'intent_accuracy']);
  });

  it('is none on a session that did not end by itself, or has nothing that could be evaluated', () => {
    expect(judged('cancelled', [PASSED, BELOW])).toEqual(['unfinished']);
    expect(judged('failed', [PASSED])).toEqual(['unfinished']);
    expect(judged('failed', [BELOW])).toEqual(['missed', 'intent_accuracy']);
    expect(judged('failed', [BELOW], null)).toEqual(['unmeasured']);
    expect(judged('completed', [])).toEqual(['unmeasured']);
  });

  it('puts the gates that need a look first', () => {
    const ids = gatesInOrder([PASSED, UNMEASURED, FEW, BELOW]).map(({ id }) => id);
    expect(ids).toEqual(['intent_accuracy', 'success_rate', 'followup_success_rate', 'fact_check_rate']);
  });
});
