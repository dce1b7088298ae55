import { Injectable, Logger } from '@nestjs/common';
import { Clock, CronTimes } from '../../../shared/domain/clock.js';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { SourceStore } from '../domain/source-store.js';
import { Source } from '../domain/source.js';
import { StartSync } from './start-sync.js';

/** Starts the runs that are due. Each planned start is claimed in the store, so exactly one of many processes starts it. */
@Injectable()
export class StartDueSyncs {
  private readonly logger = new Logger('sources');

  constructor(
    private readonly store: SourceStore,
    private readonly times: CronTimes,
    private readonly sync: StartSync,
    private readonly clock: Clock,
  ) {}

  /** @param since time of the previous call: starts planned after it and up to now are due */
  async startDue(sources: readonly Source[], since: Date): Promise<void> {
    const now = this.clock.now();
    for (const source of sources) {
      const { schedule, paused } = source.settings;
      if (schedule === null || paused) continue;
      try {
        const planned = this.times.previous(schedule.cron, schedule.timeZone, now);
        if (planned <= since || !(await this.store.claimStart(source.id, planned.toISOString()))) continue;
        await this.sync.start(source);
      } catch (error) {
        if (error instanceof ConflictError)
          this.logger.warn({ source: source.id }, 'the previous run has not ended; the scheduled run is skipped');
        else this.logger.error({ err: error, source: source.id }, 'a scheduled run of a source failed to start');
      }
    }
  }
}
