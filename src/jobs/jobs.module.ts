import { BeforeApplicationShutdown, Global, Module, OnApplicationBootstrap } from '@nestjs/common';
import { JobRunner } from '../shared/domain/job-runner.js';
import { byStore } from '../shared/infrastructure/database/postgres/by-store.js';
import { JobTaker } from './application/job-taker.js';
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
    { provide: JobTaker, useClass: RunJobsInProcess },
    { provide: JobRunner, useExisting: JobTaker },
    byStore(JobStore, SqliteJobStore, PostgresJobStore),
  ],
  exports: [JobRunner],
})
export class JobsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly jobs: JobTaker) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.open();
  }

  /** Before the parts that jobs work with are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
  }
}
