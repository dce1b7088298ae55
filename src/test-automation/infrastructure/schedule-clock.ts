import { Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Environment } from '../../config/environment.js';
import { Clock } from '../../shared/domain/clock.js';
import { HealthProbes } from '../../shared/domain/health-check.js';
import { RunDueSchedules } from '../application/run-due-schedules.js';

/** Cron knows minutes; a start may be this much late. */
const TICK_MS = 5_000;
/** Without a tick for so long the scheduler does not run. */
const STUCK_AFTER_MS = 60_000;

/** Looks every few seconds which schedules are due (TEST_SCHEDULE_ENABLED). */
@Injectable()
export class ScheduleClock implements OnApplicationBootstrap {
  private last: Date;
  private failure: string | undefined;
  private isBusy = false;

  constructor(
    private readonly schedules: RunDueSchedules,
    private readonly clock: Clock,
    private readonly environment: Environment,
    probes: HealthProbes,
  ) {
    this.last = clock.now();
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
      await this.schedules.execute(this.last);
      this.failure = undefined;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : 'unknown reason';
    } finally {
      this.last = now;
      this.isBusy = false;
    }
  }

  private health() {
    if (!this.environment.TEST_SCHEDULE_ENABLED)
      return { status: 'disabled' as const, detail: 'TEST_SCHEDULE_ENABLED is false' };
    if (this.failure !== undefined)
      return { status: 'degraded' as const, detail: 'the schedules could not be read or started; see the server log' };
    const silentMs = this.clock.now().getTime() - this.last.getTime();
    return silentMs > STUCK_AFTER_MS
      ? { status: 'degraded' as const, detail: `no schedule was looked at for ${Math.round(silentMs / 1000)} s` }
      : { status: 'healthy' as const };
  }
}
