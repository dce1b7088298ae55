import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ServiceInfo } from '../../shared/domain/service-info.js';
import type { McpCaller } from './mcp-caller.js';
import { McpResources } from './mcp-resources.js';
import { McpTools } from './mcp-tools.js';

const INSTRUCTIONS =
  "Answers questions from an organisation's own documents. `ask` gives an answer with exact quotes or says that the documents do " +
  'not answer; `search` gives the passages themselves; the documents are resources. What the key may not see does not exist here.';

/** The transport reads headers, not the address; any will do. */
const ADDRESS = 'http://localhost/mcp';

function toHeaders(headers: IncomingHttpHeaders): Headers {
  return new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

/**
 * One exchange of the Model Context Protocol (streamable HTTP, without sessions): a server of its own for each request, since
 * what it may show belongs to the caller. The answer is JSON, which every client takes; nothing is ever sent unasked.
 */
@Injectable()
export class McpExchange {
  constructor(
    private readonly tools: McpTools,
    private readonly resources: McpResources,
    private readonly info: ServiceInfo,
  ) {}

  /** Undefined when the client left before there was an answer. */
  async execute(headers: IncomingHttpHeaders, body: unknown, caller: McpCaller): Promise<Response | undefined> {
    const server = new McpServer(
      { name: this.info.name, version: this.info.version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    this.tools.offer(server, caller);
    this.resources.offer(server, caller);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const request = new Request(ADDRESS, { method: 'POST', headers: toHeaders(headers) });
    const { signal } = caller;
    let leave: (() => void) | undefined;
    const left = new Promise<undefined>((resolve) => {
      leave = () => resolve(undefined);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([transport.handleRequest(request, { parsedBody: body }), left]);
    } finally {
      if (leave !== undefined) signal.removeEventListener('abort', leave);
      await server.close();
    }
  }
}
