import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Gemini uses the format of OpenAI under another path, reports usage in each event, and wraps its errors. */
export type Wire = 'openai' | 'anthropic' | 'gemini';

const BASE_PATHS: Readonly<Record<Wire, string>> = { openai: '/v1', anthropic: '', gemini: '/v1beta/openai/' };

export interface ModelCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: any;
  readonly atMs: number;
  readonly socket: Socket;
  /** Resolves when the connection ends: whether the client left before it had its answer. */
  readonly aborted: Promise<boolean>;
}

type Respond = (response: ServerResponse, call: ModelCall, count: number) => void;
/** The same to every call. */
type Reply = (response: ServerResponse, call?: unknown, count?: number) => void;

const TOKENS = { input: 200, output: 20 };
const USAGE = { prompt_tokens: TOKENS.input, completion_tokens: TOKENS.output, total_tokens: 220 };

/** Events of a streamed reply in the format of the wire, without its end. */
export function begin(wire: Wire, pieces: readonly string[]): string[] {
  if (wire !== 'anthropic') {
    const counted = wire === 'gemini' ? { usage: { ...USAGE, completion_tokens: 1, total_tokens: 201 } } : {};
    return pieces.map(
      (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }], ...counted })}\n\n`,
    );
  }
  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  return [
    event('message_start', {
      message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: TOKENS.input } },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...pieces.map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
  ];
}

/** How a streamed reply ends: its reason and its tokens. */
export function end(wire: Wire, reason: 'stop' | 'length' | 'refusal' = 'stop'): string[] {
  if (wire !== 'anthropic') {
    const finish_reason = reason === 'refusal' ? 'content_filter' : reason;
    const last = { choices: [{ index: 0, delta: {}, finish_reason }] };
    const events = wire === 'gemini' ? [{ ...last, usage: USAGE }] : [last, { choices: [], usage: USAGE }];
    return [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'];
  }
  const stop_reason = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' }[reason];
  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  return [
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason }, usage: { output_tokens: TOKENS.output } }),
    event('message_stop', {}),
  ];
}

export function openStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** A model that says this, a word at a time. */
export function saying(wire: Wire, text: string, reason: 'stop' | 'length' | 'refusal' = 'stop'): Reply {
  return sayingPieces(wire, text.match(/\S+\s*|\s+/gu) ?? [], reason);
}

/** The same in these pieces: words are what a model sends, and long pieces what a test of thousands of answers has time for. */
export function sayingPieces(
  wire: Wire,
  pieces: readonly string[],
  reason: 'stop' | 'length' | 'refusal' = 'stop',
): Reply {
  return (response) => void openStream(response).end([...begin(wire, pieces), ...end(wire, reason)].join(''));
}

export function refusing(
  status: number,
  message = 'no',
  headers: Readonly<Record<string, string>> = {},
  wire: Wire = 'openai',
): Respond {
  const body = { type: 'error', error: { type: 'api_error', message } };
  const told = wire === 'gemini' ? [{ error: { code: status, message, status: 'REFUSED' } }] : body;
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(told));
}

/** A provider of models over real HTTP with a configurable misbehaviour. */
export class HostileModel {
  readonly calls: ModelCall[] = [];
  respond: Respond = (response) => response.end();
  private readonly server: Server;

  constructor(readonly wire: Wire) {
    this.server = createServer((incoming, response) => {
      const aborted = new Promise<boolean>((resolve) =>
        response.on('close', () => resolve(!response.writableFinished)),
      );
      response.on('error', () => undefined);
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('error', () => undefined);
      incoming.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const call: ModelCall = {
          method: incoming.method ?? '',
          path: incoming.url ?? '',
          headers: incoming.headers,
          body: text === '' ? undefined : (JSON.parse(text) as unknown),
          atMs: performance.now(),
          socket: incoming.socket,
          aborted,
        };
        this.respond(response, call, this.calls.push(call));
      });
    });
  }

  /** Calls for an answer; not those for the list of models. */
  get asked(): ModelCall[] {
    return this.calls.filter((call) => call.method === 'POST');
  }

  /** @returns the base URL as the library of the wire wants it */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return `${origin}${BASE_PATHS[this.wire]}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
