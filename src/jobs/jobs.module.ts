import { Global, Module, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { JobRunner } from '../shared/domain/job-runner.js';
import { byStore } from '../shared/infrastructure/database/postgres/by-store.js';
import { ReadJob } from './application/read-job.js';
import { RunJobsInProcess } from './application/run-jobs-in-process.js';
import { JobStore } from './domain/job.js';
import { PostgresJobStore } from './infrastructure/postgres-job-store.js';
import { SqliteJobStore } from './infrastructure/sqlite-job-store.js';
import { JobsController } from './interface/jobs.controller.js';

/** Background work in this process. */
@Global()
@Module({
  controllers: [JobsController],
  providers: [
    ReadJob,
    RunJobsInProcess,
    { provide: JobRunner, useExisting: RunJobsInProcess },
    byStore(JobStore, SqliteJobStore, PostgresJobStore),
  ],
  exports: [JobRunner],
})
export class JobsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly runner: RunJobsInProcess,
    private readonly store: JobStore,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.store.failUnfinished('The server stopped before the job was done; start it again.');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner.shutdown();
  }
}
