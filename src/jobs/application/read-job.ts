import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, encodeNameCursor, Page } from '../../shared/domain/page.js';
import { JobStore, StoredJob } from '../domain/job.js';

@Injectable()
export class ReadJob {
  constructor(private readonly store: JobStore) {}

  /**
   * @param owner whose jobs are visible; undefined for a caller who may see all of them
   * @throws NotFoundError
   */
  async read(jobId: string, owner: string | undefined): Promise<StoredJob> {
    const job = await this.store.find(jobId);
    if (job === undefined || (owner !== undefined && job.owner !== owner)) throw new NotFoundError('job', jobId);
    return job;
  }

  /**
   * Newest first.
   * @param owner whose jobs are listed; undefined lists all, including the server's own
   * @throws InvalidInputError for a cursor that no page returned
   */
  async list(owner: string | undefined, limit: number, cursor: string | undefined): Promise<Page<StoredJob>> {
    const after = decodeNameCursor(cursor);
    // One row more than requested shows whether there is a next page.
    const found = await this.store.list(owner, after === '' ? undefined : after, limit + 1);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    const isMore = found.length > limit && last !== undefined;
    return { items, nextCursor: isMore ? encodeNameCursor(last.jobId) : null };
  }
}
