import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ManageUsers } from '../../access/application/manage-users.js';
import { type Caller, isAdministrator, isLimited, mayUse } from '../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../access/interface/access.decorators.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { InsightsReader, ReadInsights, ShownQuestion } from '../application/read-insights.js';
import { CostShare, ModelCost } from '../domain/insights.js';
import {
  CostShareDto,
  InsightQuestionDto,
  InsightQuestionPageDto,
  InsightQuestionsQueryDto,
  InsightsDto,
  InsightsQueryDto,
  SLOW_MS,
} from './insights.dto.js';

/** Totals are those of the service for the scope metrics; other callers' questions are for administrators. */
const readerOf = (caller: Caller): InsightsReader => ({
  id: caller.id,
  filter: caller.filter,
  countsAll: mayUse(caller, 'metrics') && !isLimited(caller),
  isAdministrator: isAdministrator(caller),
});

function toQuestionDto(one: ShownQuestion, { id, isAdministrator: namesOwners }: InsightsReader): InsightQuestionDto {
  return {
    trace_id: one.traceId,
    conversation_id: one.conversationId,
    ...(namesOwners ? { owner: one.owner } : {}),
    is_own: one.owner === id,
    created_at: one.createdAt,
    question: one.question,
    outcome: one.outcome,
    confidence: one.confidence,
    took_ms: one.tookMs,
    degraded: [...one.degraded],
    rating: one.rating,
    comment: one.comment,
    ...(one.isWithheld ? { withheld: true } : {}),
  };
}

const costDto = ({ calls, usd, inputTokens, outputTokens }: ModelCost) => ({
  calls,
  usd,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
});

const shareDto = (share: CostShare, names?: ReadonlyMap<string, string>): CostShareDto => ({
  id: share.id,
  name: names?.get(share.id) ?? null,
  ...costDto(share),
});

/** What people ask, what the documents lack, and how good, fast and expensive the answers are. */
@ApiTags('System')
@Controller('insights')
export class InsightsController {
  constructor(
    private readonly insights: ReadInsights,
    private readonly users: ManageUsers,
  ) {}

  /**
   * Figures over the stored conversations: questions and ratings by day, abstained questions grouped by meaning, confidence against ratings,
   * slow and degraded answers, cost. A key with categories counts its own questions. Words of other callers' questions are for an
   * administrator of the whole service.
   */
  @Get()
  @RequiresScope('metrics')
  @ApiProblems(401, 403, 422, 429)
  async figures(@Query() query: InsightsQueryDto, @CurrentCaller() caller: Caller): Promise<InsightsDto> {
    const reader = readerOf(caller);
    const found = await this.insights.figures(query, query.slow_ms ?? SLOW_MS, reader);
    const names = await this.users.namesOf(found.cost?.callers.map(({ id }) => id) ?? []);
    const { measured, p50Ms, p95Ms, slow } = found.times;
    return {
      of_all_callers: reader.countsAll,
      questions: [...found.questions],
      ratings: [...found.ratings],
      confidence: found.bins.map(({ meanConfidence, ...bin }) => ({ ...bin, mean_confidence: meanConfidence })),
      latency: { measured, p50_ms: p50Ms, p95_ms: p95Ms, slow },
      degraded: [...found.degraded],
      cost: found.cost?.days.map((day) => ({ day: day.day, ...costDto(day) })) ?? null,
      cost_by_model: found.cost?.models.map((share) => shareDto(share)) ?? null,
      cost_by_agent: found.cost?.agents.map((share) => shareDto(share)) ?? null,
      cost_by_caller: found.cost?.callers.map((share) => shareDto(share, names)) ?? null,
      missing: found.missing.map(({ latestAt, questions, ...topic }) => ({
        ...topic,
        latest_at: latestAt,
        questions: questions.map((one) => toQuestionDto(one, reader)),
      })),
    };
  }

  /** The questions of a figure, newest or slowest first. An administrator of the whole service lists those of all callers, others their own. */
  @Get('questions')
  @RequiresScope('metrics')
  @ApiProblems(401, 403, 422, 429)
  async questions(
    @Query() query: InsightQuestionsQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<InsightQuestionPageDto> {
    const reader = readerOf(caller);
    const { since, until, mark, tenth, cursor } = query;
    const { kind = 'all', slow_ms: slowMs = SLOW_MS, order = 'newest', limit = DEFAULT_PAGE } = query;
    const page = await this.insights.questions(
      { since, until, kind, slowMs, mark, tenth, order, cursor, limit },
      reader,
    );
    return { items: page.items.map((one) => toQuestionDto(one, reader)), next_cursor: page.nextCursor };
  }
}
