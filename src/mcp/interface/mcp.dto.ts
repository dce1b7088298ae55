import { ApiProperty, ApiPropertyOptional, ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ANY_JSON_SCHEMA } from '../../shared/interface/property-schemas.js';
import { applyDecorators } from '@nestjs/common';
import { documentedProblem } from '../../shared/interface/api-errors.decorator.js';

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

const MESSAGE = { $ref: getSchemaPath(McpMessageDto) };
const ERROR = { $ref: getSchemaPath(McpErrorDto) };
const ANSWER = { anyOf: [{ $ref: getSchemaPath(McpResultDto) }, ERROR] };

/** One message, or a list of them as the revision 2025-03-26 allows. */
export const MCP_MESSAGES_SCHEMA = { anyOf: [MESSAGE, { type: 'array', items: MESSAGE, minItems: 1 }] };

/** Answers are JSON. Only `subscriptions/listen` is answered as a stream, which ends at once. */
export const MCP_ANSWER = {
  'application/json': { schema: { anyOf: [...ANSWER.anyOf, { type: 'array', items: ANSWER }] } },
  'text/event-stream': { schema: { type: 'string' } },
};

/** Documents the statuses for which the protocol's library returns a JSON-RPC error; the server may also return a problem. */
export function ApiMcpErrors(...statuses: number[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(McpErrorDto),
    ...statuses.map((status) => {
      const { description, content } = documentedProblem(status);
      return ApiResponse({ status, description, content: { ...content, 'application/json': { schema: ERROR } } });
    }),
  );
}
