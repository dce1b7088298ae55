import { ApiProperty } from '@nestjs/swagger';

export class TraceEventDto {
  /** @example "hybrid_search" */
  component!: string;
  /** @example true */
  fired!: boolean;
  @ApiProperty({
    description: 'What went in; its shape is the component’s own.',
    example: { question: '휴학 신청은 언제까지 해야 하나요?' },
  })
  input!: unknown;
  @ApiProperty({ description: 'What came out.', example: { bm25_candidates: 100, vector_candidates: 100 } })
  output!: unknown;
  /** @example "10 passages by words and vectors" */
  effect!: string;
  /** @example 4.2 */
  took_ms!: number;
}

export class TraceDto {
  /** @example "trace_5f0c" */
  trace_id!: string;
  events!: TraceEventDto[];
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
}

export class ConversationDto {
  /** @example "conv-001" */
  conversation_id!: string;
  /** @example "2026-11-21T09:00:00.000Z" */
  created_at!: string;
  turns!: TurnDto[];
}
