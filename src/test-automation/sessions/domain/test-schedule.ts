import { SessionOrder } from '../../domain/session-request.js';

export { CronTimes } from '../../../shared/domain/clock.js';

/** A session that starts automatically. */
export interface TestSchedule {
  readonly id: string;
  /** Five fields, minute first. Stores of earlier releases may have a field of seconds before them, which counts as 0. */
  readonly cron: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly enabled: boolean;
  /** As the client sent it, so that it is returned unchanged. */
  readonly template: Readonly<Record<string, unknown>>;
  /** The resolved template, with the documents that the caller may see. */
  readonly order: SessionOrder;
}

export interface StoredSchedule {
  readonly schedule: TestSchedule;
  /** The caller whose sessions it starts. */
  readonly owner: string;
  /** ISO 8601 time of the last start; null before the first. */
  readonly lastRun: string | null;
}

/** Stores schedules. */
export abstract class ScheduleStore {
  abstract list(owner: string): Promise<readonly StoredSchedule[]>;
  abstract all(): Promise<readonly StoredSchedule[]>;
  /** Replaces the caller's schedules in one transaction; a schedule with the same id keeps its last run. */
  abstract replace(owner: string, schedules: readonly TestSchedule[]): Promise<void>;
  /** @returns whether it existed */
  abstract remove(owner: string, scheduleId: string): Promise<boolean>;
  /**
   * Claims one start for the whole cluster: only the first claim of a schedule for a time succeeds.
   * @param at ISO 8601 time of the planned start
   */
  abstract claim(owner: string, scheduleId: string, at: string): Promise<boolean>;
}
