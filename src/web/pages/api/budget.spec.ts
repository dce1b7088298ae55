import { budgetState, isFree } from './budget.js';

const state = (spent: number | null, limit: number | null, provider = 'openai') =>
  budgetState({
    llm: { provider, model: 'm' },
    budget: { spent_today_usd: spent, day_usd: limit, request_usd: null },
  });

describe('the budget of today', () => {
  it('is within its limit, nearly used up, or used up', () => {
    expect([0, 7.9, 8, 9.99, 10, 12].map((spent) => state(spent, 10))).toEqual([
      'within',
      'within',
      'nearly',
      'nearly',
      'used_up',
      'used_up',
    ]);
  });

  it('has no limit, cannot be read, or costs nothing without a model', () => {
    expect(state(3, null)).toBe('unlimited');
    expect(state(null, 10)).toBe('unread');
    expect(state(0, 10, 'extractive')).toBe('free');
  });

  it('costs nothing while answers come from sentences of the documents', () => {
    const budget = { spent_today_usd: null, day_usd: null, request_usd: null };
    expect(isFree({ llm: { provider: 'extractive', model: '-' }, budget })).toBe(true);
    expect(isFree({ llm: { provider: 'gemini', model: 'm' }, budget })).toBe(false);
  });
});
