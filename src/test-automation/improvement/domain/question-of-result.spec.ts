import { testResultOf } from '../../../../test/support/test-result-of.js';
import { trialOfResult } from './question-of-result.js';

const turn = (n: number) => testResultOf(`t${n}`, 'failure', { scenarioId: 's', turn: n, query: `turn ${n}` });

describe('trialOfResult', () => {
  it('asks a turn with the previous questions, in their order', () => {
    const all = [turn(3), turn(1), testResultOf('single', 'success'), turn(2)];
    expect(trialOfResult(turn(3), all)?.history).toEqual(['turn 1', 'turn 2']);
  });

  it('asks a self-contained question without a change', () => {
    expect(trialOfResult(turn(1), [turn(1), turn(2)])).not.toHaveProperty('history');
    expect(trialOfResult(testResultOf('single', 'failure'), [])?.question.text).toBe('question single');
  });

  it('tries no turn of an incomplete dialogue', () => {
    expect(trialOfResult(turn(3), [turn(1), turn(3)])).toBeUndefined();
  });
});
