import { Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { Readable } from 'node:stream';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller, EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { Caller } from '../../access/domain/caller.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { CaseLogs } from '../domain/case-logs.js';
import { ReadCases } from '../application/read-cases.js';
import { ReadCaseStatistics } from '../application/read-case-statistics.js';
import { Case } from '../domain/case.js';
import { caseRecord } from '../domain/case-record.js';
import { ImportedCasesDto } from './case-answer.dto.js';
import { CaseBaseSwitch } from './case-base-switch.guard.js';
import { toImportedDto, toLogDto, toStatisticsDto } from './case-mapping.js';
import { CaseLogsQueryDto } from './case-request.dto.js';
import { CaseLogsDto, CaseStatisticsDto } from './case-statistics.dto.js';
import { CaseUpload, NDJSON, SQLITE } from './case-upload.js';

const CASE_LINES = {
  type: 'string',
  example:
    '{"case_id": "case_leave_02", "query": "휴학하면 등록금은?", "category_path": ["학사"], "content": "복학하는 학기에 낸다.", "quality_score": 0.7}\n',
} as const;
const DEFAULT_LOGS = 100;

async function* exportLines(cases: AsyncIterable<Case>): AsyncGenerator<string> {
  for await (const one of cases) yield `${JSON.stringify(caseRecord(one))}\n`;
}

/** The case base as a whole: logs, counters, export and import. */
@ApiTags('Cases')
@Controller('cbr')
@UseGuards(CaseBaseSwitch)
export class CaseBaseController {
  constructor(
    private readonly caseLogs: CaseLogs,
    private readonly readStatistics: ReadCaseStatistics,
    private readonly readCases: ReadCases,
    private readonly upload: CaseUpload,
  ) {}

  /** Lists this key's suggestions with their feedback, newest first. */
  @Get('logs')
  @RequiresScope('query')
  @ApiProblems(401, 403, 422, 429, 501)
  async logs(
    @Query() query: CaseLogsQueryDto,
    @EffectiveFilter() filter: CategoryFilter,
    @CurrentCaller() caller: Caller,
  ): Promise<CaseLogsDto> {
    const { logs, total } = await this.caseLogs.list({
      userId: caller.id,
      filter,
      limit: query.limit ?? DEFAULT_LOGS,
      successOnly: query.success_only ?? false,
    });
    return { logs: logs.map(toLogDto), total_count: total };
  }

  /** Returns the counters that the caller may see. Only rated interactions are successes or failures. */
  @Get('stats')
  @RequiresScope('query')
  @ApiProblems(401, 403, 429, 501)
  async statistics(
    @EffectiveFilter() filter: CategoryFilter,
    @CurrentCaller() caller: Caller,
  ): Promise<CaseStatisticsDto> {
    return toStatisticsDto(await this.readStatistics.read(filter, caller.id));
  }

  /** Exports every case that the caller may see as NDJSON; the import reads it without loss. */
  @Get('export')
  @RequiresScope('query')
  @ApiOkResponse({ description: 'The cases, one JSON object a line.', content: { [NDJSON]: { schema: CASE_LINES } } })
  @ApiProblems(401, 403, 429, 501)
  export(@EffectiveFilter() filter: CategoryFilter, @Res() reply: FastifyReply): void {
    void reply.type(NDJSON).send(Readable.from(exportLines(this.readCases.all(filter))));
  }

  /**
   * Imports cases from an export, or from a cbr_system.db of the specification's own program. A bad line is rejected
   * alone; a known id is replaced.
   */
  @Post('import')
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiConsumes(NDJSON, SQLITE)
  @ApiBody({ schema: CASE_LINES })
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  async import(@Req() request: FastifyRequest, @EffectiveFilter() filter: CategoryFilter): Promise<ImportedCasesDto> {
    return toImportedDto(await this.upload.read(request, filter));
  }
}
