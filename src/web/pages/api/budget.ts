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
