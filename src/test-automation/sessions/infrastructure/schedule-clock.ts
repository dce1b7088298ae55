import { Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Environment } from '../../../config/environment.js';
import { Clock } from '../../../shared/domain/clock.js';
import { HealthProbes } from '../../../shared/domain/health-check.js';
import { RunDueSchedules } from '../application/run-due-schedules.js';

/** Cron has a resolution of minutes; a start may be this late. */
const TICK_MS = 5_000;
/** Without a tick for this interval the scheduler counts as stopped. */
const STUCK_AFTER_MS = 60_000;

/** Checks every few seconds which schedules are due (TEST_SCHEDULE_ENABLED). */
@Injectable()
export class ScheduleClock implements OnApplicationBootstrap {
  private readonly logger = new Logger('schedules');
  /** Starts up to this time are done. */
  private doneUntil: Date;
  private lastTick: Date;
  private isUnreadable = false;
  /** Ids of the schedules whose last start failed. */
  private readonly failed = new Set<string>();
  private isBusy = false;

  constructor(
    private readonly schedules: RunDueSchedules,
    private readonly clock: Clock,
    private readonly environment: Environment,
    probes: HealthProbes,
  ) {
    this.doneUntil = clock.now();
    this.lastTick = this.doneUntil;
    probes.register('scheduler', () => Promise.resolve(this.health()));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.environment.TEST_SCHEDULE_ENABLED) await this.schedules.sayMissed();
  }

  @Interval(TICK_MS)
  async tick(): Promise<void> {
    if (!this.environment.TEST_SCHEDULE_ENABLED || this.isBusy) return;
    this.isBusy = true;
    const now = this.clock.now();
    try {
      const { done, failed } = await this.schedules.run(this.doneUntil);
      for (const id of done) this.failed.delete(id);
      for (const id of failed) this.failed.add(id);
      this.isUnreadable = false;
      // Set only now: after a failed read the starts are due at the next tick, too.
      this.doneUntil = now;
    } catch (error) {
      this.isUnreadable = true;
      this.logger.error({ err: error }, 'failed to read the schedules; the next tick tries again');
    } finally {
      this.lastTick = now;
      this.isBusy = false;
    }
  }

  private health() {
    if (!this.environment.TEST_SCHEDULE_ENABLED)
      return { status: 'disabled' as const, detail: 'TEST_SCHEDULE_ENABLED is false' };
    if (this.isUnreadable)
      return { status: 'degraded' as const, detail: 'the schedules could not be read; see the server log' };
    if (this.failed.size > 0)
      return {
        status: 'degraded' as const,
        detail: `${this.failed.size} schedules failed to start; see the server log`,
      };
    const silentMs = this.clock.now().getTime() - this.lastTick.getTime();
    return silentMs > STUCK_AFTER_MS
      ? { status: 'degraded' as const, detail: `no schedule was looked at for ${Math.round(silentMs / 1000)} s` }
      : { status: 'healthy' as const };
  }
}
