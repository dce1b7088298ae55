import { ApiProperty, ApiPropertyOptional, PartialType, PickType } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length, ValidateIf } from 'class-validator';
import { given, IsVisibleName } from '../../shared/interface/field.validators.js';
import { CATEGORY_PATHS_SCHEMA } from '../../shared/interface/property-schemas.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { MAX_TITLE } from '../domain/conversation-title.js';
import { CitationDto } from './chat.dto.js';

export class TurnDto {
  /** @example "휴학 신청은 언제까지 해야 하나요?" */
  message!: string;
  /** @example "① 휴학은 개강일 30일 전부터 … [1]" */
  response!: string;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  sources!: Record<string, unknown>[];
  /** Absent if withheld, and for answers of an earlier release. */
  citations?: CitationDto[];
  /** The documents do not answer. @example false */
  abstained?: boolean;
  @ApiPropertyOptional({
    enum: ['small_talk'],
    example: 'small_talk',
    description: 'The message asks nothing of the documents.',
  })
  reply?: string;
  @ApiPropertyOptional({ enum: ['en', 'ko'], example: 'ko' })
  language?: string;
  /** Calibrated probability, 0..1, that the documents answer and the answer is right. @example 0.91 */
  calibrated_confidence?: number;
  /** The message as a self-contained question, if it was completed from the conversation. @example "휴학 신청은 언제까지 해야 하나요" */
  completed_question?: string;
  /** Day that the question was asked for, if it named one. @example "2026-03-01" */
  as_of?: string;
  /** Agent that the question was asked to. @example "agent_1b2c" */
  agent_id?: string;
  /** Categories that the question was limited to. */
  @ApiPropertyOptional(CATEGORY_PATHS_SCHEMA)
  allowed_category_paths?: string[][];
  /** @example "trace_5f0c" */
  trace_id!: string;
  /** When an editor marked the question as done; absent until then. @example "2026-11-22T09:00:00.000Z" */
  done_at?: string;
  /** What the editor says about it. @example "규정에 추가했습니다." */
  done_note?: string | null;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  @ApiPropertyOptional({
    example: true,
    description:
      'Present and true if answer and sources are withheld: a quoted document was deleted or changed, or the key no longer has access to it.',
  })
  withheld?: boolean;
  /** Present and true if a later edition changed or removed a passage that the answer quotes. @example true */
  outdated?: boolean;
}

export class ConversationQueryDto {
  /** For an administrator: the key that owns the conversation; ids are unique per key. */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  owner?: string;
}

export class ConversationDto {
  /** @example "conv-001" */
  conversation_id!: string;
  /** The given title, or one that is made from the first question. @example "휴학 신청은 언제까지 해야 하나요?" */
  title!: string;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  turns!: TurnDto[];
  @ApiPropertyOptional({
    example: 'key_8c1d',
    description: 'The key that the conversation belongs to; for an administrator.',
  })
  owner?: string;
}

export class ListConversationsDto extends PageQueryDto {
  /** Text that the title or a question contains; case, width and composition of letters make no difference. @example "휴학" */
  @IsOptional()
  @IsString()
  @Length(1, 200, { message: 'must have 1..200 characters' })
  query?: string;
}

/** A conversation in a list. */
export class ConversationSummaryDto {
  /** For GET /conversations/{conversation_id}. @example "conv-001" */
  id!: string;
  /** The given title, or one that is made from the first question. @example "휴학 신청은 언제까지 해야 하나요?" */
  title!: string;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  /** Moment of the newest question. @example "2026-11-21T09:04:00.000Z" */
  updated_at!: string;
  /** Number of questions. @example 3 */
  turns!: number;
}

export class ConversationPageDto {
  items!: ConversationSummaryDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}

export class RenameConversationDto {
  @ApiProperty({
    type: 'string',
    nullable: true,
    minLength: 1,
    maxLength: MAX_TITLE,
    example: '휴학 절차',
    description: 'One line. Null: the title is made from the first question again.',
  })
  @ValidateIf((_, value) => value !== null)
  @IsString({ message: 'must be a string, or null' })
  @Length(1, MAX_TITLE, { message: `must have 1..${MAX_TITLE} characters` })
  @IsVisibleName()
  title!: string | null;
}

export const EXPORT_FORMATS = ['markdown', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export class ExportConversationDto {
  @IsOptional()
  @IsIn(EXPORT_FORMATS, { message: `must be one of ${EXPORT_FORMATS.join(', ')}` })
  @ApiPropertyOptional({ enum: EXPORT_FORMATS, default: 'markdown' })
  format?: ExportFormat = 'markdown';
}

export class ShareConversationDto {
  /** The only answer to share. By default all answers up to now are shared. @example "trace_5f0c" */
  @ValidateIf(given)
  @IsString({ message: 'must be a string' })
  @Length(1, 200, { message: 'must have 1..200 characters' })
  trace_id?: string;
}

/** Answers of a conversation that are shared by link. */
export class ConversationShareDto {
  /** For GET /shared/{share_id}. @example "share_019a7c" */
  share_id!: string;
  /** Page that shows it. @example "http://127.0.0.1:8001/pages/shared?id=share_019a7c" */
  url!: string;
  /** The shared answers. */
  trace_ids!: string[];
  /** @example "2026-11-21T09:10:00.000Z" */
  created_at!: string;
}

export class ConversationSharesDto {
  items!: ConversationShareDto[];
}

/** A shared answer. Question, answer and sources are left out if the reader may not see one of the sources. */
export class SharedTurnDto extends PartialType(
  PickType(TurnDto, [
    'citations',
    'abstained',
    'reply',
    'language',
    'calibrated_confidence',
    'as_of',
    'outdated',
  ] as const),
) {
  /** Empty if withheld. @example "휴학 신청은 언제까지 해야 하나요?" */
  message!: string;
  /** @example "① 휴학은 개강일 30일 전부터 … [1]" */
  response!: string;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  sources!: Record<string, unknown>[];
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  /** Present and true if a source was deleted or changed, or this reader may not see it. @example true */
  withheld?: boolean;
}

export class SharedConversationDto {
  /** @example "share_019a7c" */
  share_id!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: '휴학 신청은 언제까지 해야 하나요?',
    description: 'Null if an answer is withheld: the title may name its subject.',
  })
  title!: string | null;
  /** @example "2026-11-21T09:10:00.000Z" */
  created_at!: string;
  turns!: SharedTurnDto[];
  /** Number of answers that are left out. @example 0 */
  withheld_turns!: number;
}
