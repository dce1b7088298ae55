import { setImmediate } from 'node:timers/promises';
import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { JobRunner } from '../../shared/domain/job-runner.js';
import { FitSelector } from '../application/fit-selector.js';

/** Check interval. */
const EVERY_MS = 10_000;
const FIT_JOB = 'cbr-selector';

/** Background maintenance of the case base: refits the selector when it is due. */
@Injectable()
export class CaseMaintenance implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('cbr');
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly fit: FitSelector,
    private readonly jobs: JobRunner,
  ) {
    jobs.register(FIT_JOB, {
      run: async () => {
        if (await fit.isDue()) await fit.fit(pause);
      },
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.working = this.working.then(() => this.look());
    }, EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.working;
  }

  /** Never rejects: the next check retries. */
  private async look(): Promise<void> {
    try {
      // A job, so that /jobs shows it; the next one starts after its end.
      if (await this.fit.isDue()) await this.jobs.start(FIT_JOB, { key: FIT_JOB });
    } catch (error) {
      this.logger.error({ err: error }, 'the maintenance of the case base failed; retrying');
    }
  }
}

/** Yields to all waiting work. */
async function pause(): Promise<void> {
  await setImmediate();
}
