import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { EmbedBacklog } from '../application/embed-backlog.js';

/** How soon passages get the vectors that the provider could not give at first. */
const EVERY_MS = 5_000;

/** Looks after passages without vectors; the look itself is one indexed query. */
@Injectable()
export class BacklogTimer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('embedding');
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly backlog: EmbedBacklog) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.backlog.execute().then(
        (done) => {
          if (done > 0) this.logger.log(`${done} passages got their vectors`);
        },
        (error: unknown) => this.logger.error({ err: error }, 'passages still wait for their vectors'),
      );
    }, EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
