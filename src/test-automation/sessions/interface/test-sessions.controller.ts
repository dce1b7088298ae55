import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../access/domain/caller.js';
import { CurrentCaller, EffectiveFilter, RequiresScope } from '../../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { DEFAULT_PAGE } from '../../../shared/domain/page.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../../shared/interface/page-query.dto.js';
import { ControlSession } from '../application/control-session.js';
import { EstimateCost } from '../application/estimate-cost.js';
import { ReadSession } from '../application/read-session.js';
import { PlanSession } from '../application/plan-session.js';
import { StartSession } from '../application/start-session.js';
import { toResultRow } from '../domain/result-row.js';
import { TestSession } from '../domain/test-session.js';
import { TestResultPageDto } from './test-result.dto.js';
import { toComparisonDto, toEstimateDto, toOrder, toSessionDto, toViewer } from './session-mapping.js';
import {
  AcceptedSessionDto,
  EstimatedSessionDto,
  SessionComparisonDto,
  SessionStateDto,
  TestSessionDto,
  TestSessionPageDto,
} from './test-session-answer.dto.js';
import { CompareSessionsQueryDto, TestSessionRequestDto } from './test-session-request.dto.js';

const toState = ({ sessionId, status }: TestSession): SessionStateDto => ({ session_id: sessionId, status });

/** Named examples, since a generated one with every field would continue a session that does not exist. */
const SESSION_EXAMPLES = {
  'two personas': { value: { name: 'Nightly', seed: 7, personas: ['freshman', 'new_staff'], queries_per_persona: 3 } },
  'with dialogues': {
    value: { seed: 7, personas: ['freshman'], multi_turn: { scenarios: 1, turns: 3 }, attribution: 'trace' },
  },
};

/** Sessions of questions by simulated people. They belong to the key that started them, and end with it. */
@ApiTags('Test automation')
@Controller('test-sessions')
export class TestSessionsController {
  constructor(
    private readonly startSession: StartSession,
    private readonly planSession: PlanSession,
    private readonly readSession: ReadSession,
    private readonly controlSession: ControlSession,
    private readonly estimateCost: EstimateCost,
  ) {}

  /** Starts a session of questions by simulated people; it runs in the background. */
  @Post()
  @ApiBody({ type: TestSessionRequestDto, examples: SESSION_EXAMPLES })
  @HttpCode(202)
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async start(
    @Body() body: TestSessionRequestDto,
    @CurrentCaller() caller: Caller,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<AcceptedSessionDto> {
    const session = await this.startSession.start(toOrder(body, filter), caller.id);
    const estimate = toEstimateDto(this.estimateCost.estimate(session.request, session.planned));
    return { session_id: session.sessionId, status: session.status, planned: session.planned, estimate };
  }

  /** Estimates the questions of a session and its possible cost, and asks nothing. */
  @Post('estimate')
  @ApiBody({ type: TestSessionRequestDto, examples: SESSION_EXAMPLES })
  @HttpCode(200)
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async estimate(
    @Body() body: TestSessionRequestDto,
    @CurrentCaller() caller: Caller,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<EstimatedSessionDto> {
    const { request, planned } = await this.planSession.plan(toOrder(body, filter), caller.id);
    return { planned, estimate: toEstimateDto(this.estimateCost.estimate(request, planned)) };
  }

  /** Lists the caller's sessions, newest first; for an administrator, those of all keys, each with its owner. */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: PageQueryDto, @CurrentCaller() caller: Caller): Promise<TestSessionPageDto> {
    const page = await this.readSession.list(toViewer(caller), query.limit ?? DEFAULT_PAGE, query.cursor);
    return { items: page.items.map((stored) => toSessionDto(stored, caller)), next_cursor: page.nextCursor };
  }

  /** Compares a session with an earlier one on the questions that both asked: regressions first, with their significance. */
  @Get('compare')
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 422, 429)
  async compare(
    @Query() query: CompareSessionsQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<SessionComparisonDto> {
    const ids = { base: query.base, candidate: query.candidate };
    return toComparisonDto(ids, await this.readSession.compare(query.base, query.candidate, toViewer(caller)));
  }

  /** Shows a session and its results so far. */
  @Get(':id')
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 429)
  async read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<TestSessionDto> {
    return toSessionDto(await this.readSession.read(id, toViewer(caller)), caller);
  }

  /** Lists the questions of a session with their answers, checks and verdicts. */
  @Get(':id/results')
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 422, 429)
  async results(
    @Param('id') id: string,
    @Query() query: PageQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<TestResultPageDto> {
    const place = { limit: query.limit ?? DEFAULT_PAGE, cursor: query.cursor };
    const page = await this.readSession.results(id, toViewer(caller), place);
    return { items: page.items.map(toResultRow), next_cursor: page.nextCursor };
  }

  /** Stops a session; its answers so far are kept. */
  @Post(':id/cancel')
  @HttpCode(202)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 429)
  async cancel(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SessionStateDto> {
    return toState(await this.controlSession.cancel(id, toViewer(caller)));
  }

  /** Resumes a session that did not complete, without asking anything twice. */
  @Post(':id/resume')
  @HttpCode(202)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 409, 429)
  async resume(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SessionStateDto> {
    return toState(await this.controlSession.resume(id, toViewer(caller)));
  }

  /** Judges the answers of a session again; nothing is asked. */
  @Post(':id/rejudge')
  @HttpCode(202)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 409, 429)
  async rejudge(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SessionStateDto> {
    return toState(await this.controlSession.rejudge(id, toViewer(caller)));
  }
}
