import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, isAdministrator, isLimited } from '../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../access/interface/access.decorators.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { ReadJob } from '../application/read-job.js';
import { Job } from '../domain/job.js';
import { JobDto, JobPageDto } from './job.dto.js';

function toDto(job: Job, caller: Caller): JobDto {
  return {
    job_id: job.jobId,
    kind: job.kind,
    status: job.status,
    progress: { done: job.done, total: job.total },
    ...(job.error === null ? {} : { error: job.error }),
    ...(isAdministrator(caller) ? { owner: job.owner } : {}),
  };
}

@ApiTags('Jobs')
@Controller('jobs')
export class JobsController {
  constructor(private readonly readJob: ReadJob) {}

  /**
   * Lists the background jobs of the caller, newest first. An administrator gets those of all keys, each with its
   * owner.
   */
  @Get()
  @RequiresScope('query')
  @ApiProblems(401, 422)
  async list(@Query() query: PageQueryDto, @CurrentCaller() caller: Caller): Promise<JobPageDto> {
    const owner = isAdministrator(caller) ? undefined : caller.id;
    const page = await this.readJob.list(owner, query.limit ?? DEFAULT_PAGE, query.cursor);
    return { items: page.items.map((job) => toDto(job, caller)), next_cursor: page.nextCursor };
  }

  /**
   * Returns state and progress of a background job. A key that is limited to some categories sees only the jobs that it
   * started.
   */
  @Get(':job_id')
  @RequiresScope('query')
  @ApiProblems(401, 404)
  async read(@Param('job_id') jobId: string, @CurrentCaller() caller: Caller): Promise<JobDto> {
    return toDto(await this.readJob.read(jobId, isLimited(caller) ? caller.id : undefined), caller);
  }
}
