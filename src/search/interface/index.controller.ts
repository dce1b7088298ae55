import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { JobRunner } from '../../shared/domain/job-runner.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { OptimizeIndex } from '../application/optimize-index.js';
import { ReadIndexStatus } from '../application/read-index-status.js';
import { AcceptedJobDto, IndexStatusDto } from './index.dto.js';

@ApiTags('Index')
@Controller('index')
export class IndexController {
  constructor(
    private readonly readStatus: ReadIndexStatus,
    private readonly optimizeIndex: OptimizeIndex,
    private readonly jobs: JobRunner,
  ) {}

  /** Size and state of the search index. */
  @Get()
  @RequiresScope('query')
  @ApiProblems(401)
  async status(): Promise<IndexStatusDto> {
    const s = await this.readStatus.execute();
    return {
      documents: s.documents,
      chunks: s.chunks,
      embedding: { model: s.embeddingModel, dimensions: s.dimensions },
      size_bytes: s.sizeBytes,
      optimizing: s.optimizing,
      stale: s.stale,
      unembedded: s.unembedded,
      ...(s.optimizedAt === undefined ? {} : { optimized_at: s.optimizedAt }),
    };
  }

  /** Starts upkeep of the index as a job; searches and writes go on meanwhile. */
  @Post('optimize')
  @HttpCode(202)
  @RequiresScope('ingest')
  @ApiProblems(401, 403)
  async optimize(): Promise<AcceptedJobDto> {
    const job_id = await this.jobs.start('index.optimize', (progress) => this.optimizeIndex.execute(progress));
    return { job_id };
  }
}
