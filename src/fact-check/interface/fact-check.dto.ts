import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsObject,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { FILTERS_SCHEMA } from '../../access/interface/filter.dto.js';
import { MAX_ANSWER_LENGTH } from '../application/check-facts.js';
import { given, IsSmallMap } from '../../shared/interface/field.validators.js';

/** Maximum number of evidence texts in one request. */
const MAX_EVIDENCE = 1_000;

/** A text that claims are compared with. */
export class EvidenceTextDto {
  /** Your id; verdicts name it. @example "e1" */
  @IsString()
  @Length(1, 200)
  id!: string;

  /** @example "휴학은 개강 전날까지 신청하여야 한다." */
  @IsString()
  @Matches(/\S/, { message: 'must hold visible text' })
  text!: string;
}

/** An answer whose claims are checked. */
export class FactCheckRequestDto {
  /** Up to 50,000 characters; its first 200 claims are checked. @example "휴학은 개강 전날까지 신청한다." */
  @IsString()
  @MaxLength(MAX_ANSWER_LENGTH, { message: `must have at most ${MAX_ANSWER_LENGTH} characters` })
  @Matches(/\S/, { message: 'must hold visible text' })
  answer!: string;

  /** Up to 1,000 texts. If absent, the documents that the caller may see are searched. */
  @ValidateIf(given)
  @IsArray()
  @ArrayMaxSize(MAX_EVIDENCE)
  @IsObject({ each: true, message: 'each value must be a text with its id, for example {"id": "e1", "text": "…"}' })
  @ValidateNested({ each: true })
  @Type(() => EvidenceTextDto)
  evidence?: EvidenceTextDto[];

  @ApiPropertyOptional(FILTERS_SCHEMA)
  @Allow()
  filters?: unknown;

  /** Free map, up to 16 KB as JSON. */
  @ValidateIf(given)
  @IsObject()
  @IsSmallMap()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: {} })
  options?: Record<string, unknown>;
}

/** The passage that decides a claim. */
export class ClaimEvidenceDto {
  /** Id of the evidence of the request, or of the document. @example "e1" */
  id!: string;
  /** Only for a found passage. @example "rules/leave#3" */
  chunk_id?: string;
  /** @example "휴학은 개강 전날까지 신청하여야 한다." */
  quote!: string;
  /** UTF-16 offset in the evidence's text, or in the stored document. @example 0 */
  start!: number;
  /** @example 21 */
  end!: number;
}

/** A claim of the answer with its verdict. */
export class CheckedClaimDto {
  /** @example "휴학은 개강 전날까지 신청한다." */
  text!: string;
  /** UTF-16 offset in the answer. @example 0 */
  start!: number;
  /** @example 17 */
  end!: number;
  @ApiProperty({ enum: ['supported', 'contradicted', 'not_found'], example: 'supported' })
  verdict!: string;
  /** 0..1. @example 0.93 */
  confidence!: number;
  @ApiProperty({ type: () => ClaimEvidenceDto, nullable: true })
  evidence!: ClaimEvidenceDto | null;
  /** @example ["the deadline agrees"] */
  reasons!: string[];
}

/** The verdicts. */
export class FactCheckAnswerDto {
  claims!: CheckedClaimDto[];
  /** False if a claim is contradicted, or a checkable claim is not found. @example true */
  passed!: boolean;
}
