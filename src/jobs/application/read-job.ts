import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, encodeNameCursor, Page } from '../../shared/domain/page.js';
import { Job, JobRecords } from '../domain/job.js';

@Injectable()
export class ReadJob {
  constructor(private readonly store: JobRecords) {}

  /**
   * @param owner the only caller whose jobs count; undefined for one who may see all of them
   * @throws NotFoundError
   */
  async read(jobId: string, owner: string | undefined): Promise<Job> {
    const job = await this.store.find(jobId);
    if (job === undefined || (owner !== undefined && job.owner !== owner)) throw new NotFoundError('job', jobId);
    return job;
  }

  /**
   * Newest first.
   * @param owner the only caller whose jobs count; undefined lists those of all, and the server's own
   * @throws InvalidInputError for a cursor that no page gave out
   */
  async list(owner: string | undefined, limit: number, cursor: string | undefined): Promise<Page<Job>> {
    const after = decodeNameCursor(cursor);
    // One more than asked for tells whether there is a next page.
    const found = await this.store.list(owner, after === '' ? undefined : after, limit + 1);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    const isMore = found.length > limit && last !== undefined;
    return { items, nextCursor: isMore ? encodeNameCursor(last.jobId) : null };
  }
}
