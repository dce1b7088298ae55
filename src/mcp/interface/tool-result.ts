import { Logger } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { DomainError } from '../../shared/domain/domain-error.js';

const logger = new Logger('mcp');

/**
 * Runs a tool. The message of a domain error is returned to the client. An unexpected error is logged and returned without its details,
 * which the protocol's library would otherwise send to the client.
 */
export async function toolResult(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) logger.error({ err: error }, 'a tool failed');
    const text =
      error instanceof DomainError ? error.message : 'An unexpected error happened; it is in the server log.';
    return { content: [{ type: 'text', text }], isError: true };
  }
}
