/** Limits in US dollars; undefined is no limit. */
export interface Budget {
  /** For all calls that one request makes. */
  readonly requestUsd: number | undefined;
  /** For all calls of a calendar day (TIME_ZONE). */
  readonly dayUsd: number | undefined;
}

export interface Spent {
  readonly usd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What was spent on each day; it survives a restart. */
export abstract class SpendingLedger {
  /** US dollars. @param day ISO date in UTC @throws when the store cannot be read */
  abstract spentOn(day: string): number | Promise<number>;
  /** @throws when the store cannot be written */
  abstract add(day: string, spent: Spent): void | Promise<void>;
}

/** The purse of one request. */
export interface RequestBudget {
  /** Calls that the work makes, also later ones that it leads to, are paid from this purse. */
  run<T>(work: () => T): T;
  /** The request is over: what it started and left running in the background is no longer paid from its purse. */
  close(): void;
}

/** What the request that is being answered has spent so far; calls outside of any request each count alone. */
export abstract class RequestSpending {
  abstract open(): RequestBudget;
  abstract spentUsd(): number;
  abstract add(usd: number): void;
}

/** Which budget a call would overrun at worst; undefined when there is room for it. */
export function overrun(
  budget: Budget,
  spent: { readonly requestUsd: number; readonly dayUsd: number },
  worstUsd: number,
): 'request' | 'day' | undefined {
  if (budget.requestUsd !== undefined && spent.requestUsd + worstUsd > budget.requestUsd) return 'request';
  if (budget.dayUsd !== undefined && spent.dayUsd + worstUsd > budget.dayUsd) return 'day';
  return undefined;
}
