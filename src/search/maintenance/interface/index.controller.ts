import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../access/domain/caller.js';
import {
  CurrentCaller,
  EffectiveFilter,
  ForWholeService,
  RequiresScope,
} from '../../../access/interface/access.decorators.js';
import { type CategoryFilter, UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { JobRunner } from '../../../shared/domain/job-runner.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { OPTIMIZE_JOB } from '../application/optimize-index.js';
import { IndexStatus, ReadIndexStatus } from '../application/read-index-status.js';
import { RevertEmbedding } from '../../embedding/application/fit-embedding.js';
import { AcceptedJobDto, IndexStatusDto } from './index.dto.js';

@ApiTags('Index')
@Controller('index')
export class IndexController {
  constructor(
    private readonly readStatus: ReadIndexStatus,
    private readonly revertEmbedding: RevertEmbedding,
    private readonly jobs: JobRunner,
  ) {}

  /**
   * Size and state of the search index. A key that is limited to some categories sees the documents, passages and
   * characters of these, and the embedding that serves its searches.
   */
  @Get()
  @RequiresScope('query')
  @ApiProblems(401)
  async status(@EffectiveFilter() filter: CategoryFilter): Promise<IndexStatusDto> {
    return toDto(await this.readStatus.read(filter));
  }

  /**
   * Starts maintenance of the index as a job: the built-in embedding is fitted on the current corpus, and replaces the
   * previous one in one step when it is done. Searches and writes continue meanwhile.
   */
  @Post('optimize')
  @HttpCode(202)
  @RequiresScope('ingest')
  @ForWholeService()
  @ApiProblems(401, 403)
  async optimize(@CurrentCaller() caller: Caller): Promise<AcceptedJobDto> {
    return { job_id: await this.jobs.start(OPTIMIZE_JOB, { owner: caller.id }) };
  }

  /** Puts the previous embedding back in service; a second call reverts that. */
  @Post('revert')
  @HttpCode(200)
  @RequiresScope('ingest')
  @ForWholeService()
  @ApiProblems(401, 403, 409)
  async revert(): Promise<IndexStatusDto> {
    await this.revertEmbedding.revert();
    return toDto(await this.readStatus.read(UNRESTRICTED));
  }
}

function toDto(s: IndexStatus): IndexStatusDto {
  return {
    documents: s.documents,
    chunks: s.chunks,
    embedding: {
      model: s.embedding.model,
      dimensions: s.embedding.dimensions,
      ...(s.model?.kind === 'fitted' ? { fitted_at: s.model.createdAt, fitted_on: s.model.passages } : {}),
      ...(s.pending === undefined ? {} : { pending: { ...s.pending } }),
    },
    size_bytes: s.sizeBytes,
    optimizing: s.optimizing,
    stale: s.refitDue || s.pending !== undefined,
    refit_due: s.refitDue,
    unembedded: s.pending?.remaining ?? 0,
    ...(s.optimizedAt === undefined ? {} : { optimized_at: s.optimizedAt }),
  };
}
