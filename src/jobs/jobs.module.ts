import { BeforeApplicationShutdown, Global, Module, OnApplicationBootstrap } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Environment } from '../config/environment.js';
import { IdGenerator } from '../shared/domain/ids.js';
import { JobRunner } from '../shared/domain/job-runner.js';
import { CancelJob } from './application/cancel-job.js';
import { InFlightJobs } from './application/in-flight-jobs.js';
import { JobWorker, JobCounts } from './application/job-worker.js';
import { OwnedWork } from './application/owned-work.js';
import { ReadJob } from './application/read-job.js';
import { RunJobsInProcess } from './application/run-jobs-in-process.js';
import { QueueWorker } from './application/queue-worker.js';
import { JobStore } from './domain/job.js';
import { JobQueue, JobRole } from './domain/job-queue.js';
import { PostgresJobQueue } from './infrastructure/postgres-job-queue.js';
import { SqlJobStore } from './infrastructure/sql-job-store.js';
import { JobsController } from './interface/jobs.controller.js';

/** Background work: in this process with the embedded store, on a queue of all processes with the shared one. */
@Global()
@Module({
  controllers: [JobsController],
  providers: [
    ReadJob,
    CancelJob,
    OwnedWork,
    { provide: JobStore, useClass: SqlJobStore },
    { provide: JobCounts, useFactory: () => new JobCounts() },
    {
      provide: JobRole,
      inject: [Environment],
      useFactory: ({ PROCESS_ROLE }: Environment) => new JobRole(PROCESS_ROLE !== 'web'),
    },
    {
      // Undefined for the embedded store.
      provide: JobQueue,
      inject: [Environment, ModuleRef],
      useFactory: ({ DATABASE_URL }: Environment, module: ModuleRef): Promise<JobQueue> | undefined =>
        DATABASE_URL === undefined ? undefined : module.create(PostgresJobQueue),
    },
    {
      provide: JobWorker,
      inject: [JobQueue, JobCounts, IdGenerator, JobRole, OwnedWork, ModuleRef],
      useFactory: (
        ...[queue, counts, ids, role, owned, module]: [
          JobQueue | undefined,
          JobCounts,
          IdGenerator,
          JobRole,
          OwnedWork,
          ModuleRef,
        ]
      ): JobWorker | Promise<JobWorker> =>
        queue === undefined
          ? module.create(RunJobsInProcess)
          : new QueueWorker(queue, new InFlightJobs(queue, counts, owned), ids, role),
    },
    { provide: JobRunner, useExisting: JobWorker },
  ],
  exports: [JobRunner, JobQueue, JobCounts],
})
export class JobsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly jobs: JobWorker) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.init();
  }

  /** Runs before the providers that jobs use are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
  }
}
