import { Body, Controller, Delete, Get, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, isAdministrator } from '../../access/domain/caller.js';
import { CurrentCaller, EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { CreateCase } from '../application/create-case.js';
import { ReadCaseLogs } from '../application/read-case-logs.js';
import { ReadCases } from '../application/read-cases.js';
import { UpdateCase, DeleteCase } from '../application/change-case.js';
import {
  CaseDto,
  CasePageDto,
  CreatedCaseDto,
  DeletedCaseDto,
  UpdatedCaseDto,
  UpdatedCaseQualityDto,
} from './case-answer.dto.js';
import { CaseBaseSwitch } from './case-base-switch.guard.js';
import { toCaseDto, toChanges, toLogDto, readCategoryParameter } from './case-mapping.js';
import {
  CasesQueryDto,
  CreateCaseDto,
  LogsOfCaseQueryDto,
  UpdateCaseDto,
  UpdateCaseQualityDto,
} from './case-request.dto.js';
import { CaseLogsDto } from './case-statistics.dto.js';

/** Logs of a case that are listed without `limit`. */
const DEFAULT_LOGS = 100;

/** The cases themselves. Outside the caller's filter reading and changing is 404, creating 403. */
@ApiTags('Cases')
@Controller('cbr')
@UseGuards(CaseBaseSwitch)
export class CasesController {
  constructor(
    private readonly createCase: CreateCase,
    private readonly readCases: ReadCases,
    private readonly readLogs: ReadCaseLogs,
    private readonly updateCase: UpdateCase,
    private readonly deleteCase: DeleteCase,
  ) {}

  /** Stores a case. */
  @Post('case')
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429, 501)
  async create(@Body() body: CreateCaseDto, @EffectiveFilter() filter: CategoryFilter): Promise<CreatedCaseDto> {
    const { caseId } = await this.createCase.create(
      {
        caseId: body.case_id,
        query: body.query,
        categoryPath: body.category_path,
        content: body.content,
        qualityScore: body.quality_score ?? 0.5,
        metadata: body.metadata ?? {},
      },
      filter,
    );
    return { status: 'success', case_id: caseId, message: 'The case was stored.' };
  }

  /** Lists the cases page by page; with `query`, those whose question contains all of its words. */
  @Get('cases')
  @RequiresScope('query')
  @ApiProblems(401, 403, 422, 429, 501)
  async list(@Query() query: CasesQueryDto, @EffectiveFilter() filter: CategoryFilter): Promise<CasePageDto> {
    const page = await this.readCases.list({
      filter,
      category: readCategoryParameter(query.category),
      words: query.query,
      cursor: query.cursor,
      limit: query.limit ?? DEFAULT_PAGE,
    });
    return { items: page.items.map(toCaseDto), next_cursor: page.nextCursor };
  }

  /** Shows a case. */
  @Get('cases/:case_id')
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429, 501)
  async read(@Param('case_id') caseId: string, @EffectiveFilter() filter: CategoryFilter): Promise<CaseDto> {
    return toCaseDto(await this.readCases.one(caseId, filter));
  }

  /**
   * Lists the suggestions of a case with their feedback, newest first: those of this key; for an administrator of the whole service, of every
   * key.
   */
  @Get('cases/:case_id/logs')
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 422, 429, 501)
  async logs(
    @Param('case_id') caseId: string,
    @Query() query: LogsOfCaseQueryDto,
    @EffectiveFilter() filter: CategoryFilter,
    @CurrentCaller() caller: Caller,
  ): Promise<CaseLogsDto> {
    const reader = { id: caller.id, filter, isAdministrator: isAdministrator(caller) };
    const { logs, total } = await this.readLogs.ofCase(caseId, reader, query.limit ?? DEFAULT_LOGS);
    return { logs: logs.map(toLogDto), total_count: total };
  }

  /** Changes fields of a case, all or none. */
  @Put('cases/:case_id')
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 501)
  async update(
    @Param('case_id') caseId: string,
    @Body() body: UpdateCaseDto,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<UpdatedCaseDto> {
    const fields = Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (fields.length === 0)
      throw new InvalidInputError([{ pointer: '', detail: 'the body must have at least one field to change' }]);
    const { after } = await this.updateCase.update(caseId, toChanges(body), filter);
    return {
      status: 'success',
      case_id: caseId,
      message: fields.length === 1 ? '1 field was changed.' : `${fields.length} fields were changed.`,
      updated_fields: fields,
      updated_at: after.updatedAt,
    };
  }

  /** Removes a case and its logs; the counters stay. */
  @Delete('cases/:case_id')
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404, 429, 501)
  async remove(@Param('case_id') caseId: string, @EffectiveFilter() filter: CategoryFilter): Promise<DeletedCaseDto> {
    const deletedAt = await this.deleteCase.delete(caseId, filter);
    return {
      status: 'success',
      case_id: caseId,
      message: 'The case and its logs were removed.',
      deleted_at: deletedAt,
    };
  }

  /** Sets the quality of a case. */
  @Put('cases/:case_id/quality')
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 501)
  async setQuality(
    @Param('case_id') caseId: string,
    @Body() body: UpdateCaseQualityDto,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<UpdatedCaseQualityDto> {
    const { before, after } = await this.updateCase.update(caseId, { qualityScore: body.quality_score }, filter);
    return {
      status: 'success',
      case_id: caseId,
      quality_score: after.qualityScore,
      previous_quality_score: before.qualityScore,
      message: 'The quality was set.',
      updated_at: after.updatedAt,
    };
  }
}
