import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, isLimited } from '../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { ReadJob } from '../application/read-job.js';
import { JobDto } from './job.dto.js';

@ApiTags('Jobs')
@Controller('jobs')
export class JobsController {
  constructor(private readonly readJob: ReadJob) {}

  /** State and progress of a background job. A key that is limited to some categories sees the jobs that it started. */
  @Get(':job_id')
  @RequiresScope('query')
  @ApiProblems(401, 404)
  async read(@Param('job_id') jobId: string, @CurrentCaller() caller: Caller): Promise<JobDto> {
    const job = await this.readJob.execute(jobId, isLimited(caller) ? caller.id : undefined);
    return {
      job_id: job.jobId,
      kind: job.kind,
      status: job.status,
      progress: { done: job.done, total: job.total },
      ...(job.error === null ? {} : { error: job.error }),
    };
  }
}
