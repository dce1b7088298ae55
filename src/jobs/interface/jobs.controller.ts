import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, isAdministrator } from '../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../access/interface/access.decorators.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { Canceller, CancelJob } from '../application/cancel-job.js';
import { ReadJob } from '../application/read-job.js';
import { StoredJob } from '../domain/job.js';
import { JobDto, JobPageDto } from './job.dto.js';

const cancellerOf = (caller: Caller): Canceller => ({ id: caller.id, isAdministrator: isAdministrator(caller) });

/** Whose jobs the caller sees; undefined for those of all. */
const visibleOwner = (caller: Caller): string | undefined => (isAdministrator(caller) ? undefined : caller.id);

function toDto(job: StoredJob, caller: Caller, isCancellable: boolean): JobDto {
  return {
    job_id: job.jobId,
    kind: job.kind,
    status: job.status,
    progress: { done: job.done, total: job.total },
    ...(job.error === null ? {} : { error: job.error }),
    ...(isAdministrator(caller) ? { owner: job.owner } : {}),
    cancellable: isCancellable,
    created_at: job.createdAt,
    updated_at: job.updatedAt,
  };
}

@ApiTags('Jobs')
@Controller('jobs')
export class JobsController {
  constructor(
    private readonly readJob: ReadJob,
    private readonly cancelJob: CancelJob,
  ) {}

  /**
   * Lists the background jobs of the caller, newest first. An administrator gets those of all keys, each with its
   * owner.
   */
  @Get()
  @RequiresScope('query')
  @ApiProblems(401, 422)
  async list(@Query() query: PageQueryDto, @CurrentCaller() caller: Caller): Promise<JobPageDto> {
    const page = await this.readJob.list(visibleOwner(caller), query.limit ?? DEFAULT_PAGE, query.cursor);
    return { items: page.items.map((job) => this.shown(job, caller)), next_cursor: page.nextCursor };
  }

  /**
   * Returns state and progress of a background job of the caller; an administrator reads those of all.
   */
  @Get(':job_id')
  @RequiresScope('query')
  @ApiProblems(401, 404)
  async read(@Param('job_id') jobId: string, @CurrentCaller() caller: Caller): Promise<JobDto> {
    return this.shown(await this.readJob.read(jobId, visibleOwner(caller)), caller);
  }

  /**
   * Cancels an unfinished job of the caller; an administrator cancels those of all. It stops at its next step, and what it did until then
   * stays: `progress` says how far it came. A job that has ended, and one that its own route cancels (a test session, the run of a source),
   * is 409.
   */
  @Post(':job_id/cancel')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 409, 429)
  async cancel(@Param('job_id') jobId: string, @CurrentCaller() caller: Caller): Promise<JobDto> {
    return this.shown(await this.cancelJob.cancel(jobId, cancellerOf(caller)), caller);
  }

  private shown(job: StoredJob, caller: Caller): JobDto {
    return toDto(job, caller, this.cancelJob.isCancellable(job, cancellerOf(caller)));
  }
}
