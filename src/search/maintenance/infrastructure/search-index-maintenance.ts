import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { JobRunner } from '../../../shared/domain/job-runner.js';
import { EMBED_JOB, EmbedBacklog } from '../../embedding/application/embed-backlog.js';
import { OPTIMIZE_JOB, OptimizeIndex } from '../application/optimize-index.js';
import { ReadIndexStatus } from '../application/read-index-status.js';
import { IndexMaintenance } from '../domain/index-maintenance.js';

/** Interval of the check for passages without vectors, and for a corpus that needs another embedding. */
const EVERY_MS = 5_000;

/** Looks after the vectors: those that a provider has not computed yet, and a fitted embedding that no longer fits. The look itself is a few indexed queries. */
@Injectable()
export class SearchIndexMaintenance implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('index');
  private timer: NodeJS.Timeout | undefined;
  private sequence = -1;
  /** State of the corpus at the last fit that was started here. */
  private triedAt = -1;
  private busy = false;

  constructor(
    private readonly backlog: EmbedBacklog,
    private readonly optimize: OptimizeIndex,
    private readonly jobs: JobRunner,
    private readonly status: ReadIndexStatus,
    private readonly maintenance: IndexMaintenance,
  ) {
    jobs.register(EMBED_JOB, { atOnce: 1, run: ({ signal }) => this.embed(signal) });
    jobs.register(OPTIMIZE_JOB, {
      isCancellable: true,
      run: ({ progress, signal }) => optimize.optimize(progress, signal),
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      if (this.busy) return;
      this.busy = true;
      this.look()
        .catch((error: unknown) => this.logger.error({ err: error }, 'index maintenance failed; retrying'))
        .finally(() => {
          this.busy = false;
        });
    }, EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** One check; called every few seconds. */
  async look(): Promise<void> {
    const { jobs, backlog } = this;
    // One process of all pays for a passage.
    if (!jobs.isShared) await this.embed();
    else if (await backlog.isDue()) await jobs.start(EMBED_JOB, { key: EMBED_JOB });
    const sequence = await this.maintenance.sequence();
    const quiet = sequence === this.sequence;
    this.sequence = sequence;
    // While documents are still coming in, a fit would be old as soon as it is done.
    if (!quiet || this.optimize.running) return;
    // A fit that failed, or that left everything as it was, would do so again until something is written.
    if (sequence === this.triedAt) return;
    const { chunks } = await this.maintenance.statistics(UNRESTRICTED);
    if (!(await this.status.isRefitDue(chunks))) return;
    this.triedAt = sequence;
    await this.jobs.start(OPTIMIZE_JOB, { key: OPTIMIZE_JOB });
  }

  private async embed(signal?: AbortSignal): Promise<void> {
    const done = await this.backlog.embedBacklog(signal);
    if (done > 0) this.logger.log(`${done} passages got their vectors`);
  }
}
