import type { ServerResponse } from 'node:http';
import { FakeServer, sendJson } from '../../../../test/support/fake-server.js';
import { EmbeddingUnavailableError } from '../domain/embedder.js';
import { OpenAiEmbedder, OpenAiEmbedderSettings } from './openai-embedder.js';
import { inTime } from '../../../../test/support/in-time.js';

const KEY = 'sk-spec-1234567890';
const QUERY = { purpose: 'query' } as const;
const PASSAGE = { purpose: 'passage' } as const;
/** Longer than a busy machine delays a call; tests that wait for a limit set a shorter one. */
const LIMIT_MS = 10_000;

interface Item {
  readonly index: number;
  readonly embedding: unknown;
}

/** A vector that distinguishes texts: their length and the code of their first letter. */
function vectorOf(text: string): number[] {
  return [text.length, text.charCodeAt(0) || 1, 0];
}

function unitOf(text: string): number[] {
  const norm = Math.hypot(...vectorOf(text));
  return vectorOf(text).map((x) => x / norm);
}

describe('OpenAiEmbedder', () => {
  let server: FakeServer;
  let baseUrl: string;
  beforeEach(async () => {
    server = new FakeServer();
    baseUrl = `${await server.start()}/v1`;
    server.respond = (response, call) => answer(response, call.body.input);
  });
  afterEach(() => server.stop());

  function answer(
    response: ServerResponse,
    texts: readonly string[],
    change: (items: Item[]) => Item[] = (i) => i,
  ): void {
    const items = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    sendJson(response, 200, {
      object: 'list',
      data: change(items),
      model: 'm',
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });
  }
  function embedder(more: Partial<OpenAiEmbedderSettings> = {}): OpenAiEmbedder {
    return new OpenAiEmbedder({
      apiKey: KEY,
      baseUrl,
      model: 'spec-model',
      timeoutMs: LIMIT_MS,
      random: () => 0,
      ...more,
    });
  }
  const failure = async (running: Promise<unknown>): Promise<string> => {
    const error: unknown = await running.catch((e: unknown) => e);
    expect(error).toBeInstanceOf(EmbeddingUnavailableError);
    expect((error as Error).message).not.toContain(KEY);
    return (error as Error).message;
  };
  const close = (vector: Float32Array | undefined, text: string) =>
    unitOf(text).forEach((x, i) => expect(vector?.[i]).toBeCloseTo(x, 5));

  it('requests numbers with the key, and returns unit vectors in the order of the texts, for any order of the answer', async () => {
    server.respond = (response, call) => answer(response, call.body.input, (items) => items.reverse());
    const model = embedder();
    expect(model.dimensions).toBe(0);
    const vectors = await model.embed(['kiln', 'pot', ''], QUERY);
    ['kiln', 'pot', ''].forEach((text, i) => close(vectors[i], text));
    expect(model).toMatchObject({ model: 'openai:spec-model', dimensions: 3 });
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({ method: 'POST', path: '/v1/embeddings' });
    expect(server.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(server.calls[0]?.body).toEqual({
      model: 'spec-model',
      input: ['kiln', 'pot', ''],
      encoding_format: 'float',
    });
  });

  it('works without a key, and sends nothing without texts', async () => {
    expect(await embedder({ apiKey: undefined }).embed([], PASSAGE)).toEqual([]);
    expect(server.calls).toHaveLength(0);
    expect(await embedder({ apiKey: undefined }).embed(['kiln'], PASSAGE)).toHaveLength(1);
  });

  it('splits many texts and long texts into calls, and loses none', async () => {
    const texts = Array.from({ length: 150 }, (_, i) => 'x'.repeat(1 + ((i * 37) % 4000)));
    const vectors = await embedder().embed(texts, PASSAGE);
    expect(vectors).toHaveLength(150);
    texts.forEach((text, i) => close(vectors[i], text));
    expect(server.calls.length).toBeGreaterThan(3);
    for (const { body } of server.calls) {
      expect(body.input.length).toBeLessThanOrEqual(64);
      expect(body.input.join('').length).toBeLessThanOrEqual(100_000);
    }
  });

  it('writes its prefix before each text, after the text was cut, and has a name that includes them', async () => {
    const model = embedder({ prefixes: { query: 'query: ', passage: 'passage: ' } });
    const [vector] = await model.embed(['kiln'], QUERY);
    close(vector, 'query: kiln');
    await model.embed(['pot', 'x'.repeat(9_000)], PASSAGE);
    expect(server.calls.flatMap((call) => call.body.input as string[])).toEqual([
      'query: kiln',
      'passage: pot',
      `passage: ${'x'.repeat(5_000)}`,
    ]);
    expect(model.model).toBe('openai:spec-model?query=query%3A%20&passage=passage%3A%20');
  });

  it('starts with few passages per call, and sends more if the server is fast', async () => {
    await embedder().embed(new Array<string>(100).fill('kiln'), PASSAGE);
    expect(server.calls.map(({ body }) => (body.input as string[]).length)).toEqual([8, 16, 32, 44]);
  });

  it('sends fewer passages after a late call, and no more again while calls are slow', async () => {
    server.respond = (response, call) => {
      if (call.body.input.length <= 2) setTimeout(() => answer(response, call.body.input), 150);
    };
    const model = embedder({ timeoutMs: 100 });
    const texts = ['kiln', 'pot', 'glaze', 'clay', 'fire', 'bowl', 'cup', 'jar'];
    for (let tries = 0; tries < 2; tries++) {
      expect(await failure(model.embed(texts, PASSAGE))).toContain('did not answer within');
      // The cooldown after a failure is over.
      model['cooldownUntil'] = 0;
    }
    expect(await model.embed(texts, PASSAGE)).toHaveLength(8);
    expect(server.calls.at(-1)?.body.input).toHaveLength(1);
  });

  it.each([
    [400, "This model's maximum context length is 512 tokens"],
    [413, 'Payload Too Large'],
    [422, 'Input validation error'],
    [500, 'input is too large to process. increase the physical batch size'],
  ])('shortens only the passages that a server rejects as too long (%s)', async (status, message) => {
    server.respond = (response, call) => {
      if ((call.body.input as string[]).some((text) => text.length > 900))
        sendJson(response, status, { error: { message } });
      else answer(response, call.body.input);
    };
    const texts = ['kiln', 'x'.repeat(3_000), 'pot', 'y'.repeat(800)];
    const vectors = await embedder().embed(texts, PASSAGE);
    ['kiln', 'x'.repeat(750), 'pot', 'y'.repeat(800)].forEach((text, i) => close(vectors[i], text));
  });

  it('gives up on a server that rejects short texts too, after few calls', async () => {
    server.respond = (response) => sendJson(response, 400, { error: { message: 'no such model' } });
    const texts = new Array<string>(64).fill('z'.repeat(4_000));
    expect(await failure(embedder().embed(texts, PASSAGE))).toContain('no such model');
    expect(server.calls.length).toBeLessThan(16);
  });

  it('cuts a text that is longer than models accept, not inside a character', async () => {
    await embedder().embed([`${'x'.repeat(4_999)}𝒳𝒳`], PASSAGE);
    expect(server.calls[0]?.body.input).toEqual(['x'.repeat(4_999)]);
  });

  it('waits as long as a busy server requests, then gets its answer', async () => {
    server.respond = (response, call, count) =>
      count === 1
        ? sendJson(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '0.3' })
        : answer(response, call.body.input);
    expect(await embedder().embed(['kiln'], QUERY)).toHaveLength(1);
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]!.atMs - server.calls[0]!.atMs).toBeGreaterThanOrEqual(295);
  });

  it('does not wait for a busy server longer than a question may take', async () => {
    server.respond = (response) =>
      sendJson(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '60' });
    expect(await failure(inTime(embedder().embed(['kiln'], QUERY)))).toContain('429');
    expect(server.calls).toHaveLength(1);
  });

  it('retries a failing server after increasing waits, and finally gives up', async () => {
    server.respond = (response, call, count) =>
      count < 3 ? sendJson(response, 500, { error: { message: 'oops' } }) : answer(response, call.body.input);
    expect(await embedder().embed(['kiln'], PASSAGE)).toHaveLength(1);
    server.respond = (response) => sendJson(response, 503, { error: { message: 'oops' } });
    server.calls.length = 0;
    expect(await failure(embedder().embed(['kiln'], PASSAGE))).toContain('503');
    const [first, second, third, fourth, ...more] = server.calls.map((call) => call.atMs);
    expect(more).toEqual([]);
    // At least half of 200 ms, then of 400, then of 800; a busy machine makes any of them longer.
    expect(second! - first!).toBeGreaterThan(90);
    expect(third! - second!).toBeGreaterThan(190);
    expect(fourth! - third!).toBeGreaterThan(390);
  });

  it.each([400, 401, 403, 404, 422])('does not retry after a rejection (%s)', async (status) => {
    server.respond = (response) => sendJson(response, status, { error: { message: 'no' } });
    expect(await failure(embedder().embed(['kiln'], PASSAGE))).toContain(String(status));
    expect(server.calls).toHaveLength(1);
  });

  it('gives up on a server that does not answer, within the limit of a question, and closes the connection', async () => {
    server.respond = () => undefined;
    expect(await failure(inTime(embedder({ timeoutMs: 500 }).embed(['kiln'], QUERY)))).toContain('within 500 ms');
    expect(await server.calls[0]?.aborted).toBe(true);
  });

  it('gives up on an answer that starts and never ends', async () => {
    server.respond = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data": [');
    };
    expect(await failure(inTime(embedder({ timeoutMs: 500 }).embed(['kiln'], QUERY)))).toContain('within 500 ms');
  });

  it('retries passages if one call hangs', async () => {
    server.respond = (response, call, count) => {
      if (count > 1) answer(response, call.body.input);
    };
    expect(await embedder({ timeoutMs: 1000 }).embed(['kiln'], PASSAGE)).toHaveLength(1);
    expect(server.calls).toHaveLength(2);
  });

  it('does not delay later passages after a failure, while questions still call', async () => {
    server.respond = (response) => sendJson(response, 401, { error: { message: 'no' } });
    const model = embedder();
    await failure(model.embed(['kiln'], PASSAGE));
    expect(await failure(model.embed(['pot'], PASSAGE))).toContain('embedded later');
    expect(server.calls).toHaveLength(1);
    server.respond = (response, call) => answer(response, call.body.input);
    expect(await model.embed(['pot'], QUERY)).toHaveLength(1);
  });

  it('reports that the server is not listening', async () => {
    await server.stop();
    expect(await failure(embedder().embed(['kiln'], QUERY))).toMatch(/onnection/u);
    await server.start();
  });

  it('stops for a caller who aborts, without a cooldown', async () => {
    const caller = new AbortController();
    // The server has the call then, whatever its latency.
    server.respond = () => caller.abort();
    const model = embedder();
    const running = failure(model.embed(['kiln'], { ...PASSAGE, signal: caller.signal }));
    expect(await running).toContain('cancelled');
    expect(await server.calls[0]?.aborted).toBe(true);
    server.respond = (response, call) => answer(response, call.body.input);
    expect(await model.embed(['kiln'], PASSAGE)).toHaveLength(1);
    const gone = AbortSignal.abort();
    expect(await failure(model.embed(['kiln'], { ...QUERY, signal: gone }))).toContain('cancelled');
  });

  it.each<[string, (items: Item[]) => unknown]>([
    ['a text without a vector', (items) => items.slice(1)],
    ['one vector twice', ([first]) => [first, first]],
    ['widths that differ', ([first, second]) => [first, { ...second!, embedding: [1, 2] }]],
    ['a zero vector', ([first, second]) => [first, { ...second!, embedding: [0, 0, 0] }]],
    ['a null among the numbers', ([first, second]) => [first, { ...second!, embedding: [1, null, 2] }]],
    ['a word among the numbers', ([first, second]) => [first, { ...second!, embedding: [1, 'NaN', 2] }]],
    ['an empty vector', ([first, second]) => [first, { ...second!, embedding: [] }]],
    ['a vector in base64', ([first, second]) => [first, { ...second!, embedding: 'AACAPw==' }]],
    ['no list', () => ({})],
  ])('rejects %s', async (_, change) => {
    server.respond = (response, call) => answer(response, call.body.input, change as (items: Item[]) => Item[]);
    await failure(embedder().embed(['kiln', 'pot'], QUERY));
    expect(server.calls).toHaveLength(1);
  });

  it.each(['{"data": [{"index": 0, "embedding": [NaN, 1, 1]}]}', 'null', '<html>'])('rejects %s', async (body) => {
    server.respond = (response) => sendJson(response, 200, body);
    await failure(embedder().embed(['kiln'], QUERY));
  });

  it('rejects another width than that of its first answer', async () => {
    const model = embedder();
    await model.embed(['kiln'], QUERY);
    server.respond = (response) => sendJson(response, 200, { data: [{ index: 0, embedding: [1, 2, 3, 4] }] });
    expect(await failure(model.embed(['kiln'], QUERY))).toContain('a vector of 4 numbers, not 3');
    expect(model.dimensions).toBe(3);
  });

  it('knows the width of OpenAI’s own models, but trusts the server’s answer', async () => {
    const model = embedder({ model: 'text-embedding-3-small' });
    expect(model.dimensions).toBe(1536);
    await model.embed(['kiln'], QUERY);
    expect(model.dimensions).toBe(3);
  });
});
