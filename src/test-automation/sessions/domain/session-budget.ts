import { Interval } from '../../domain/interval.js';
import { TestSession } from './test-session.js';

/** What calls are paid for. */
export type CostKind = 'answer' | 'judging';

/** What has been spent of a session's money, as a call of some kind looks at it. */
export interface BudgetState {
  readonly spentUsd: number;
  /** For calls that still run: what the dearest of their kind has cost. */
  readonly reservedUsd: number;
  /** What the dearest call of the kind in question has cost so far. */
  readonly worstUsd: number;
}

/**
 * The money of one session. A call is made only while there is room for what the dearest one of its kind has cost so far, calls that
 * still run included, so that many at once do not overrun what one after the other could not.
 */
export abstract class SessionBudget {
  /** Whether another call of this kind could overrun the budget. */
  abstract isExhaustedFor(expense: CostKind): Promise<boolean>;
  /**
   * Makes the call and pays what it cost.
   * @param costOf null where nobody knows
   * @returns undefined where there was no room for it: then it was not made
   */
  abstract charge<T extends object>(
    expense: CostKind,
    call: () => Promise<T>,
    costOf: (made: T) => number | null,
  ): Promise<T | undefined>;
}

/** The purses of sessions. */
export abstract class SessionPurses {
  /** @param earlierUsd what was spent before this run began: whoever leads a session says it, and nobody else */
  abstract open(session: TestSession, earlierUsd?: number): Promise<SessionBudget>;
}

export function hasRoom(limitUsd: number, { spentUsd, reservedUsd, worstUsd }: BudgetState): boolean {
  return spentUsd + reservedUsd + worstUsd <= limitUsd + EPSILON && spentUsd < limitUsd - EPSILON;
}

/** The money of a session that only this process spends. */
export class InMemoryBudget extends SessionBudget {
  private readonly worst = new Map<CostKind, number>();
  private readonly running = new Map<CostKind, number>();

  /**
   * @param limitUsd undefined is no limit
   * @param spentUsd what an earlier run of the session has cost
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

/** Of sessions that one process runs. */
export class OwnPurses extends SessionPurses {
  open({ request }: TestSession, earlierUsd?: number): Promise<SessionBudget> {
    return Promise.resolve(new InMemoryBudget(request.budgetUsd, earlierUsd));
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
