import { Injectable, OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { ConflictError, DomainError } from '../../../shared/domain/domain-error.js';
import { IdGenerator } from '../../../shared/domain/ids.js';
import { JobRunner } from '../../../shared/domain/job-runner.js';
import { queuedRun, SourceRun } from '../domain/source-run.js';
import { SourceRuns } from '../domain/source-store.js';
import { SERVER_OWNER, Source } from '../domain/source.js';
import { RunSync } from './run-sync.js';
import { SourceCatalogue } from './source-catalogue.js';

/** Job kind of the runs. */
export const SYNC_JOB = 'source.sync';

export interface StartedSync {
  readonly run: SourceRun;
  readonly jobId: string;
}

const keyOf = (sourceId: string): string => `source:${sourceId}`;

/** Starts and stops runs. A source has at most one unfinished run. */
@Injectable()
export class StartSync implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly runs: SourceRuns,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly runSync: RunSync,
    private readonly catalogue: SourceCatalogue,
  ) {}

  onModuleInit(): void {
    this.jobs.register(SYNC_JOB, { run: (job) => this.runSync.run(job) });
  }

  /** @throws ConflictError when the source is paused, or an earlier run of it has not ended; DomainError (403) when its key has ended */
  async start({ id, owner, settings }: Source, dryRun = false): Promise<StartedSync> {
    if ((await this.catalogue.rightsOf(owner)) === undefined)
      throw new DomainError(
        'forbidden',
        'source-owner',
        `The key of the source '${settings.name}' has ended or may no longer store documents. An administrator can take over the source by PUT.`,
      );
    if (settings.paused)
      throw new ConflictError(`The source '${settings.name}' is paused; set paused to false, then start the run.`);
    if (await this.isAtWork(id))
      throw new ConflictError(
        `A run of the source '${settings.name}' has not ended; wait for it, or pause the source.`,
      );
    const run = queuedRun(this.ids.next('run'), id, dryRun, this.clock.now().toISOString());
    await this.runs.put(run);
    const jobId = await this.jobs.start(SYNC_JOB, {
      key: keyOf(id),
      data: { source: id, run: run.runId, dry_run: String(dryRun) },
      ...(owner === SERVER_OWNER ? {} : { owner }),
    });
    return { run, jobId };
  }

  async isAtWork(sourceId: string): Promise<boolean> {
    return (await this.jobs.unfinished([keyOf(sourceId)])).size > 0;
  }

  /** Stops the unfinished run, and waits until it has ended. Its results stay. */
  async stop(sourceId: string): Promise<void> {
    await this.jobs.cancel(keyOf(sourceId));
    await this.runs.interrupt(sourceId, undefined);
  }
}
