import { Injectable, Logger } from '@nestjs/common';
import { intersect } from '../../../shared/domain/category-filter.js';
import { Clock } from '../../../shared/domain/clock.js';
import { CronTimes, ScheduleStore, StoredSchedule } from '../domain/test-schedule.js';
import { filterOf, scopeOf } from '../../domain/session-scope.js';
import { SessionStore } from '../domain/session-store.js';
import { SessionOwners } from './session-owners.js';
import { StartSession } from './start-session.js';

/** A start that is later than this was missed, since the server was not running. It is logged and not made up for. */
const MISSED_AFTER_MS = 5 * 60_000;

/** Ids of the schedules that were due at one tick. */
export interface DueSchedules {
  readonly done: readonly string[];
  readonly failed: readonly string[];
}

/**
 * Starts the sessions that are due. A clock calls it every few seconds. Each planned start is claimed in the store, so that exactly one
 * process starts it.
 */
@Injectable()
export class RunDueSchedules {
  private readonly logger = new Logger('schedules');

  constructor(
    private readonly store: ScheduleStore,
    private readonly times: CronTimes,
    private readonly sessions: SessionStore,
    private readonly owners: SessionOwners,
    private readonly startSession: StartSession,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts every schedule that is due. A schedule that fails to start does not block the others.
   * @param since time of the previous call: starts planned after it and up to now are due
   * @returns ids of the due schedules, by the outcome of their start
   * @throws Error if the schedules cannot be read; nothing was started then
   */
  async run(since: Date): Promise<DueSchedules> {
    const now = this.clock.now();
    const [done, failed]: [string[], string[]] = [[], []];
    for (const stored of await this.store.all()) {
      try {
        if (await this.startWhenDue(stored, since, now)) done.push(stored.schedule.id);
      } catch (error) {
        failed.push(stored.schedule.id);
        this.logger.error({ err: error, schedule: stored.schedule.id }, 'a scheduled test session failed to start');
      }
    }
    return { done, failed };
  }

  /** @returns whether it was due */
  private async startWhenDue(stored: StoredSchedule, since: Date, now: Date): Promise<boolean> {
    const { cron, timeZone, enabled } = stored.schedule;
    if (!enabled) return false;
    const planned = this.times.previous(cron, timeZone, now);
    if (planned <= since || planned.toISOString() === stored.lastRun) return false;
    await this.start(stored, planned, now);
    return true;
  }

  /** Logs which starts were missed while no process ran. */
  async sayMissed(): Promise<readonly string[]> {
    const now = this.clock.now();
    const missed: string[] = [];
    for (const { schedule, lastRun } of await this.store.all()) {
      if (!schedule.enabled || lastRun === null) continue;
      const planned = this.times.previous(schedule.cron, schedule.timeZone, now);
      if (planned.toISOString() <= lastRun) continue;
      missed.push(schedule.id);
      this.logger.warn(
        { schedule: schedule.id, planned: planned.toISOString() },
        'missed the start of a scheduled test session while the server was not running; it starts at its next time',
      );
    }
    return missed;
  }

  private async start({ schedule, owner }: StoredSchedule, planned: Date, now: Date): Promise<void> {
    if (!(await this.store.claim(owner, schedule.id, planned.toISOString()))) return;
    if (now.getTime() - planned.getTime() > MISSED_AFTER_MS) {
      this.logger.warn({ schedule: schedule.id }, 'skipped a scheduled test session that is too late');
      return;
    }
    if (await this.isStillRunning(schedule.id, owner)) {
      this.logger.warn(
        { schedule: schedule.id },
        'skipped a scheduled test session, since the previous one still runs',
      );
      return;
    }
    // The schedule may be older than what its owner may do now.
    const filter = await this.owners.filterOf(owner);
    if (filter === undefined) {
      this.logger.warn(
        { schedule: schedule.id, owner },
        'skipped a schedule, since its key was revoked, has expired, or may run no tests',
      );
      return;
    }
    const name = schedule.id;
    const scope = scopeOf(intersect(filterOf(schedule.order.scope), filter));
    const session = await this.startSession.start({ ...schedule.order, name, scope }, owner);
    this.logger.log({ schedule: schedule.id, session_id: session.sessionId }, 'started a scheduled test session');
  }

  private async isStillRunning(scheduleId: string, owner: string): Promise<boolean> {
    const { items } = await this.sessions.list(owner, RECENT, undefined);
    return items.some(
      ({ session }) =>
        session.request.name === scheduleId && (session.status === 'running' || session.status === 'queued'),
    );
  }
}

/** A session that still runs is among the most recent ones. */
const RECENT = 20;
