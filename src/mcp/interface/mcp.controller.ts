import { Body, Controller, Delete, Get, Header, MethodNotAllowedException, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExcludeEndpoint, ApiExtraModels, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, RequiresScope, TakesAccessTokens, TakesAgent } from '../../access/interface/access.decorators.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PublicAddress } from '../../shared/interface/public-address.js';
import { McpExchange } from './mcp-exchange.js';
import { McpErrorDto, McpMessageDto, McpResultDto, ApiMcpErrors, MCP_ANSWER, MCP_MESSAGES_SCHEMA } from './mcp.dto.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

/** Maximum number of messages of one request: each is separate work, but concurrency and time limits apply only to the request. */
const MAX_BATCH = 10;

/** Revisions without links to resources in results. Revisions before the version header do not send it. */
const BEFORE_LINKS = new Set(['2024-11-05', '2025-03-26']);
const revisionOf = ({ headers }: FastifyRequest): string => String(headers['mcp-protocol-version']);

@ApiTags('MCP')
@Controller('mcp')
export class McpController {
  constructor(
    private readonly exchange: McpExchange,
    private readonly address: PublicAddress,
  ) {}

  /**
   * Accepts messages of the Model Context Protocol (streamable HTTP, no sessions). Tools: search, fetch, ask and suggest_cases; documents
   * are resources. Supports the revision 2026-07-28 and the earlier ones. `Accept` must allow application/json.
   */
  @Post()
  @RequiresScope('query')
  @TakesAccessTokens()
  @TakesAgent({ in: 'query', field: 'agent_id', what: 'agent' })
  @ApiQuery({
    name: 'agent_id',
    required: false,
    description: 'Agent whose categories and mcp_tools_allowlist apply.',
  })
  @ApiExtraModels(McpMessageDto, McpResultDto, McpErrorDto)
  @ApiBody({ schema: MCP_MESSAGES_SCHEMA })
  @ApiResponse({
    status: 200,
    description: 'The answer; a list of answers to a list of messages.',
    content: MCP_ANSWER,
  })
  @ApiResponse({ status: 202, description: 'A notification was accepted; it has no answer.' })
  @ApiMcpErrors(400, 404, 406, 415)
  @ApiProblems(401, 403, 413, 422, 429)
  async handle(
    @Body() body: unknown,
    @Access() access: AccessState,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (Array.isArray(body) && body.length > MAX_BATCH)
      throw new InvalidInputError([{ pointer: '', detail: `a batch has at most ${MAX_BATCH} messages` }]);
    const answer = await this.exchange.run(request.headers, body, {
      access,
      signal: abortSignal(reply),
      base: this.address.baseOf(request),
      takesLinks: request.headers['mcp-protocol-version'] !== undefined && !BEFORE_LINKS.has(revisionOf(request)),
    });
    if (answer === undefined) return;
    const text = await answer.text();
    for (const [name, value] of answer.headers) reply.header(name, value);
    await reply.status(answer.status).send(text === '' ? undefined : text);
  }

  /** There is no stream of unsolicited messages; clients handle 405. */
  @Get()
  @RequiresScope('query')
  @TakesAccessTokens()
  @Header('allow', 'POST')
  @ApiExcludeEndpoint()
  listen(): never {
    throw new MethodNotAllowedException();
  }

  /** There is no session to end. */
  @Delete()
  @RequiresScope('query')
  @TakesAccessTokens()
  @Header('allow', 'POST')
  @ApiExcludeEndpoint()
  end(): never {
    throw new MethodNotAllowedException();
  }
}
