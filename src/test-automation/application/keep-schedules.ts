import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { PersonaSets } from '../domain/persona-sets.js';
import { CronTimes, ScheduleStore, StoredSchedule, TestSchedule } from '../domain/test-schedule.js';
import { chosenPersonas } from './chosen-personas.js';

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
    private readonly personaSets: PersonaSets,
  ) {}

  async list(owner: string): Promise<PlannedSchedule[]> {
    const now = this.clock.now();
    return (await this.store.list(owner)).map((stored) => {
      const { cron, timeZone, enabled } = stored.schedule;
      return { ...stored, nextRun: enabled ? this.times.next(cron, timeZone, now).toISOString() : null };
    });
  }

  /** @throws InvalidInputError for an expression that never fires, an id that stands twice, and an unknown persona or set */
  async replace(owner: string, schedules: readonly TestSchedule[]): Promise<PlannedSchedule[]> {
    for (const [i, { cron, timeZone, id, order }] of schedules.entries()) {
      if (schedules.findIndex((other) => other.id === id) < i)
        throw new InvalidInputError([{ pointer: `/items/${i}/id`, detail: `stands twice: '${id}'` }]);
      try {
        this.times.check(cron, timeZone);
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'is not a cron expression';
        throw new InvalidInputError([{ pointer: `/items/${i}/cron`, detail: `cannot be read: ${reason}` }]);
      }
      // Told now, not at three in the morning by a session that cannot start.
      await chosenPersonas(this.personaSets, order, `/items/${i}/template`);
    }
    await this.store.replace(owner, schedules);
    return this.list(owner);
  }
}
