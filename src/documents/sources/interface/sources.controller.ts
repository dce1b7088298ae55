import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, isAdministrator } from '../../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../../access/interface/access.decorators.js';
import { Environment } from '../../../config/environment.js';
import { decodeNameCursor, DEFAULT_PAGE, encodeNameCursor } from '../../../shared/domain/page.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../../shared/interface/page-query.dto.js';
import { ManageSources, SourceCaller } from '../application/manage-sources.js';
import { ReadRuns } from '../application/read-runs.js';
import { StartSync } from '../application/start-sync.js';
import { toSettings } from '../domain/source-record.js';
import { toRunDto, toSourceDto } from './source-mapping.js';
import {
  RemoveSourceQueryDto,
  SourceRunDto,
  SourceRunPageDto,
  StartedRunDto,
  PipelineRunFactoryQueryDto,
} from './source-run.dto.js';
import { PutSourceDto, DocumentSourceDto, DocumentSourcePageDto } from './source.dto.js';

const callerOf = (caller: Caller): SourceCaller => ({ id: caller.id, isAdministrator: isAdministrator(caller) });

@ApiTags('Sources')
@Controller('sources')
export class SourcesController {
  constructor(
    private readonly sources: ManageSources,
    private readonly sync: StartSync,
    private readonly runs: ReadRuns,
    private readonly environment: Environment,
  ) {}

  /** Lists the sources of the caller, by name; for an administrator those of all keys and of `sources.json`. */
  @Get()
  @RequiresScope('ingest')
  @ApiProblems(401, 422, 429)
  async list(@Query() query: PageQueryDto, @CurrentCaller() caller: Caller): Promise<DocumentSourcePageDto> {
    const after = decodeNameCursor(query.cursor);
    const { limit = DEFAULT_PAGE } = query;
    const left = (await this.sources.list(callerOf(caller))).filter(({ settings }) => settings.name > after);
    const items = left.slice(0, limit);
    const last = items.at(-1);
    const isMore = left.length > limit && last !== undefined;
    return { items: items.map(toSourceDto), next_cursor: isMore ? encodeNameCursor(last.settings.name) : null };
  }

  /**
   * Creates a source: a place whose documents stay in sync. Nothing is read before its first run. Folders must be below SOURCE_FOLDERS, and
   * other kinds are for administrators.
   */
  @Post()
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429)
  async create(@Body() body: PutSourceDto, @CurrentCaller() caller: Caller): Promise<DocumentSourceDto> {
    return toSourceDto(await this.sources.create(toSettings(body, this.environment.TIME_ZONE), callerOf(caller)));
  }

  /** Shows a source. */
  @Get(':source_id')
  @RequiresScope('ingest')
  @ApiProblems(401, 404, 429)
  async read(@Param('source_id') sourceId: string, @CurrentCaller() caller: Caller): Promise<DocumentSourceDto> {
    return toSourceDto(await this.sources.read(sourceId, callerOf(caller)));
  }

  /**
   * Replaces the settings of a source except its kind; a missing setting gets its default. The next run applies the settings to its
   * documents.
   */
  @Put(':source_id')
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 422, 429)
  async change(
    @Param('source_id') sourceId: string,
    @Body() body: PutSourceDto,
    @CurrentCaller() caller: Caller,
  ): Promise<DocumentSourceDto> {
    const settings = toSettings(body, this.environment.TIME_ZONE);
    return toSourceDto(await this.sources.change(sourceId, settings, callerOf(caller)));
  }

  /** Removes a source. Its documents stay unless `documents=delete`. */
  @Delete(':source_id')
  @HttpCode(204)
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404, 409, 422, 429)
  async remove(
    @Param('source_id') sourceId: string,
    @Query() query: RemoveSourceQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.sources.remove(sourceId, callerOf(caller), query.documents ?? 'keep');
  }

  /** Starts a run, which is a job of the kind `source.sync`. A source has at most one unfinished run. */
  @Post(':source_id/sync')
  @HttpCode(202)
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404, 409, 422, 429)
  async start(
    @Param('source_id') sourceId: string,
    @Query() query: PipelineRunFactoryQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<StartedRunDto> {
    const source = await this.sources.read(sourceId, callerOf(caller));
    const { run, jobId } = await this.sync.start(source, query.dry_run === 'true');
    return Object.assign(toRunDto(run), { job_id: jobId });
  }

  /** Lists the last 50 runs of a source with their reports, newest first. */
  @Get(':source_id/runs')
  @RequiresScope('ingest')
  @ApiProblems(401, 404, 422, 429)
  async listRuns(
    @Param('source_id') sourceId: string,
    @Query() query: PageQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<SourceRunPageDto> {
    const { id } = await this.sources.read(sourceId, callerOf(caller));
    const page = await this.runs.list(id, query.limit ?? DEFAULT_PAGE, query.cursor);
    return { items: page.items.map(toRunDto), next_cursor: page.nextCursor };
  }

  /** Shows the progress of a run, or its report. */
  @Get(':source_id/runs/:run_id')
  @RequiresScope('ingest')
  @ApiProblems(401, 404, 429)
  async readRun(
    @Param('source_id') sourceId: string,
    @Param('run_id') runId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<SourceRunDto> {
    const { id } = await this.sources.read(sourceId, callerOf(caller));
    return toRunDto(await this.runs.read(id, runId));
  }
}
