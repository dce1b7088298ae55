import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';

const MOST_REASON = 1000;

/** A line of the audit log. */
export class ImprovementStepDto {
  /** @example "2026-11-22T09:15:00.000Z" */
  at!: string;
  /** The actor; `automatic` for the automatic mode. @example "anonymous" */
  by!: string;
  @ApiProperty({
    enum: ['verified', 'rejected', 'applied', 'rolled_back', 'dismissed', 'restored'],
    example: 'applied',
  })
  action!: string;
  /** @example "Version 3 of the configuration became version 4." */
  detail!: string;
}

/** A repair that failures suggest, and the state of its verification. */
export class ImprovementDto {
  /** @example "imp_07" */
  id!: string;
  /** What it changes. @example "synonym" */
  type!: string;
  /** @example "high" */
  priority!: string;
  /** @example "‘등록 휴학’이라는 말을 ‘휴학’과 같은 뜻으로 읽는다." */
  description!: string;
  /** @example "등록 휴학 = 휴학" */
  suggested_value!: string;
  /** JSON Patch on the versioned configuration; empty for a written suggestion. */
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['휴학', '등록휴학'] } }],
  })
  patch!: readonly Readonly<Record<string, unknown>>[];
  /** The failures that it is for and, once verified, the regression run. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { result_ids: ['ses_41c0-004', 'ses_41c0-011'] },
  })
  evidence!: Readonly<Record<string, unknown>>;
  @ApiProperty({
    enum: ['proposed', 'verified', 'rejected', 'applied', 'rolled_back', 'dismissed'],
    example: 'proposed',
  })
  status!: string;
  /** Why a person dismissed it; only with the status `dismissed`. @example "법카는 다른 카드를 뜻한다." */
  dismissal_reason?: string;
  /** Its history, oldest first. */
  audit!: ImprovementStepDto[];
  /**
   * Present and true if its words are withheld: one of its documents was deleted or changed, or is not visible to the caller.
   * @example true
   */
  withheld?: boolean;
}

/** A page of improvements. */
export class ImprovementPageDto {
  items!: ImprovementDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}

/** Why an improvement is not wanted. */
export class DismissImprovementDto {
  /** Up to 1,000 characters. @example "법카는 다른 카드를 뜻한다." */
  @IsString()
  @Matches(/\S/, { message: 'must hold visible text' })
  @MaxLength(MOST_REASON)
  reason!: string;
}
