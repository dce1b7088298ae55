import { SessionOrder } from '../../domain/session-order.js';

export { CronTimes } from '../../../shared/domain/cron-times.js';

/** A session that starts by itself. */
export interface TestSchedule {
  readonly id: string;
  /** Five fields, minute first. Stores of earlier releases may hold a field of seconds before them, which counts as 0. */
  readonly cron: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly enabled: boolean;
  /** As it was sent, so that it is given back as it came. */
  readonly template: Readonly<Record<string, unknown>>;
  /** What the template means, with what the caller may see. */
  readonly order: SessionOrder;
}

export interface StoredSchedule {
  readonly schedule: TestSchedule;
  /** The caller whose sessions it starts. */
  readonly owner: string;
  /** ISO moment of the last start; null before the first. */
  readonly lastRun: string | null;
}

/** Keeps schedules. */
export abstract class ScheduleStore {
  abstract list(owner: string): Promise<readonly StoredSchedule[]>;
  abstract all(): Promise<readonly StoredSchedule[]>;
  /** Replaces the caller's schedules in one transaction; what keeps its id keeps its last run. */
  abstract replace(owner: string, schedules: readonly TestSchedule[]): Promise<void>;
  /** @returns whether there was one */
  abstract remove(owner: string, scheduleId: string): Promise<boolean>;
  /**
   * Claims one start for the whole cluster: only the first claim of a schedule at a moment wins.
   * @param at ISO moment of the planned start
   */
  abstract claim(owner: string, scheduleId: string, at: string): Promise<boolean>;
}
