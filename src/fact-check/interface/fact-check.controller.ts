import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import { AuditTrail, ShownItem } from '../../shared/domain/audit-trail.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { CheckFacts } from '../application/check-facts.js';
import { CheckedClaim } from '../domain/fact-check.js';
import { CheckedClaimDto, FactCheckAnswerDto, FactCheckRequestDto } from './fact-check.dto.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

function toDto({ text, start, end, verdict, confidence, evidence, reasons }: CheckedClaim): CheckedClaimDto {
  const quote = evidence && {
    id: evidence.id,
    ...(evidence.chunkId === undefined ? {} : { chunk_id: evidence.chunkId }),
    quote: evidence.quote,
    start: evidence.start,
    end: evidence.end,
  };
  return { text, start, end, verdict, confidence, evidence: quote, reasons: [...reasons] };
}

/** Quoted passages of the documents; texts of the request are the caller's own. */
function shownEvidence(claims: readonly CheckedClaim[]): ShownItem[] {
  const quoted = claims.flatMap(({ evidence }) =>
    evidence?.chunkId === undefined ? [] : [{ id: evidence.id, passages: [evidence.chunkId] }],
  );
  return [...new Map(quoted.map((item) => [item.passages[0], item])).values()];
}

@ApiTags('Chat')
@Controller()
export class FactCheckController {
  constructor(
    private readonly checkFacts: CheckFacts,
    private readonly audit: AuditTrail,
  ) {}

  /** Checks each claim of an answer against texts of the request, or against the documents that the caller may see. */
  @Post('fact-check')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 504)
  async check(
    @Body() body: FactCheckRequestDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FactCheckAnswerDto> {
    const { claims, passed } = await this.checkFacts.check(
      { answer: body.answer, evidence: body.evidence, filter },
      abortSignal(reply),
    );
    await this.audit.record({
      action: 'check_facts',
      question: body.answer,
      shown: shownEvidence(claims),
      detail: null,
    });
    return { claims: claims.map(toDto), passed };
  }
}
