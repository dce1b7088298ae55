import { createServer, IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { NO_ANSWER } from '../domain/answer-prompt.js';
import { AnswerWriterError, WriteRequest } from '../domain/answer-writer.js';
import { ExtractiveWriter } from './extractive-writer.js';
import { OpenAiWriter, OpenAiWriterSettings } from './openai-writer.js';

const KEY = 'sk-spec-1234567890';
const TEXT = 'The kiln fires at 1,240 degrees. A firing that fails is repeated 2 times.';
const REQUEST: WriteRequest = {
  question: 'How hot does the kiln fire?',
  language: 'en',
  depth: 'answer',
  passages: [{ title: 'Kiln rules', section: undefined, text: TEXT }],
  quotables: [{ passage: 0, start: 0, end: 32, support: 0.9, shares: [1] }],
};

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly aborted: Promise<boolean>;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function completion(content: string | null, more: object = {}): object {
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...more } }];
  return {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices,
    usage: { prompt_tokens: 200, completion_tokens: 20, total_tokens: 220 },
  };
}

describe('OpenAiWriter', () => {
  let server: Server;
  let baseUrl: string;
  let calls: Call[];
  let respond: (response: ServerResponse) => void;

  beforeAll(async () => {
    server = createServer((incoming, response) => {
      const aborted = new Promise<boolean>((resolve) =>
        response.on('close', () => resolve(!response.writableFinished)),
      );
      let body = '';
      incoming.on('data', (part: Buffer) => (body += part.toString()));
      incoming.on('end', () => {
        calls.push({
          method: incoming.method ?? '',
          path: incoming.url ?? '',
          headers: incoming.headers,
          body,
          aborted,
        });
        respond(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  beforeEach(() => {
    calls = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function writer(more: Partial<OpenAiWriterSettings> = {}): OpenAiWriter {
    const settings = {
      provider: 'openai',
      model: 'gpt-4o-mini',
      apiKey: KEY,
      baseUrl,
      listPrices: true,
      timeoutMs: 2000,
    };
    return new OpenAiWriter({ ...settings, ...more }, new ExtractiveWriter());
  }
  const write = (more: Partial<OpenAiWriterSettings> = {}, signal = new AbortController().signal) =>
    writer(more).write(REQUEST, signal);
  const failure = async (more: Partial<OpenAiWriterSettings> = {}): Promise<string> => {
    const error: unknown = await write(more).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(AnswerWriterError);
    return (error as AnswerWriterError).message;
  };

  it('asks once, with the key and the prompt, without streaming, and counts tokens and cost', async () => {
    respond = (r) => json(r, 200, completion('The kiln fires at 1,240 degrees. [1]'));
    const answer = await write();
    expect(answer).toEqual({
      text: 'The kiln fires at 1,240 degrees. [1]',
      citations: [{ start: 0, end: 32, passage: 0, quoteStart: 0, quoteEnd: 32 }],
      usage: {
        provider: 'openai',
        model: 'gpt-4o-mini',
        inputTokens: 200,
        outputTokens: 20,
        costUsd: expect.closeTo(0.000042, 10) as number,
      },
      degraded: [],
      abstained: false,
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.path).toBe('/v1/chat/completions');
    expect(calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    const body = JSON.parse(calls[0]?.body ?? '') as {
      stream?: boolean;
      model: string;
      messages: { content: string }[];
    };
    expect(body.stream ?? false).toBe(false);
    expect(body.model).toBe('gpt-4o-mini');
    expect(body.messages[1]?.content).toContain(TEXT);
  });

  it('says that the cost is unknown behind a base URL without list prices, and when the server does not count', async () => {
    respond = (r) => json(r, 200, completion('The kiln fires at 1,240 degrees. [1]'));
    expect((await write({ listPrices: false })).usage.costUsd).toBeNull();
    respond = (r) => json(r, 200, { ...completion('The kiln fires at 1,240 degrees. [1]'), usage: undefined });
    expect((await write()).usage).toMatchObject({ inputTokens: 0, outputTokens: 0, costUsd: null });
  });

  it('works without a key', async () => {
    respond = (r) => json(r, 200, completion('The kiln fires at 1,240 degrees. [1]'));
    expect((await write({ apiKey: undefined })).degraded).toEqual([]);
  });

  it('abstains when the model says that the passages do not answer', async () => {
    respond = (r) => json(r, 200, completion(NO_ANSWER.en));
    expect(await write()).toMatchObject({ text: '', citations: [], abstained: true, usage: { inputTokens: 200 } });
  });

  it.each([
    ['no citations', completion('The kiln fires at 1,240 degrees.')],
    ['only wrong citation numbers', completion('The kiln fires at 1,240 degrees. [4]')],
    ['an invented number', completion('The kiln fires at 9000 degrees. [1]')],
    ['a refusal', completion(null, { refusal: 'I cannot help with that.' })],
  ])('gives the extractive answer and says so for %s, with the tokens that were used', async (_, body) => {
    respond = (r) => json(r, 200, body);
    const answer = await write();
    expect(answer.text).toBe('The kiln fires at 1,240 degrees. [1]');
    expect(answer.degraded).toEqual(['llm_uncited']);
    expect(answer.usage).toMatchObject({ provider: 'openai', inputTokens: 200, outputTokens: 20 });
  });

  it.each([
    ['500', (r: ServerResponse) => json(r, 500, { error: { message: 'broken' } })],
    ['429 with Retry-After', (r: ServerResponse) => r.writeHead(429, { 'retry-after': '30' }).end('{}')],
    [
      'garbage',
      (r: ServerResponse) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [<<<'),
    ],
    ['a page', (r: ServerResponse) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['null', (r: ServerResponse) => json(r, 200, null)],
    ['no choices', (r: ServerResponse) => json(r, 200, { choices: [] })],
    ['an empty text', (r: ServerResponse) => json(r, 200, completion('  '))],
    [
      'a cut body',
      (r: ServerResponse) => {
        r.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
        r.write('{"choices": [{"mess', () => r.socket?.destroy());
      },
    ],
  ])('throws at once, without another try, for %s', async (_, how) => {
    respond = how;
    const started = performance.now();
    expect(await failure()).toMatch(/^openai: /u);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['never answers', () => undefined],
    [
      'stops in the middle of its body',
      (r: ServerResponse) => r.writeHead(200, { 'content-type': 'application/json' }).write('{"choices"'),
    ],
  ])('gives up after its limit when the server %s, and ends the call', async (_, how) => {
    respond = how;
    const started = performance.now();
    expect(await failure({ timeoutMs: 150 })).toBe('openai: no answer within 150 ms');
    expect(performance.now() - started).toBeLessThan(1000);
    expect(await calls[0]?.aborted).toBe(true);
  });

  it('ends the call when its signal fires', async () => {
    const controller = new AbortController();
    respond = () => controller.abort();
    await expect(write({}, controller.signal)).rejects.toThrow('cancelled');
    expect(await calls[0]?.aborted).toBe(true);
  });

  it('sends nothing when its signal has fired already', async () => {
    await expect(write({}, AbortSignal.abort())).rejects.toThrow(AnswerWriterError);
    expect(calls).toHaveLength(0);
  });

  it('keeps the key out of its errors', async () => {
    respond = (r) => json(r, 401, { error: { message: `Incorrect API key: ${KEY}` } });
    const message = await failure();
    expect(message).toContain('401');
    expect(message).not.toContain(KEY);
  });

  it('is healthy by the list of models alone, which costs no tokens', async () => {
    respond = (r) => json(r, 200, { object: 'list', data: [] });
    expect(await writer().healthy()).toBe(true);
    expect(calls.map((c) => `${c.method} ${c.path}`)).toEqual(['GET /v1/models']);
  });

  it('is unwell when the list fails, and after a second when it does not come', async () => {
    respond = (r) => json(r, 500, {});
    expect(await writer().healthy()).toBe(false);
    respond = () => undefined;
    const started = performance.now();
    expect(await writer().healthy()).toBe(false);
    expect(performance.now() - started).toBeLessThan(1400);
  });
});
