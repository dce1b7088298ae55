import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { CronTimes, ScheduleStore, StoredSchedule, TestSchedule } from '../domain/test-schedule.js';

/** A schedule, and when it starts next; null while it is switched off. */
export interface PlannedSchedule extends StoredSchedule {
  readonly nextRun: string | null;
}

/** The caller's schedules. */
@Injectable()
export class KeepSchedules {
  constructor(
    private readonly store: ScheduleStore,
    private readonly times: CronTimes,
    private readonly clock: Clock,
  ) {}

  async list(owner: string): Promise<PlannedSchedule[]> {
    const now = this.clock.now();
    return (await this.store.list(owner)).map((stored) => {
      const { cron, timeZone, enabled } = stored.schedule;
      return { ...stored, nextRun: enabled ? this.times.next(cron, timeZone, now).toISOString() : null };
    });
  }

  /** @throws InvalidInputError for an expression that never fires, and for an id that stands twice */
  async replace(owner: string, schedules: readonly TestSchedule[]): Promise<PlannedSchedule[]> {
    schedules.forEach(({ cron, timeZone, id }, i) => {
      if (schedules.findIndex((other) => other.id === id) < i)
        throw new InvalidInputError([{ pointer: `/items/${i}/id`, detail: `stands twice: '${id}'` }]);
      try {
        this.times.check(cron, timeZone);
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'is not a cron expression';
        throw new InvalidInputError([{ pointer: `/items/${i}/cron`, detail: `cannot be read: ${reason}` }]);
      }
    });
    await this.store.replace(owner, schedules);
    return this.list(owner);
  }
}
