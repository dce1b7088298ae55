import { ApiProperty, PickType } from '@nestjs/swagger';
import { Length, Matches, MaxLength } from 'class-validator';
import { MAX_QUERY } from '../domain/case-record.js';
import { CaseDto } from './case-answer.dto.js';
import { CreateCaseDto, IsStorableText } from './case-request.dto.js';

const VISIBLE = { message: 'must hold visible text' };

/** A case whose answer to adapt to a question. */
export class ReuseCaseDto {
  /** @example "case-haeon-a-01" */
  @IsStorableText()
  @Length(1, 200)
  case_id!: string;

  /** @example "휴학하면 등록금은 언제 내나요?" */
  @IsStorableText()
  @Matches(/\S/, VISIBLE)
  @MaxLength(MAX_QUERY)
  query!: string;
}

/** A case's answer for another question. */
export class ReusedCaseDto {
  /** @example "휴학 기간에는 등록금을 내지 않고, 복학하는 학기에 낸다." */
  answer!: string;
  /** Whether a language model wrote it for the question; otherwise it is the case's own answer. @example false */
  adapted!: boolean;
  /**
   * Reason why it is not adapted.
   * @example "no language model is configured: this is the answer of the case, word for word"
   */
  reason!: string | null;
  /** @example "extractive" */
  provider!: string;
  /** @example "extractive-v1" */
  model!: string;
  case!: CaseDto;
}

/** A confirmed answer to store as a case. */
export class RetainCaseDto extends PickType(CreateCaseDto, ['query', 'category_path', 'content', 'metadata']) {}

/** The result for a confirmed answer. */
export class RetainedCaseDto {
  /** @example "success" */
  status!: string;
  /** @example "case_leave_01" */
  case_id!: string;
  @ApiProperty({ enum: ['created', 'merged'], example: 'created' })
  outcome!: string;
  @ApiProperty({ enum: ['passed', 'not_evaluated'], example: 'not_evaluated' })
  fact_check!: string;
  /** @example "The answer was kept as a new case." */
  message!: string;
}
