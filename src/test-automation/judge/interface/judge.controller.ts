import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EffectiveFilter, RequiresScope } from '../../../access/interface/access.decorators.js';
import { AuditTrail, shownPassages } from '../../../shared/domain/audit-trail.js';
import type { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { AnswerToJudge, JudgeOneAnswer } from '../application/judge-one-answer.js';
import { Grade } from '../domain/grade-answer.js';
import { JudgeAnswerDto, JudgeRequestDto } from './judge.dto.js';
import { abortSignal } from '../../../shared/interface/on-response-close.js';

function toAnswer({ question, answer, expected, citations, evidence }: JudgeRequestDto): AnswerToJudge {
  return {
    question: question.normalize('NFC'),
    answer: answer.normalize('NFC'),
    answerable: expected?.answerable,
    facts: expected?.facts ?? [],
    gold: (expected?.gold ?? []).map(({ document_id: documentId, quote }) => ({ documentId, quote })),
    reference: expected?.reference,
    citations: (citations ?? []).map(({ title, document_id: documentId, quote }) => ({
      title: title ?? undefined,
      documentId: documentId ?? undefined,
      quote: quote ?? undefined,
    })),
    evidence,
  };
}

function toDto(grade: Grade, { answer, language }: JudgeRequestDto): JudgeAnswerDto {
  return {
    verdict: grade.verdict,
    score: grade.score,
    dimensions: grade.dimensions,
    failure_type: grade.failureType,
    abstained: grade.kind === 'abstention',
    reply: grade.kind,
    facts: grade.facts.map(({ alternatives, verdict, where }) => ({
      alternatives: [...alternatives],
      stated: verdict === 'stated',
      ...(where === undefined ? {} : { where: { ...where, text: answer.slice(where.start, where.end) } }),
    })),
    claims: grade.claims.map(({ text, start, end, verdict, quote, documentId, reasons }) => ({
      text,
      start,
      end,
      verdict,
      quote,
      ...(documentId === null ? {} : { document_id: documentId }),
      reasons: [...reasons],
    })),
    citation: grade.citation,
    language: language ?? grade.language,
    reasons: [...grade.reasons],
  };
}

@ApiTags('Test automation')
@Controller()
export class JudgeController {
  constructor(
    private readonly judgeOneAnswer: JudgeOneAnswer,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Judges an answer of any system as a test session does: against the expected answer, against evidence in the request, or against the
   * documents that you may see.
   */
  @Post('judge')
  @HttpCode(200)
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 504)
  async judge(
    @Body() body: JudgeRequestDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JudgeAnswerDto> {
    const { grade, read } = await this.judgeOneAnswer.judge(toAnswer(body), filter, abortSignal(reply));
    await this.audit.record({
      action: 'check_facts',
      question: body.question,
      shown: shownPassages(read),
      detail: null,
    });
    return toDto(grade, body);
  }
}
