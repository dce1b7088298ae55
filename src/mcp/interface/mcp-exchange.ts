import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpCaller } from './mcp-caller.js';
import { McpPrompts } from './mcp-prompts.js';
import { McpResources } from './mcp-resources.js';
import { McpTools } from './mcp-tools.js';
import { ServiceInfo } from '../../shared/domain/health-check.js';

/** Media ranges of an Accept header that cover `application/json`, from the most general to the most specific. */
const RANGES_OF_JSON = ['*/*', 'application/*', 'application/json'] as const;

/** The weight of a media range, 0..1; 1 if it names none or one that is not a number (RFC 9110, 12.4.2). */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.map((parameter) => /^q=([\d.]+)$/.exec(parameter.trim().toLowerCase())?.[1]).find(Boolean);
  const value = Number(weight ?? 1);
  return Number.isNaN(value) ? 1 : value;
}

/**
 * Returns whether a client takes JSON (RFC 9110, 12.5.1). The most specific media range decides; no header, or an empty one,
 * accepts everything.
 *
 * @example acceptsJson('text/event-stream, application/json;q=0.5') // true
 */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const weights = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';');
    weights.set(type.trim().toLowerCase(), weightOf(parameters));
  }
  const deciding = RANGES_OF_JSON.findLast((range) => weights.has(range));
  return deciding !== undefined && weights.get(deciding) !== 0;
}

const INSTRUCTIONS =
  "Answers questions from an organisation's own documents. `ask` gives an answer with exact quotes or says that the documents do " +
  'not answer; `search` gives the passages themselves, and `fetch` a whole document; the documents are resources. What the key may not see does not exist here.';

/** The protocol's library reads headers, not the address; any will do. */
const ADDRESS = 'http://localhost/mcp';

/** The media types that a client of the protocol must accept. The library compares names only and would reject the wildcard. */
const BOTH_TYPES = 'application/json, text/event-stream';

/** The answer is always the same kind for one caller: nothing announces changes of tools or documents. */
const NO_CHANGES = { listChanged: false } as const;

function toHeaders(headers: IncomingHttpHeaders): Headers {
  const result = new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  result.set('accept', BOTH_TYPES);
  return result;
}

function notAcceptable(): Response {
  const message = 'Not Acceptable: this server answers with application/json; Accept must allow it.';
  return Response.json({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }, { status: 406 });
}

/**
 * One exchange of the Model Context Protocol (streamable HTTP, without sessions). Serves the revision 2026-07-28, where each request
 * carries its version, and the earlier ones, which begin with `initialize`. Each request has its own server, because the visible data
 * depends on the caller. The answer is JSON, which every client accepts. Only `subscriptions/listen` is answered as a stream, which ends at
 * once because there are no changes to announce.
 */
@Injectable()
export class McpExchange {
  private readonly logger = new Logger('mcp');

  constructor(
    private readonly tools: McpTools,
    private readonly resources: McpResources,
    private readonly prompts: McpPrompts,
    private readonly info: ServiceInfo,
  ) {}

  /** Returns the answer; undefined if the client left before there was one. */
  async run(headers: IncomingHttpHeaders, body: unknown, caller: McpCaller): Promise<Response | undefined> {
    if (!acceptsJson(headers.accept)) return notAcceptable();
    const { signal } = caller;
    const request = new Request(ADDRESS, { method: 'POST', headers: toHeaders(headers), signal });
    const server = this.serverFor(caller);
    let leave: (() => void) | undefined;
    const left = new Promise<undefined>((resolve) => {
      leave = () => resolve(undefined);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([this.answer(request, body, server), left]);
    } finally {
      if (leave !== undefined) signal.removeEventListener('abort', leave);
      await server.close();
    }
  }

  private async answer(request: Request, body: unknown, server: McpServer): Promise<Response> {
    if (await isLegacyRequest(request, body)) {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      return transport.handleRequest(request, { parsedBody: body });
    }
    const onerror = (error: Error) => this.logger.debug({ err: error }, 'rejected a message of the protocol');
    return createMcpHandler(() => server, { legacy: 'reject', onerror }).fetch(request, { parsedBody: body });
  }

  private serverFor(caller: McpCaller): McpServer {
    const server = new McpServer(
      { name: this.info.name, version: this.info.version },
      {
        capabilities: { tools: NO_CHANGES, resources: NO_CHANGES, prompts: NO_CHANGES, completions: {} },
        instructions: INSTRUCTIONS,
      },
    );
    this.tools.offer(server, caller);
    this.resources.offer(server, caller);
    this.prompts.offer(server, caller);
    return server;
  }
}
