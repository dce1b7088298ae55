import { Interval } from '../../domain/interval.js';
import { TestSession } from './test-session.js';

/** Kinds of calls that cost money. */
export type CostKind = 'answer' | 'judging';

/** The spending of a session, as seen by a call of some kind. */
export interface BudgetState {
  readonly spentUsd: number;
  /** Reserved for calls in flight: the cost of the dearest call of their kind. */
  readonly reservedUsd: number;
  /** Cost of the dearest call of the given kind so far. */
  readonly worstUsd: number;
}

/**
 * The budget of one session. A call is made only if the remaining budget covers the dearest call of its kind so far. Reservations of calls
 * in flight count, so that concurrent calls do not exceed the budget either.
 */
export abstract class SessionBudget {
  /** Whether another call of this kind could exceed the budget. */
  abstract isExhaustedFor(expense: CostKind): Promise<boolean>;
  /**
   * Makes the call and charges its cost.
   * @param costOf null if unknown
   * @returns undefined if the budget did not cover it: then the call was not made
   */
  abstract charge<T extends object>(
    expense: CostKind,
    call: () => Promise<T>,
    costOf: (made: T) => number | null,
  ): Promise<T | undefined>;
}

/** Opens the budgets of sessions. */
export abstract class SessionBudgets {
  /** @param earlierUsd cost before this run began; only the process that leads the session gives it */
  abstract open(session: TestSession, earlierUsd?: number): Promise<SessionBudget>;
}

export function hasRoom(limitUsd: number, { spentUsd, reservedUsd, worstUsd }: BudgetState): boolean {
  return spentUsd + reservedUsd + worstUsd <= limitUsd + EPSILON && spentUsd < limitUsd - EPSILON;
}

/** The budget of a session that runs in this process only. */
export class InMemoryBudget extends SessionBudget {
  private readonly worst = new Map<CostKind, number>();
  private readonly running = new Map<CostKind, number>();

  /**
   * @param limitUsd undefined: unlimited
   * @param spentUsd cost of an earlier run of the session
   */
  constructor(
    private readonly limitUsd: number | undefined,
    private spentUsd = 0,
  ) {
    super();
  }

  get spent(): number {
    return this.spentUsd;
  }

  isExhaustedFor(expense: CostKind): Promise<boolean> {
    return Promise.resolve(!this.hasRoomFor(expense));
  }

  async charge<T extends object>(
    expense: CostKind,
    call: () => Promise<T>,
    costOf: (made: T) => number | null,
  ): Promise<T | undefined> {
    if (!this.hasRoomFor(expense)) return undefined;
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

  private hasRoomFor(expense: CostKind): boolean {
    if (this.limitUsd === undefined) return true;
    const reservedUsd = [...this.running].reduce((sum, [kind, calls]) => sum + calls * (this.worst.get(kind) ?? 0), 0);
    return hasRoom(this.limitUsd, { spentUsd: this.spentUsd, reservedUsd, worstUsd: this.worst.get(expense) ?? 0 });
  }
}

/** Budgets of sessions that one process runs. */
export class InMemoryBudgets extends SessionBudgets {
  open({ request }: TestSession, earlierUsd?: number): Promise<SessionBudget> {
    return Promise.resolve(new InMemoryBudget(request.budgetUsd, earlierUsd));
  }
}

/** Tolerance of a millionth of a dollar: sums of prices are not exact. */
const EPSILON = 1e-6;

/** Possible cost of a run, from the price of its calls. */
export interface CostEstimate {
  /** Answers of the target: at least one for each question and turn, at most four. */
  readonly answers: Interval;
  /** Calls to the model as judge, and as writer of questions. */
  readonly judging: number;
  readonly paraphrasing: number;
  /** Lower and upper bound in US dollars; null if a price is unknown. */
  readonly costUsd: Interval | null;
  readonly basis: string;
}
