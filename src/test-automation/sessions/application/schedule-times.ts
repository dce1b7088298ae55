import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { CronTimes, TestSchedule } from '../domain/test-schedule.js';

/** Computes the start times of schedules. */
@Injectable()
export class ScheduleTimes {
  constructor(
    private readonly times: CronTimes,
    private readonly clock: Clock,
  ) {}

  /** ISO 8601 time of the next start. */
  next({ cron, timeZone }: TestSchedule): string {
    return this.times.next(cron, timeZone, this.clock.now()).toISOString();
  }

  /**
   * @param place index of the schedule in the list that was sent
   * @throws InvalidInputError for an expression that never fires
   */
  assertFires({ cron, timeZone }: TestSchedule, place: number): void {
    try {
      this.times.check(cron, timeZone);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'is not a cron expression';
      throw new InvalidInputError([{ pointer: `/items/${place}/cron`, detail: `cannot be read: ${reason}` }]);
    }
  }
}
