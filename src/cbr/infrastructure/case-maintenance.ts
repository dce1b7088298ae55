import { setImmediate } from 'node:timers/promises';
import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { JobRunner } from '../../shared/domain/job-runner.js';
import { FitSelector } from '../application/fit-selector.js';

/** How often it looks whether there is something to do. */
const EVERY_MS = 10_000;
const FIT_JOB = 'cbr-selector';

/** Work of the case base that no request waits for: a selector that should be fitted anew. */
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

  /** Never rejects: the next look tries again. */
  private async look(): Promise<void> {
    try {
      // A job, so that /jobs shows it; the next one begins when this one is over.
      if (await this.fit.isDue()) await this.jobs.start(FIT_JOB, { key: FIT_JOB });
    } catch (error) {
      this.logger.error({ err: error }, 'the upkeep of the case base failed; it tries again');
    }
  }
}

/** Lets everything that waits go first. */
async function pause(): Promise<void> {
  await setImmediate();
}
