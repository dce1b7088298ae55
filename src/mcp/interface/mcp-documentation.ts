import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { documentedProblem } from '../../shared/interface/api-errors.decorator.js';
import { McpErrorDto, McpMessageDto, McpResultDto } from './mcp.dto.js';

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
