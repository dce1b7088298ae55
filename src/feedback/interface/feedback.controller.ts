import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { mayUse } from '../../access/domain/caller.js';
import { Access, RequiresScope } from '../../access/interface/access.decorators.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { GiveAnswerFeedback } from '../application/give-answer-feedback.js';
import { AnswerFeedbackDto, AnswerFeedbackOutcomeDto } from './feedback.dto.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

@ApiTags('Chat')
@Controller()
export class FeedbackController {
  constructor(private readonly giveFeedback: GiveAnswerFeedback) {}

  /**
   * Applies feedback on an answer of the caller. A confirmed answer becomes a case, unless it fails its fact check. A
   * rejected answer is asked again in the caller's next test session. Repeated feedback counts once.
   */
  @Post('feedback')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async give(
    @Body() body: AnswerFeedbackDto,
    @Access() { caller, effectiveFilter }: AccessState,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerFeedbackOutcomeDto> {
    const { gold } = body;
    const opinion = {
      feedback: body.feedback,
      comment: body.comment ?? null,
      correction: body.correction ?? null,
      gold: gold === undefined ? null : { documentId: gold.document_id, quote: gold.quote },
    };
    const giver = { id: caller.id, mayKeep: mayUse(caller, 'ingest'), filter: effectiveFilter };
    const { feedback, counted } = await this.giveFeedback.give(body.trace_id, opinion, giver, abortSignal(reply));
    return {
      status: 'success',
      trace_id: feedback.traceId,
      feedback: feedback.feedback,
      counted,
      outcome: feedback.outcome,
      message: feedback.detail,
    };
  }
}
