import { Interval } from './interval.js';

/** What calls are paid for. */
export type Expense = 'answer' | 'judging';

/**
 * The money of one session. A call is made only while there is room for what the dearest one of its kind has cost so far, calls that
 * still run included, so that many at once do not overrun what one after the other could not.
 */
export class SessionPurse {
  private readonly worst = new Map<Expense, number>();
  private readonly running = new Map<Expense, number>();

  /**
   * @param limitUsd undefined is no limit
   * @param spentUsd what an earlier run of the session has cost
   */
  constructor(
    private readonly limitUsd: number | undefined,
    private spentUsd = 0,
  ) {}

  get spent(): number {
    return this.spentUsd;
  }

  /** Whether another call of this kind could overrun the budget. */
  isEmptyFor(expense: Expense): boolean {
    if (this.limitUsd === undefined) return false;
    const reserved = [...this.running].reduce((sum, [kind, calls]) => sum + calls * (this.worst.get(kind) ?? 0), 0);
    const next = this.worst.get(expense) ?? 0;
    return this.spentUsd + reserved + next > this.limitUsd + EPSILON || this.spentUsd >= this.limitUsd - EPSILON;
  }

  /** Makes the call and pays what it cost. @param costOf null where nobody knows */
  async pay<T>(expense: Expense, call: () => Promise<T>, costOf: (made: T) => number | null): Promise<T> {
    this.running.set(expense, (this.running.get(expense) ?? 0) + 1);
    try {
      const made = await call();
      const cost = costOf(made) ?? 0;
      this.spentUsd += cost;
      this.worst.set(expense, Math.max(cost, this.worst.get(expense) ?? 0));
      return made;
    } finally {
      this.running.set(expense, (this.running.get(expense) ?? 1) - 1);
    }
  }
}

/** A tenth of a cent of a cent: sums of prices are not exact. */
const EPSILON = 1e-6;

/** How much a run may cost, from the price of its calls. */
export interface CostEstimate {
  /** Answers of the target: at least one for each question and turn, at most four. */
  readonly answers: Interval;
  /** Calls to the model as judge, and as writer of questions. */
  readonly judging: number;
  readonly paraphrasing: number;
  /** US dollars at least and at most; null where a price is not known. */
  readonly costUsd: Interval | null;
  readonly basis: string;
}
