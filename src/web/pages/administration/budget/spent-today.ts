import { isFree, type Spending } from '../../api/budget.js';

/**
 * What is left of the budget of today. `free`: no model is configured; `unread`: the store cannot be read; `unlimited`: no limit for a day.
 */
export type BudgetState = 'free' | 'unread' | 'unlimited' | 'used_up' | 'nearly' | 'within';

/** Share of the budget from which on it is nearly used up. */
const NEARLY = 0.8;

export function budgetState(spending: Spending): BudgetState {
  const { spent_today_usd: spent, day_usd: limit } = spending.budget;
  if (isFree(spending)) return 'free';
  if (spent === null) return 'unread';
  if (limit === null) return 'unlimited';
  if (spent >= limit) return 'used_up';
  return spent >= NEARLY * limit ? 'nearly' : 'within';
}
