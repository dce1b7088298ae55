import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ANY_JSON_SCHEMA } from '../../shared/interface/any-json-schema.js';

/** A message of the Model Context Protocol (JSON-RPC 2.0). */
export class McpMessageDto {
  /** @example "2.0" */
  jsonrpc!: string;

  /** Absent for a notification. */
  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'integer' }], example: 1 })
  id?: unknown;

  /** @example "tools/call" */
  method!: string;

  /** Tools: search {query, top_k?, category?}, fetch {id}, ask {message, conversation_id?, category?}, suggest_cases {query, k?}. */
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { name: 'search', arguments: { query: '휴학 신청 기한', top_k: 5 } },
  })
  params?: Record<string, unknown>;
}

/** An error in the form of the protocol. */
export class McpFaultDto {
  /** Code of JSON-RPC or of the protocol. @example -32602 */
  @ApiProperty({ type: 'integer' })
  code!: number;
  /** @example "Invalid arguments for tool search" */
  message!: string;
  /** Details of the error, for programs. */
  @ApiPropertyOptional({ ...ANY_JSON_SCHEMA, example: { uri: 'touchstone://documents/unknown' } })
  data?: unknown;
}

/** A result of the Model Context Protocol (JSON-RPC 2.0). */
export class McpResultDto {
  /** @example "2.0" */
  jsonrpc!: string;
  /** Id of the message. */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }], example: 1 })
  id!: unknown;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { content: [{ type: 'text', text: '휴학은 개강 전날까지 신청한다.' }], isError: false },
  })
  result!: Record<string, unknown>;
}

/** An error of the Model Context Protocol (JSON-RPC 2.0). */
export class McpErrorDto {
  /** @example "2.0" */
  jsonrpc!: string;
  /** Id of the message; null if it could not be read. */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }], nullable: true, example: 1 })
  id!: unknown;
  error!: McpFaultDto;
}
