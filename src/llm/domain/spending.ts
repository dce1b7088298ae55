/** Limits in US dollars; undefined: no limit. */
export interface Budget {
  /** For all calls of one request. */
  readonly requestUsd: number | undefined;
  /** For all calls of a calendar day (TIME_ZONE). */
  readonly dayUsd: number | undefined;
}

export interface Spent {
  readonly usd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Whose a call is. */
export interface SpendingAccount {
  /** Id of a key or a person, or the name of background work. */
  readonly caller: string;
  /** Id of the agent that the request names; empty without one. */
  readonly agent: string;
}

/** Work without a key or a person. */
export const BACKGROUND: SpendingAccount = { caller: 'background', agent: '' };
export const TEST_SESSIONS: SpendingAccount = { caller: 'test-sessions', agent: '' };

/** The share of a day's spending that a call belongs to; `model` with its provider. */
export interface SpendingShare extends SpendingAccount {
  readonly model: string;
}

/** Spending of each day; persistent. */
export abstract class SpendingLedger {
  /** US dollars. @param day ISO date in UTC @throws if the store cannot be read */
  abstract spentOn(day: string): number | Promise<number>;
  /** Adds a call to its day and its share. @throws if the store cannot be written */
  abstract add(day: string, spent: Spent, share: SpendingShare): void | Promise<void>;
}

/** The budget of one request. */
export interface RequestBudget {
  /** Charges the calls of the work, also later asynchronous ones, to this budget. */
  run<T>(work: () => T): T;
  /** Ends the request: its remaining background work is no longer charged to this budget. */
  close(): void;
}

/** Spending of the current request; each call outside of a request counts separately. */
export abstract class RequestSpending {
  /** @param account read at each call: a request knows its caller and agent later */
  abstract open(account: () => SpendingAccount): RequestBudget;
  /** Of the current request; `BACKGROUND` outside of one. */
  abstract account(): SpendingAccount;
  abstract spentUsd(): number;
  abstract add(usd: number): void;
}

/** The budget that a call would exceed in the worst case; undefined if the call fits. */
export function overrun(
  budget: Budget,
  spent: { readonly requestUsd: number; readonly dayUsd: number },
  worstUsd: number,
): 'request' | 'day' | undefined {
  if (budget.requestUsd !== undefined && spent.requestUsd + worstUsd > budget.requestUsd) return 'request';
  if (budget.dayUsd !== undefined && spent.dayUsd + worstUsd > budget.dayUsd) return 'day';
  return undefined;
}
