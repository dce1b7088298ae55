import { Controller, Get, HttpCode, Post, Query, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { ImportedCasesDto } from './case-answer.dto.js';
import { CaseBaseSwitch } from './case-base-switch.guard.js';
import { CaseLogsQueryDto } from './case-request.dto.js';
import { CaseLogsDto, CaseStatisticsDto } from './case-statistics.dto.js';
import { CASE_BASE, notAvailable } from './not-available.js';

const NDJSON = 'application/x-ndjson';
const CASE_LINES = {
  type: 'string',
  example:
    '{"case_id": "case_leave_01", "query": "…", "category_path": ["학사"], "content": "…", "quality_score": 0.7}\n',
} as const;

/** The case base as a whole: its logs, its counters, and its way out and in. */
@ApiTags('Cases')
@Controller('cbr')
@UseGuards(CaseBaseSwitch)
export class CaseBaseController {
  /** Lists what was suggested and what became of it, newest first. Not part of this version yet. */
  @Get('logs')
  @RequiresScope('query')
  @ApiProblems(401, 403, 422, 429, 501)
  logs(@Query() _query: CaseLogsQueryDto): CaseLogsDto {
    return notAvailable(CASE_BASE);
  }

  /** Shows the counters of the case base. Not part of this version yet. */
  @Get('stats')
  @RequiresScope('query')
  @ApiProblems(401, 403, 429, 501)
  statistics(): CaseStatisticsDto {
    return notAvailable(CASE_BASE);
  }

  /** Writes every case as one JSON object a line. Not part of this version yet. */
  @Get('export')
  @RequiresScope('query')
  @ApiOkResponse({ description: 'The cases, one JSON object a line.', content: { [NDJSON]: { schema: CASE_LINES } } })
  @ApiProblems(401, 403, 429, 501)
  export() {
    return notAvailable(CASE_BASE);
  }

  /** Loads cases from what the export wrote. Not part of this version yet. */
  @Post('import')
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiConsumes(NDJSON)
  @ApiBody({ schema: CASE_LINES })
  @ApiProblems(400, 401, 403, 415, 422, 429, 501)
  import(@Req() request: FastifyRequest): ImportedCasesDto {
    if (!(request.headers['content-type'] ?? '').startsWith(NDJSON)) {
      throw new DomainError('unsupported-type', 'unsupported-type', `Send one JSON object a line as ${NDJSON}.`);
    }
    return notAvailable(CASE_BASE);
  }
}
