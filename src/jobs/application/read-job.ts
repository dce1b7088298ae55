import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Job, JobStore } from '../domain/job.js';

@Injectable()
export class ReadJob {
  constructor(private readonly store: JobStore) {}

  /** @throws NotFoundError */
  async execute(jobId: string): Promise<Job> {
    const job = await this.store.find(jobId);
    if (job === undefined) throw new NotFoundError('job', jobId);
    return job;
  }
}
