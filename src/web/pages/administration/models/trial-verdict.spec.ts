import { trialVerdict } from './trial-verdict.js';

const result = (more: object = {}) => ({ failure: null, timeout_multiplier: null, ...more });

describe('the verdict on a service', () => {
  it('is one, and the worst of what was found', () => {
    expect(trialVerdict(result())).toBe('works');
    expect(trialVerdict(result({ timeout_multiplier: 5 }))).toBe('slow');
    expect(trialVerdict(result({ failure: 'wrong_answer' }))).toBe('wrong');
    expect(trialVerdict(result({ failure: 'wrong_answer', timeout_multiplier: 5 }))).toBe('wrong');
    expect(trialVerdict(result({ failure: 'unreachable' }))).toBe('fails');
  });
});
