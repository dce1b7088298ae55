import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A message of the Model Context Protocol (JSON-RPC 2.0). */
export class McpMessageDto {
  /** @example "2.0" */
  jsonrpc!: string;

  /** Left out for a notification. */
  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'integer' }], example: 1 })
  id?: unknown;

  /** @example "tools/call" */
  method!: string;

  /** Tools: search {query, top_k?}, ask {message, conversation_id?}, suggest_cases {query, k?}. */
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { name: 'search', arguments: { query: '휴학 신청 기한', top_k: 5 } },
  })
  params?: Record<string, unknown>;
}

/** An answer of the Model Context Protocol (JSON-RPC 2.0). */
export class McpAnswerDto {
  /** @example "2.0" */
  jsonrpc!: string;
  /** That of the message. */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }], example: 1 })
  id!: unknown;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { content: [{ type: 'text', text: '휴학은 개강 전날까지 신청한다.' }], isError: false },
  })
  result!: Record<string, unknown>;
}
