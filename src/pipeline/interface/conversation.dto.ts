import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Length, ValidateIf } from 'class-validator';
import { ANY_JSON_SCHEMA } from '../../shared/interface/any-json-schema.js';
import { given } from '../../shared/interface/is-defined.js';

export class TraceTokensDto {
  /** @example 182 */
  input!: number;
  /** @example 64 */
  output!: number;
}

export class TraceEventDto {
  /** @example "hybrid_search" */
  component!: string;
  /** @example true */
  fired!: boolean;
  @ApiProperty({
    ...ANY_JSON_SCHEMA,
    description: 'Input; its shape depends on the component.',
    example: { question: '휴학 신청은 언제까지 해야 하나요?' },
  })
  input!: unknown;
  @ApiProperty({
    ...ANY_JSON_SCHEMA,
    description: 'Output; null for a component that did not run.',
    example: { bm25_candidates: 100, vector_candidates: 100 },
  })
  output!: unknown;
  /** @example "10 passages by words and vectors" */
  effect!: string;
  /** Own milliseconds, without the wrapped part of the pipeline. @example 4.2 */
  took_ms!: number;
  /** Tokens of the language model, if it was called. */
  tokens?: TraceTokensDto;
}

export class ConfigurationMarkDto {
  /** Version of data/config, with the applied changes. @example 1 */
  version!: number;
  /** @example "5f0c9a1b22d4" */
  hash!: string;
}

export class TraceDto {
  /** @example "trace_5f0c" */
  trace_id!: string;
  /** The configuration used for the answer. */
  configuration?: ConfigurationMarkDto;
  events!: TraceEventDto[];
  @ApiPropertyOptional({ example: 'key_8c1d', description: 'The key of the caller; for an administrator.' })
  owner?: string;
}

export class TurnDto {
  /** @example "휴학 신청은 언제까지 해야 하나요?" */
  message!: string;
  /** @example "① 휴학은 개강일 30일 전부터 … [1]" */
  response!: string;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  sources!: Record<string, unknown>[];
  /** @example "trace_5f0c" */
  trace_id!: string;
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
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  turns!: TurnDto[];
  @ApiPropertyOptional({
    example: 'key_8c1d',
    description: 'The key that the conversation belongs to; for an administrator.',
  })
  owner?: string;
}
