import { FakeServer, sendJson } from '../../../../test/support/fake-server.js';
import { logistic, RerankerUnavailableError } from '../domain/reranker.js';
import { HttpReranker, HttpRerankerSettings } from './http-reranker.js';
import { inTime } from '../../../../test/support/in-time.js';

const KEY = 'jina_spec_1234567890';
const LIMIT = { timeoutMs: 2000 };
const PASSAGES = ['The kiln fires.', 'Cold clay.', '가마는 뜨겁다.'];

describe('HttpReranker', () => {
  let server: FakeServer;
  let baseUrl: string;
  beforeEach(async () => {
    server = new FakeServer();
    baseUrl = `${await server.start()}/v1`;
  });
  afterEach(() => server.stop());

  const reranker = (more: Partial<HttpRerankerSettings> = {}): HttpReranker =>
    new HttpReranker({ baseUrl, apiKey: KEY, model: 'spec-reranker', ...more });
  const results = (...scores: readonly (readonly [number, unknown])[]) => ({
    model: 'spec-reranker',
    results: scores.map(([index, score]) => ({ index, relevance_score: score, document: { text: '…' } })),
  });
  const failure = async (running: Promise<unknown>): Promise<string> => {
    const error: unknown = await running.catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RerankerUnavailableError);
    expect((error as Error).message).not.toContain(KEY);
    return (error as Error).message;
  };

  it('sends the key and all passages, and returns their scores in the order of the passages', async () => {
    server.respond = (response) => sendJson(response, 200, results([2, 0.9], [0, 0.5], [1, 0.01]));
    expect(await reranker().rerank('hot?', PASSAGES, LIMIT)).toEqual([0.5, 0.01, 0.9]);
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({ method: 'POST', path: '/v1/rerank' });
    expect(server.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(server.calls[0]?.body).toEqual({ model: 'spec-reranker', query: 'hot?', documents: PASSAGES, top_n: 3 });
  });

  it('needs neither key nor model, and accepts an address that ends with a slash', async () => {
    server.respond = (response) => sendJson(response, 200, results([0, 0.5]));
    const bare = reranker({ apiKey: undefined, model: undefined, baseUrl: `${baseUrl}/` });
    expect(await bare.rerank('hot?', ['a'], LIMIT)).toEqual([0.5]);
    expect(bare.name).toBe(`http:${new URL(baseUrl).host}`);
    expect(server.calls[0]?.path).toBe('/v1/rerank');
    expect(server.calls[0]?.headers.authorization).toBeUndefined();
    expect(server.calls[0]?.body).toEqual({ query: 'hot?', documents: ['a'], top_n: 1 });
  });

  it('sends nothing without passages', async () => {
    expect(await reranker().rerank('hot?', [], LIMIT)).toEqual([]);
    expect(server.calls).toHaveLength(0);
  });

  it('maps raw scores to 0..1, also in later answers whose scores are inside by chance', async () => {
    const model = reranker();
    server.respond = (response) => sendJson(response, 200, results([0, -4.5], [1, 0.3], [2, 6]));
    const first = await model.rerank('hot?', PASSAGES, LIMIT);
    expect(first).toEqual([-4.5, 0.3, 6].map(logistic));
    server.respond = (response) => sendJson(response, 200, results([0, 0.2]));
    expect(await model.rerank('hot?', ['a'], LIMIT)).toEqual([logistic(0.2)]);
  });

  it('returns no score for a passage that the server left out', async () => {
    server.respond = (response) => sendJson(response, 200, results([2, 0.9]));
    expect(await reranker().rerank('hot?', PASSAGES, LIMIT)).toEqual([undefined, undefined, 0.9]);
  });

  it.each<[string, unknown]>([
    ['no results', {}],
    ['an empty list', { results: [] }],
    ['a list of something else', { results: [1, 'x', null] }],
    ['an index that was not requested', results([3, 0.5])],
    ['an index below 0', results([-1, 0.5])],
    ['an index between two passages', results([0.5, 0.5])],
    ['an index in words', { results: [{ index: '0', relevance_score: 0.5 }] }],
    ['a passage that is scored twice', results([0, 0.5], [0, 0.6])],
    ['a score in words', results([0, '0.5'])],
    ['a score of null', results([0, null])],
    ['a number that is none', '{"results": [{"index": 0, "relevance_score": NaN}]}'],
    ['an infinite score', '{"results": [{"index": 0, "relevance_score": 1e999}]}'],
    ['null', null],
    ['a page', '<html></html>'],
  ])('rejects %s', async (_, body) => {
    server.respond = (response) => sendJson(response, 200, body);
    await failure(reranker().rerank('hot?', PASSAGES, LIMIT));
  });

  it.each([400, 401, 429, 500, 503])('is unavailable after status %s, and calls once', async (status) => {
    server.respond = (response) => sendJson(response, status, { error: 'no' });
    expect(await failure(reranker().rerank('hot?', PASSAGES, LIMIT))).toContain(String(status));
    expect(server.calls).toHaveLength(1);
  });

  it('gives up on a server that is late, or whose answer never ends, and closes the connection', async () => {
    for (const beginning of ['', '{"results": [']) {
      server.calls.length = 0;
      server.respond = (response) => {
        if (beginning !== '') response.writeHead(200, { 'content-type': 'application/json' }).write(beginning);
      };
      const given = reranker().rerank('hot?', PASSAGES, { timeoutMs: 500 });
      expect(await failure(inTime(given))).toContain('within 500 ms');
      expect(await server.calls[0]?.aborted).toBe(true);
    }
  });

  it('stops for a caller who aborts', async () => {
    const caller = new AbortController();
    // The server has the call then, whatever its latency.
    server.respond = () => caller.abort();
    const running = failure(reranker().rerank('hot?', PASSAGES, { ...LIMIT, signal: caller.signal }));
    expect(await running).toContain('cancelled');
    expect(await server.calls[0]?.aborted).toBe(true);
  });

  it('reports that the server is not listening', async () => {
    await server.stop();
    expect(await failure(reranker().rerank('hot?', PASSAGES, LIMIT))).toContain('the server could not be reached');
    await server.start();
  });
});
