import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Job, JobRecords } from '../domain/job.js';

@Injectable()
export class ReadJob {
  constructor(private readonly store: JobRecords) {}

  /**
   * @param owner the only caller whose jobs count; undefined for one who may see all of them
   * @throws NotFoundError
   */
  async execute(jobId: string, owner: string | undefined): Promise<Job> {
    const job = await this.store.find(jobId);
    if (job === undefined || (owner !== undefined && job.owner !== owner)) throw new NotFoundError('job', jobId);
    return job;
  }
}
