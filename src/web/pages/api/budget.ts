import { call, CallError } from './call.js';
import { nullable, number, object, type Read, text } from './shape.js';

const Spending = object({
  llm: object({ provider: text, model: text }),
  budget: object({
    spent_today_usd: nullable(number),
    day_usd: nullable(number),
    request_usd: nullable(number),
  }),
});
export type Spending = Read<typeof Spending>;

/** Answers come from sentences of the documents, without a language model. */
export const isFree = ({ llm }: Spending): boolean => llm.provider === 'extractive';

/** The model and what it may cost; undefined if this server does not sum it up. @throws CallError */
export async function readSpending(): Promise<Spending | undefined> {
  try {
    return await call('/metrics/summary', Spending);
  } catch (error) {
    if (error instanceof CallError && [404, 501].includes(error.status)) return undefined;
    throw error;
  }
}

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
