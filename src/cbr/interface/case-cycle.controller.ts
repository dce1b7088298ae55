import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentCaller, EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { Caller } from '../../access/domain/caller.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { GiveFeedback } from '../application/give-feedback.js';
import { RetainCase } from '../application/retain-case.js';
import { ReuseCase } from '../application/reuse-case.js';
import { CaseFeedbackOutcomeDto, CaseSuggestionsDto } from './case-answer.dto.js';
import { CaseBaseSwitch } from './case-base-switch.guard.js';
import { toCaseDto, toRating, toSuggestionsDto } from './case-mapping.js';
import { CaseFeedbackDto, SuggestCasesDto } from './case-request.dto.js';
import { RetainCaseDto, RetainedCaseDto, ReuseCaseDto, ReusedCaseDto } from './case-reuse.dto.js';
import { SuggestForCaller } from '../application/suggest-cases.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

const RETAINED = {
  created: 'The answer was kept as a new case.',
  merged: 'Nearly the same question was a case already; it has this answer now.',
} as const;

/** The cycle of case-based reasoning: retrieve, reuse, revise, retain (Aamodt and Plaza 1994). */
@ApiTags('Cases')
@Controller('cbr')
@UseGuards(CaseBaseSwitch)
export class CaseCycleController {
  constructor(
    private readonly suggestForCaller: SuggestForCaller,
    private readonly reuseCase: ReuseCase,
    private readonly giveFeedback: GiveFeedback,
    private readonly retainCase: RetainCase,
  ) {}

  /** Suggests cases that resemble a question: the k nearest of all that the caller may see. */
  @Post('suggest')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  async suggest(
    @Body() body: SuggestCasesDto,
    @EffectiveFilter() filter: CategoryFilter,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CaseSuggestionsDto> {
    const { query, k = 5 } = body;
    const found = await this.suggestForCaller.suggest(
      {
        query,
        filter,
        category: body.category_path,
        k,
        method: body.similarity_method ?? 'cosine',
        minQuality: body.min_quality_score ?? 0,
        rankBy: body.rank_by ?? 'similarity',
      },
      caller.id,
      abortSignal(reply),
    );
    return toSuggestionsDto(found, { query, k, includeMetadata: body.include_metadata ?? true });
  }

  /**
   * Applies feedback on a suggested case. Repeated feedback counts once; different feedback replaces the earlier one.
   */
  @Post('feedback')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 501)
  async feedback(
    @Body() body: CaseFeedbackDto,
    @EffectiveFilter() filter: CategoryFilter,
    @CurrentCaller() caller: Caller,
  ): Promise<CaseFeedbackOutcomeDto> {
    const rating = toRating(body);
    const key = { userId: caller.id, logId: body.log_id, caseId: body.case_id };
    const outcome = await this.giveFeedback.give(key, rating, filter);
    return {
      status: 'success',
      message: outcome.counted ? 'The feedback was counted.' : 'The same feedback was counted before.',
      log_id: body.log_id,
      case_id: body.case_id,
      feedback: rating.feedback,
      quality_score: outcome.qualityScore,
      usage_count: outcome.usageCount,
      log_bound: outcome.logBound,
    };
  }

  /**
   * Adapts a case's answer to a question by the configured language model; without one it returns the case's own
   * answer.
   */
  @Post('reuse')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 501)
  async reuse(
    @Body() body: ReuseCaseDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReusedCaseDto> {
    const request = { question: body.query, caseId: body.case_id, filter };
    const { one, answer } = await this.reuseCase.reuse(request, abortSignal(reply));
    const { text, ...how } = answer;
    return { answer: text, ...how, case: toCaseDto(one) };
  }

  /** Stores a confirmed answer as a case, unless it fails its fact check (409). Nearly the same question is merged. */
  @Post('retain')
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429, 501)
  async retain(
    @Body() body: RetainCaseDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RetainedCaseDto> {
    const confirmed = {
      question: body.query,
      answer: body.content,
      categoryPath: body.category_path,
      metadata: body.metadata ?? {},
    };
    const { one, outcome, check } = await this.retainCase.retain(confirmed, filter, abortSignal(reply));
    return {
      status: 'success',
      case_id: one.caseId,
      outcome,
      fact_check: check.verdict,
      message: RETAINED[outcome],
    };
  }
}
