import { setImmediate as turn } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import {
  begin,
  end,
  HostileModel,
  openStream,
  refusing,
  saying,
  type Wire,
} from '../../../test/support/hostile-model.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { CompletionRequest, LanguageModelError } from '../domain/language-model.js';
import { ModelStatistics } from '../domain/model-statistics.js';
import { AnthropicClient } from './anthropic-client.js';
import { OpenAiClient } from './openai-client.js';
import { ProviderModel, ProviderModelSettings } from './provider-model.js';
import { inTime } from '../../../test/support/in-time.js';

const KEY = 'sk-spec-1234567890';
const ASKED: CompletionRequest = { system: 'Be short.', user: 'How hot is the kiln?', maxTokens: 100 };
const ASK_PATHS = {
  openai: '/v1/chat/completions',
  anthropic: '/v1/messages',
  gemini: '/v1beta/openai/chat/completions',
} as const;
const never = () => new AbortController().signal;

describe.each<Wire>(['openai', 'anthropic', 'gemini'])('ProviderModel over the wire of %s', (wire) => {
  let server: HostileModel;
  let baseUrl: string;
  let statistics: ModelStatistics;

  beforeEach(async () => {
    server = new HostileModel(wire);
    baseUrl = await server.start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.stop();
  });

  function model(more: Partial<ProviderModelSettings> = {}, apiKey: string | undefined = KEY): ProviderModel {
    const access = { model: 'm-1', apiKey, baseUrl };
    statistics = new ModelStatistics(wire, 'm-1');
    const settings = {
      provider: wire,
      model: 'm-1',
      apiKey,
      timeoutMs: 3000,
      concurrency: 8,
      queue: 16,
      costUsd: (input: number, output: number) => (input + 10 * output) / 1000,
      random: () => 0,
    };
    const client = wire === 'anthropic' ? new AnthropicClient(access) : new OpenAiClient(access);
    return new ProviderModel(client, { ...settings, ...more }, statistics);
  }
  async function failure(more: Partial<ProviderModelSettings> = {}, signal = never()): Promise<LanguageModelError> {
    const error: unknown = await model(more)
      .complete(ASKED, signal)
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(LanguageModelError);
    return error as LanguageModelError;
  }

  it('streams the reply, and counts tokens and cost', async () => {
    server.respond = saying(wire, 'It is 1,240 degrees hot.');
    const pieces: string[] = [];
    const completion = await model().complete(ASKED, never(), (token) => pieces.push(token));
    expect(completion).toEqual({
      text: 'It is 1,240 degrees hot.',
      isWhole: true,
      usage: { provider: wire, model: 'm-1', inputTokens: 200, outputTokens: 20, costUsd: 0.4 },
    });
    expect(pieces.join('')).toBe(completion.text);
    expect(pieces.length).toBeGreaterThan(3);
    expect(statistics).toMatchObject({ inputTokens: 200, outputTokens: 20, costUsd: 0.4, retries: 0 });
    const [call] = server.asked;
    expect(call?.path).toBe(ASK_PATHS[wire]);
    expect(call?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(call?.body).toMatchObject({ model: 'm-1', stream: true, max_tokens: 100 });
    expect(JSON.stringify(call?.body)).toContain(ASKED.user);
  });

  it('reports that a reply was cut at its maximum length', async () => {
    server.respond = saying(wire, 'It is', 'length');
    expect((await model().complete(ASKED, never())).isWhole).toBe(false);
  });

  it('reads a refusal as the reply, also one without words', async () => {
    server.respond = saying(wire, 'I cannot help with that.', 'refusal');
    expect((await model().complete(ASKED, never())).text).toBe('I cannot help with that.');
    server.respond = saying(wire, '', 'refusal');
    expect((await model().complete(ASKED, never())).text).toBe('');
  });

  const line = (r: ServerResponse) => openStream(r);
  it.each<readonly [string, (r: ServerResponse) => unknown, RegExp]>([
    ['garbage in the stream', (r) => line(r).end('data: {"choices": [<<<\n\nevent: x\ndata: {{{\n\n'), /JSON|not|cut/u],
    ['a stream that ends early', (r) => line(r).end(begin(wire, ['It is ']).join('')), /cut/u],
    ['an empty stream', (r) => line(r).end(), /cut/u],
    [
      'a cut stream',
      (r) => line(r).write(begin(wire, ['It is ', 'so ']).join(''), () => r.socket?.destroy()),
      /terminated|closed|reset|hang up/u,
    ],
    ['a dropped connection', (r) => r.socket?.destroy(), /[Cc]onnection/u],
    ['500', (r) => refusing(500, 'no', {}, wire)(r, undefined as never, 0), /500/u],
    ['503', (r) => refusing(503, 'no', {}, wire)(r, undefined as never, 0), /503/u],
  ])('tries three times, with growing waits, for %s', async (_, how, reason) => {
    server.respond = (r) => void how(r);
    const error = await failure();
    expect(error.failure).toBe('failed');
    expect(error.message).toMatch(reason);
    expect(server.asked).toHaveLength(3);
    const [first, second, third] = server.asked.map((call) => call.atMs);
    // At least half of 200 ms, then at least half of 400 ms; a busy machine makes either longer.
    expect(second! - first!).toBeGreaterThan(90);
    expect(third! - second!).toBeGreaterThan(190);
    expect(statistics.retries).toBe(2);
  });

  it.each<readonly [string, (r: ServerResponse) => unknown, RegExp]>([
    ['401', (r) => refusing(401, `Incorrect API key: ${KEY}`, {}, wire)(r, undefined as never, 0), /401/u],
    ['400', (r) => refusing(400, 'no', {}, wire)(r, undefined as never, 0), /400/u],
    ['404', (r) => refusing(404, 'no', {}, wire)(r, undefined as never, 0), /404/u],
    ['no text', (r) => line(r).end([...begin(wire, []), ...end(wire)].join('')), /holds no text/u],
    ['a page', (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome'), /text\/html/u],
    [
      '10 MB of answer',
      (r) => {
        line(r);
        const piece = begin(wire, ['x'.repeat(1000)]).at(-1) ?? '';
        for (let i = 0; i < 10_000; i++) r.write(piece);
        r.end(end(wire).join(''));
      },
      /longer than 1600 characters/u,
    ],
    ['10 MB in one line', (r) => line(r).end(`data: "${'x'.repeat(10_485_760)}"\n\n`), /longer than 256 KB/u],
  ])('does not try again for %s', async (_, how, reason) => {
    server.respond = (r) => void how(r);
    const error = await failure();
    expect(error.failure).toBe('failed');
    expect(error.message).toMatch(reason);
    expect(error.message).not.toContain(KEY);
    expect(server.asked).toHaveLength(1);
  });

  it('succeeds at the second attempt', async () => {
    server.respond = (r, call, count) =>
      (count === 1 ? refusing(502, 'no', {}, wire) : saying(wire, 'Hot.'))(r, call, count);
    expect((await model().complete(ASKED, never())).text).toBe('Hot.');
    expect(server.asked).toHaveLength(2);
  });

  it('does not retry once a chunk was forwarded', async () => {
    server.respond = (r) => openStream(r).write(begin(wire, ['It ', 'is ']).join(''), () => r.socket?.destroy());
    const pieces: string[] = [];
    await expect(model().complete(ASKED, never(), (token) => pieces.push(token))).rejects.toMatchObject({
      failure: 'failed',
      receivedCharacters: 6,
    });
    expect(pieces).toEqual(['It ', 'is ']);
    expect(server.asked).toHaveLength(1);
  });

  it('waits for Retry-After if that is within the limit', async () => {
    server.respond = (r, call, count) =>
      (count === 1 ? refusing(429, 'busy', { 'retry-after': '1' }, wire) : saying(wire, 'Hot.'))(r, call, count);
    expect((await model().complete(ASKED, never())).text).toBe('Hot.');
    const [first, second] = server.asked.map((call) => call.atMs);
    expect(second! - first!).toBeGreaterThanOrEqual(990);
  });

  it('fails at once if Retry-After exceeds the limit, and does not call the provider in this interval', async () => {
    server.respond = refusing(429, 'busy', { 'retry-after': '30' }, wire);
    const asked = model();
    await expect(asked.complete(ASKED, never())).rejects.toMatchObject({ failure: 'failed' });
    await expect(asked.complete(ASKED, never())).rejects.toMatchObject({
      failure: 'circuit_open',
      message: expect.stringContaining('retry after 30 s') as string,
    });
    expect(server.asked).toHaveLength(1);
    expect(await asked.healthy()).toBe(false);
  });

  it.each<readonly [string, (r: ServerResponse) => unknown]>([
    ['never answers', () => undefined],
    ['stops in the middle', (r) => line(r).write(begin(wire, ['It is ']).join(''))],
    [
      'drips',
      (r) => {
        const piece = begin(wire, ['x ']).at(-1) ?? '';
        const timer = setInterval(() => r.write(piece), 20);
        r.on('close', () => clearInterval(timer));
        line(r);
      },
    ],
  ])('gives up after its limit when the server %s, and closes the connection', async (_, how) => {
    server.respond = (r) => void how(r);
    // Long enough for the call to arrive on a busy machine.
    const error = await inTime(failure({ timeoutMs: 500 }));
    expect(error.failure).toBe('late');
    expect(error.message).toContain('no answer within 500 ms');
    expect(await server.asked[0]?.aborted).toBe(true);
    expect(server.asked[0]?.socket.destroyed).toBe(true);
  });

  it('closes the connection if the call is cancelled, before and during the reply', async () => {
    for (const how of [() => undefined, (r: ServerResponse) => openStream(r).write(begin(wire, ['It ']).join(''))]) {
      const controller = new AbortController();
      server.respond = (r) => {
        how(r);
        setTimeout(() => controller.abort(), 30);
      };
      expect((await failure({}, controller.signal)).failure).toBe('cancelled');
      expect(await server.asked.at(-1)?.aborted).toBe(true);
    }
    expect(server.asked.map((call) => call.socket.destroyed)).toEqual([true, true]);
  });

  it('sends nothing if the call was cancelled before', async () => {
    expect((await failure({}, AbortSignal.abort())).failure).toBe('cancelled');
    expect(server.calls).toHaveLength(0);
  });

  it('reports a step past its limit as late, not as cancelled', async () => {
    const controller = new AbortController();
    server.respond = () => controller.abort(new DomainError('timed-out', 'x', 'too late'));
    expect((await failure({}, controller.signal)).failure).toBe('late');
  });

  it('runs N calls concurrently, queues M, and rejects the next at once', async () => {
    const open: ServerResponse[] = [];
    server.respond = (r) => void open.push(r);
    const busy = model({ concurrency: 2, queue: 1 });
    const calls = [1, 2, 3].map(() => busy.complete(ASKED, never()));
    while (open.length < 2) await turn();
    expect(statistics.load()).toEqual({ running: 2, waiting: 1 });
    await expect(busy.complete(ASKED, never())).rejects.toMatchObject({ failure: 'busy' });
    expect(open).toHaveLength(2);
    server.respond = saying(wire, 'Hot.');
    for (const response of open) saying(wire, 'Hot.')(response);
    expect((await Promise.all(calls)).map((c) => c.text)).toEqual(['Hot.', 'Hot.', 'Hot.']);
    expect(statistics.load()).toEqual({ running: 0, waiting: 0 });
    expect([...statistics.calls()]).toEqual([
      ['busy', 1],
      ['ok', 3],
    ]);
  });

  it('opens the circuit after repeated failures, tries once after the open interval, and closes it on success', async () => {
    // The circuit uses the system clock: on a busy machine the open interval must not pass between two calls.
    let nowMs = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
    server.respond = refusing(500, 'no', {}, wire);
    const failing = model({ breaker: { failures: 4, openMs: [30_000, 60_000] } });
    for (let i = 0; i < 2; i++) await expect(failing.complete(ASKED, never())).rejects.toThrow(LanguageModelError);
    expect(server.asked).toHaveLength(4);
    expect(statistics.breaker()).toBe('open');
    expect(await failing.healthy()).toBe(false);
    await expect(failing.complete(ASKED, never())).rejects.toMatchObject({ failure: 'circuit_open' });
    nowMs += 29_999;
    await expect(failing.complete(ASKED, never())).rejects.toMatchObject({ failure: 'circuit_open' });
    expect(server.calls).toHaveLength(4);
    nowMs += 1;
    server.respond = saying(wire, 'Hot.');
    expect((await failing.complete(ASKED, never())).text).toBe('Hot.');
    expect(statistics.breaker()).toBe('closed');
  });

  it('does not count bad requests and cancelled calls as failures of the provider', async () => {
    const patient = model({ breaker: { failures: 2, openMs: [60_000] } });
    server.respond = refusing(400, 'no', {}, wire);
    for (let i = 0; i < 4; i++) await expect(patient.complete(ASKED, never())).rejects.toThrow('400');
    for (let i = 0; i < 4; i++) {
      const controller = new AbortController();
      server.respond = () => controller.abort();
      await expect(patient.complete(ASKED, controller.signal)).rejects.toMatchObject({ failure: 'cancelled' });
    }
    expect(statistics.breaker()).toBe('closed');
  });

  it('checks health with the list of models only, which costs no tokens', async () => {
    server.respond = (r) =>
      r.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[],"has_more":false}');
    expect(await model().healthy()).toBe(true);
    expect(server.calls.map((c) => `${c.method} ${c.path.split('?')[0] ?? ''}`)).toEqual([
      `GET ${wire === 'gemini' ? '/v1beta/openai' : '/v1'}/models`,
    ]);
  });

  it('is unhealthy if the list fails, and after one second without a response', async () => {
    server.respond = refusing(500, 'no', {}, wire);
    expect(await model().healthy()).toBe(false);
    server.respond = () => undefined;
    expect(await inTime(model({ timeoutMs: 600_000 }).healthy())).toBe(false);
  });
});

describe('ProviderModel in the wire format of openai', () => {
  it('reads a server that replies with one JSON body instead of a stream, does not count, and has no keys', async () => {
    const server = new HostileModel('openai');
    const access = { model: 'm-1', apiKey: undefined, baseUrl: await server.start() };
    server.respond = (r) =>
      r
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ choices: [{ message: { content: 'Hot.' }, finish_reason: 'stop' }] }));
    const settings = { provider: 'openai', timeoutMs: 2000, concurrency: 1, queue: 0, costUsd: () => 1 };
    const statistics = new ModelStatistics('openai', 'm-1');
    const model = new ProviderModel(new OpenAiClient(access), { ...access, ...settings }, statistics);
    expect(await model.complete(ASKED, never())).toMatchObject({
      text: 'Hot.',
      usage: { inputTokens: 0, outputTokens: 0, costUsd: null },
    });
    expect(statistics.unpriced).toBe(1);
    await server.stop();
  });

  /** A model with its server, and the received requests. */
  async function served(respond: HostileModel['respond'], more: Partial<ProviderModelSettings> = {}) {
    const server = new HostileModel('openai');
    const access = { model: 'm-1', apiKey: KEY, baseUrl: await server.start() };
    server.respond = respond;
    const settings = {
      provider: 'openai',
      timeoutMs: 600_000,
      concurrency: 1,
      queue: 0,
      costUsd: () => 1,
      random: () => 0,
    };
    const model = new ProviderModel(
      new OpenAiClient(access),
      { ...access, ...settings, ...more },
      new ModelStatistics('openai', 'm-1'),
    );
    return { server, model };
  }

  it.each<readonly [string, (body: any) => boolean, string, (body: any) => unknown]>([
    [
      'stream_options',
      (b) => b.stream_options !== undefined,
      'Unrecognized request argument supplied: stream_options',
      (b) => b.stream_options,
    ],
    [
      'max_tokens',
      (b) => b.max_tokens !== undefined,
      "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
      (b) => b.max_tokens,
    ],
    [
      'temperature',
      (b) => b.temperature !== undefined,
      "'temperature' does not support 0 with this model.",
      (b) => b.temperature,
    ],
    [
      'response_format',
      (b) => b.response_format !== undefined,
      "'response_format.type' must be 'json_schema' or 'text'",
      (b) => b.response_format,
    ],
    ['the role system', (b) => b.messages[0].role === 'system', 'System role not supported', (b) => b.messages[1]],
    [
      'streaming',
      (b) => b.stream === true,
      'Your organization must be verified to stream this model.',
      (b) => b.stream || undefined,
    ],
  ])('asks again without %s where a server refuses it, and remembers that', async (_, refuses, message, left) => {
    const answer = { choices: [{ message: { content: 'Hot.' }, finish_reason: 'stop' }] };
    const { server, model } = await served((r, call, count) => {
      if (refuses(call.body)) refusing(400, message)(r, call, count);
      else if (call.body.stream === true) saying('openai', 'Hot.')(r, call, count);
      else r.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    const asked = { ...ASKED, isJson: true };
    for (let i = 0; i < 2; i++) expect((await model.complete(asked, never())).text).toBe('Hot.');
    expect(server.asked).toHaveLength(3);
    expect(server.asked.slice(1).map((call) => left(call.body))).toEqual([undefined, undefined]);
    const text = JSON.stringify(server.asked[2]?.body);
    for (const said of [ASKED.system, ASKED.user, 'm-1']) expect(text).toContain(said);
    await server.stop();
  });

  it('finds several refused parameters in one call, sends the limit under its other name, and uses the param of the error', async () => {
    const { server, model } = await served((r, call, count) => {
      const param = ['temperature', 'max_tokens', 'stream_options'].find((name) => name in call.body);
      if (param === undefined) {
        saying('openai', 'Hot.')(r, call, count);
        return;
      }
      const error = { message: 'Unsupported value.', param, code: 'unsupported_value' };
      r.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
    expect((await model.complete(ASKED, never())).text).toBe('Hot.');
    expect(server.asked.at(-1)?.body).toMatchObject({ max_completion_tokens: 100, stream: true });
    expect(server.asked).toHaveLength(4);
    await server.stop();
  });

  it('discards a wrong guess, and does not read a too long question as a refused parameter', async () => {
    const { server, model } = await served(refusing(400, 'temperature is fine, max_tokens is fine, nothing helps'));
    await expect(model.complete(ASKED, never())).rejects.toMatchObject({ failure: 'failed' });
    server.calls.length = 0;
    server.respond = saying('openai', 'Hot.');
    await model.complete(ASKED, never());
    expect(server.asked[0]?.body).toMatchObject({ temperature: 0, max_tokens: 100 });
    server.calls.length = 0;
    server.respond = refusing(400, "This model's maximum context length is 100 tokens; max_tokens is too large.");
    await expect(model.complete(ASKED, never())).rejects.toMatchObject({ failure: 'failed' });
    expect(server.asked).toHaveLength(1);
    await server.stop();
  });

  const stream = (...deltas: readonly object[]) =>
    deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);

  it('reads content in parts, deltas with only a role, and separates reasoning', async () => {
    const events = stream(
      { role: 'assistant', content: '' },
      { role: 'assistant', content: null },
      {},
      { reasoning_content: 'They ask for heat.' },
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hmm.' }] }] },
      { content: [{ type: 'text', text: 'It is ' }, 'very '] },
      { content: [{ type: 'output_text', text: 'hot.' }] },
    );
    const { server, model } = await served((r) => void openStream(r).end([...events, ...end('openai')].join('')));
    const pieces: string[] = [];
    expect((await model.complete(ASKED, never(), (token) => pieces.push(token))).text).toBe('It is very hot.');
    expect(pieces).toEqual(['', '', 'It is ', 'very ', 'hot.']);
    // It reasons: the limit of the next reply is raised.
    await model.complete(ASKED, never());
    expect(server.asked.map((call) => call.body.max_tokens)).toEqual([100, 2100]);
    await server.stop();
  });

  it('reads a reply with only reasoning as empty, not as a failure', async () => {
    const { server, model } = await served(
      (r) => void openStream(r).end([...stream({ reasoning: 'Hmm.' }), ...end('openai', 'length')].join('')),
    );
    expect(await model.complete(ASKED, never())).toMatchObject({ text: '', isWhole: false });
    await server.stop();
  });

  const FLOW = { firstTokenMs: 600_000, idleMs: 600_000, wholeMs: 600_000 };
  const read = (model: ProviderModel) =>
    inTime(model.complete(ASKED, never(), () => undefined).catch((e: unknown) => e));

  it('ends a streamed reply if its first token is late; a role or a keep-alive is not a token', async () => {
    const { server, model } = await served(
      (r) => openStream(r).write(`: alive\n\n${stream({ role: 'assistant' }).join('')}`),
      {
        stream: { ...FLOW, firstTokenMs: 300 },
      },
    );
    expect(await read(model)).toMatchObject({ failure: 'late', message: 'openai: no first token within 300 ms' });
    await server.stop();
  });

  it('ends a reply that stops, and reports it', async () => {
    const { server, model } = await served((r) => openStream(r).write(begin('openai', ['It ']).join('')), {
      stream: { ...FLOW, idleMs: 300 },
    });
    expect(await read(model)).toMatchObject({
      failure: 'silent',
      message: 'openai: silent for 300 ms in the middle of its answer',
    });
    await server.stop();
  });

  it('lets a reply with steady tokens exceed the limits of first token and silence, up to its whole limit', async () => {
    const drip: HostileModel['respond'] = (r) => {
      openStream(r);
      const timer = setInterval(() => r.write(begin('openai', ['x ']).join('')), 20);
      r.on('close', () => clearInterval(timer));
    };
    const { server, model } = await served(drip, {
      timeoutMs: 1,
      stream: { firstTokenMs: 30_000, idleMs: 30_000, wholeMs: 700 },
    });
    const started = performance.now();
    expect(await read(model)).toMatchObject({ failure: 'late', message: 'openai: no answer within 700 ms' });
    expect(performance.now() - started).toBeGreaterThanOrEqual(690);
    await server.stop();
  });

  it('gives a reasoning model more tokens, and no temperature', async () => {
    const server = new HostileModel('openai');
    const access = { model: 'o4-mini', apiKey: KEY, baseUrl: await server.start() };
    server.respond = saying('openai', 'Hot.');
    await new OpenAiClient(access).stream(ASKED, never(), () => undefined);
    expect(server.asked[0]?.body).toMatchObject({ max_completion_tokens: 2100 });
    expect(server.asked[0]?.body).not.toHaveProperty('temperature');
    expect(server.asked[0]?.body).not.toHaveProperty('max_tokens');
    await server.stop();
  });
});

it('calls Anthropic again without a refused temperature, skips its reasoning, and remembers the refusal', async () => {
  const server = new HostileModel('anthropic');
  const client = new AnthropicClient({ model: 'm-1', apiKey: KEY, baseUrl: await server.start() });
  server.respond = (r, call, count) => {
    if ('temperature' in call.body) {
      refusing(400, '`temperature` is deprecated for this model.', {}, 'anthropic')(r, call, count);
      return;
    }
    const event = { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hmm.' } };
    const thought = `event: content_block_delta\ndata: ${JSON.stringify(event)}\n\n`;
    openStream(r).end(
      [...begin('anthropic', []), thought, ...begin('anthropic', ['Hot.']).slice(2), ...end('anthropic')].join(''),
    );
  };
  const pieces: string[] = [];
  for (let i = 0; i < 2; i++)
    expect(
      (await client.stream({ ...ASKED, temperature: 0 }, never(), (text, kind) => pieces.push(`${kind}: ${text}`)))
        .text,
    ).toBe('Hot.');
  expect(server.asked).toHaveLength(3);
  expect(pieces.slice(0, 2)).toEqual(['thought: Hmm.', 'said: Hot.']);
  await server.stop();
});
