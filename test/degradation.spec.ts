import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { CaseDatabase } from '../src/cbr/infrastructure/case-database.js';
import { MainDatabase, WorkDatabase } from '../src/shared/infrastructure/database/databases.js';
import { startApplication } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';
import { begin, HostileModel, openStream, refusing, saying } from './support/hostile-model.js';

/** src/health/README.md, "When something fails": each row of the table is one test here, over HTTP, with the part really failing. */

const TEXT = 'The kiln fires at 1,240 degrees. A firing that fails is repeated 2 times.';
const KILN = { document_id: 'kiln', title: 'Kiln rules', text: TEXT, canonical_path: ['Kiln'] };
const FERRY = {
  document_id: 'ferry',
  title: 'Ferry times',
  text: 'The ferry leaves the pier at 7 in the morning.',
  canonical_path: ['Ferry'],
};
const QUESTION = 'At how many degrees does the kiln fire?';
const ANSWER = 'The kiln fires at 1,240 degrees. [1]';
const PATIENT = { PIPELINE_TIMEOUT_MULTIPLIER: '15' };
/** Of a part that never answers: long enough for its call to arrive on a busy machine. */
const LATE_MS = '200';

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

/** The application on a socket, as a client sees it. */
class Door {
  private constructor(
    private readonly running: Awaited<ReturnType<typeof startApplication>>,
    private readonly origin: string,
  ) {}

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<Door> {
    const running = await startApplication({ ...PATIENT, ...settings });
    await running.app.listen(0, '127.0.0.1');
    return new Door(running, await running.app.getUrl());
  }

  get dataFolder(): string {
    return this.running.dataFolder;
  }

  part<T>(token: abstract new (...args: any[]) => T): T {
    return this.running.app.get(token, { strict: false });
  }

  async call(method: string, path: string, body?: unknown): Promise<Reply> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(this.origin + path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...json,
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  /** Sends a body that is not valid JSON. */
  async send(path: string, body: string | FormData, type?: string): Promise<any> {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const response = await fetch(this.origin + path, { method: 'POST', headers, body });
    return { status: response.status, ...((await response.json()) as object) };
  }

  post(path: string, body: unknown): Promise<Reply> {
    return this.call('POST', path, body);
  }

  /** An answer, which must come. */
  async ask(message = QUESTION): Promise<any> {
    const { status, body } = await this.post('/chat/run', { message });
    expect([status, body.detail]).toEqual([200, undefined]);
    return body;
  }

  /** The answer to a question that is read along, and what of it was shown before. */
  async read(message = QUESTION): Promise<{ readonly answer: any; readonly shown: string }> {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const body = JSON.stringify({ message });
    const text = await (await fetch(`${this.origin}/chat/run`, { method: 'POST', headers, body })).text();
    const events = text.split('\n\n').map((block) => ({
      name: /^event: (.*)$/mu.exec(block)?.[1],
      data: /^data: (.*)$/mu.exec(block)?.[1] ?? 'null',
    }));
    const until = events.findIndex(({ name }) => name === 'reset');
    const tokens = events.slice(0, until === -1 ? undefined : until).filter(({ name }) => name === 'token');
    return {
      answer: JSON.parse(events.find(({ name }) => name === 'done')?.data ?? 'null'),
      shown: tokens.map(({ data }) => (JSON.parse(data) as { text: string }).text).join(''),
    };
  }

  async search(query = 'kiln fires'): Promise<any> {
    const { status, body } = await this.post('/search', { query });
    expect(status).toBe(200);
    return body;
  }

  /** Sum of a metric over its labels that fit. */
  async metric(name: string, labels = ''): Promise<number> {
    const lines = String((await this.call('GET', '/metrics')).body).split('\n');
    const own = lines.filter(
      (line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(labels),
    );
    return own.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  async component(name: string): Promise<{ status: string; detail?: string }> {
    return (await this.call('GET', '/health')).body.components[name];
  }

  async close(keepData = false): Promise<void> {
    if (keepData) await this.running.app.close();
    else await this.running.stop();
  }
}

function expectQuoted(answer: any, marks: readonly string[]): void {
  expect(answer.metadata.degraded).toEqual(marks);
  expect(answer.sources[0].doc_id).toBe('kiln');
  expect(answer.response).toContain('The kiln fires at 1,240 degrees.');
}

function expectProblem({ status, headers, body }: Reply, expected: number, detail: RegExp): void {
  expect([status, headers.get('content-type')]).toEqual([expected, 'application/problem+json; charset=utf-8']);
  expect(body.detail).toMatch(detail);
  expect(JSON.stringify(body)).not.toMatch(/SQLITE|\.db|BEGIN/u);
}

describe('when something fails', () => {
  let door: Door;
  const servers: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    await door.close();
    for (const server of servers.splice(0)) await server.stop();
  });

  async function withModel(settings: Readonly<Record<string, string>> = {}): Promise<HostileModel> {
    const model = new HostileModel('openai');
    servers.push(model);
    const url = await model.start();
    door = await Door.open({ LLM_PROVIDER: 'openai', LLM_MODEL: 'kiln-1', OPENAI_BASE_URL: url, ...settings });
    expect((await door.post('/documents', KILN)).status).toBe(201);
    return model;
  }

  async function fakeServer(): Promise<{ server: FakeServer; url: string }> {
    const server = new FakeServer();
    servers.push(server);
    return { server, url: await server.start() };
  }

  const embeddings = (call: { body: any }) => ({
    data: [call.body.input].flat().map((_: string, index: number) => ({ index, embedding: [1, index / 100, 0, 0] })),
    usage: { prompt_tokens: 1, total_tokens: 1 },
  });

  it('embedding down: found by words, and the call is taken back', async () => {
    const { server, url } = await fakeServer();
    server.respond = () => undefined;
    door = await Door.open({
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_BASE_URL: `${url}/v1`,
      EMBEDDING_TIMEOUT_MS: '40',
    });
    expect((await door.post('/documents', KILN)).status).toBe(201);
    expect(await door.search()).toMatchObject({ degraded: ['embedding'], metrics: { vector_candidates: 0 } });
    expectQuoted(await door.ask(), ['embedding']);
    expect(await door.metric('touchstone_degraded_answers_total', 'endpoint="chat",component="embedding"')).toBe(1);
    expect(await door.component('embedding')).toMatchObject({
      status: 'degraded',
      detail: expect.stringContaining('it did not answer within'),
    });
    expect(await server.calls[0]?.aborted).toBe(true);
  });

  it('vector index missing: found by words', async () => {
    const { server, url } = await fakeServer();
    server.respond = (response, call) => sendJson(response, 200, embeddings(call));
    const settings = { EMBEDDING_PROVIDER: 'openai', EMBEDDING_BASE_URL: `${url}/v1` };
    door = await Door.open(settings);
    await door.post('/documents', KILN);
    while ((await door.search('the kiln and its fire')).metrics.vector_candidates === 0) await delay(50);
    const { dataFolder } = door;
    door.part(MainDatabase).writer.exec('DELETE FROM search_vectors');
    await door.close(true);
    // Questions are embedded, passages no longer are, so that their vectors are still missing.
    server.respond = (response, call) => {
      if (JSON.stringify(call.body.input).includes('1,240')) sendJson(response, 500, {});
      else sendJson(response, 200, embeddings(call));
    };
    door = await Door.open({ ...settings, DATA_DIR: dataFolder });
    expect(await door.search()).toMatchObject({ degraded: ['vector_index'], metrics: { vector_candidates: 0 } });
    expectQuoted(await door.ask(), ['vector_index']);
    expect(await door.metric('touchstone_chunks_pending_embedding')).toBe(1);
    expect(await door.metric('touchstone_degraded_answers_total', 'endpoint="chat",component="vector_index"')).toBe(1);
  });

  it('reranker late: ordered by the built-in relevance, and the call is taken back', async () => {
    const { server, url } = await fakeServer();
    server.respond = () => undefined;
    door = await Door.open({ RERANKER: 'http', RERANKER_BASE_URL: url, RERANKER_TIMEOUT_MS: LATE_MS });
    await door.post('/documents', KILN);
    const found = await door.search();
    expect(found).toMatchObject({ degraded: ['reranker'], metrics: { rerank_time: 0 } });
    expect(found.hits[0].rerank_score).toBeGreaterThan(0);
    expectQuoted(await door.ask(), ['reranker']);
    expect(await door.metric('touchstone_degraded_answers_total', 'endpoint="chat",component="reranker"')).toBe(1);
    expect(await server.calls[0]?.aborted).toBe(true);
  });

  it('language model down: passages, and the word unavailable', async () => {
    const model = await withModel();
    model.respond = refusing(500);
    const answer = await door.ask();
    expectQuoted(answer, ['llm']);
    expect(answer.response).toMatch(/unavailable/u);
    expect(await door.metric('touchstone_llm_calls_total', 'outcome="failed"')).toBe(1);
    expect(await door.metric('touchstone_degraded_answers_total', 'endpoint="chat",component="llm"')).toBe(1);
  });

  it('language model late: the same, and the call is taken back', async () => {
    const model = await withModel({ LLM_TIMEOUT_MS: LATE_MS });
    model.respond = (response) => openStream(response).write(begin('openai', ['The kiln ']).join(''));
    expectQuoted(await door.ask(), ['llm']);
    expect(await model.asked[0]?.aborted).toBe(true);
    expect(await door.metric('touchstone_llm_calls_total', 'outcome="late"')).toBe(1);
  });

  it('language model silent: the same, in place of what was shown', async () => {
    const model = await withModel({ LLM_IDLE_TIMEOUT_MS: LATE_MS });
    model.respond = (response) =>
      openStream(response).write(begin('openai', [`${ANSWER}\n`, 'A firing that fails is ']).join(''));
    const { answer, shown } = await door.read();
    expect(shown).toBe(ANSWER);
    expectQuoted(answer, ['llm']);
    expect(answer.response).toMatch(/unavailable in the middle/u);
    expect(answer.metadata.degraded_reasons).toEqual([
      { part: 'llm', message: expect.stringContaining('stopped in the middle of its answer') },
    ]);
    expect(await model.asked[0]?.aborted).toBe(true);
    expect(await door.metric('touchstone_llm_calls_total', 'outcome="silent"')).toBe(1);
  });

  it('language model unfinished: quotes of the documents, and nothing of its reasoning', async () => {
    const model = await withModel();
    model.respond = saying('openai', `<think>The passage says that ${ANSWER} So`, 'length');
    const { answer, shown } = await door.read();
    expectQuoted(answer, ['llm_unfinished']);
    expect(shown).toBe(answer.response);
    expect(shown).not.toMatch(/think|passage says/u);
    expect(await door.metric('touchstone_degraded_answers_total', 'endpoint="chat",component="llm_unfinished"')).toBe(
      1,
    );
  });

  it('language model refusing: quotes of the documents', async () => {
    const model = await withModel();
    model.respond = saying('openai', 'I am sorry, I cannot help with that.', 'refusal');
    expectQuoted(await door.ask(), ['llm_uncited']);
    expect(await door.metric('touchstone_degraded_answers_total', 'endpoint="chat",component="llm_uncited"')).toBe(1);
  });

  it('language model over budget: quotes of the documents, and it is not asked', async () => {
    const prices = { LLM_PRICE_INPUT_USD: '1000', LLM_PRICE_OUTPUT_USD: '1000' };
    const model = await withModel({ ...prices, LLM_BUDGET_REQUEST_USD: '0.01' });
    model.respond = saying('openai', ANSWER);
    expectQuoted(await door.ask(), ['cost_guard']);
    expect(model.asked).toHaveLength(0);
    expect(await door.metric('touchstone_llm_calls_total', 'outcome="cost_guard"')).toBe(1);
  });

  it('cases off: answers without cases, 501 at their own routes', async () => {
    door = await Door.open({ CBR_ENABLED: 'false' });
    await door.post('/documents', KILN);
    const answer = await door.ask();
    expectQuoted(answer, []);
    expect(answer.metadata.cases).toEqual([]);
    expectProblem(await door.post('/cbr/suggest', { query: 'kiln' }), 501, /CBR system is not enabled/u);
    expect((await door.call('GET', '/health')).body.features['B-O4']).toMatch(/disabled/u);
  });

  it('case base failing: answers without cases', async () => {
    door = await Door.open();
    await door.post('/documents', KILN);
    door.part(CaseDatabase).reader.close();
    expectQuoted(await door.ask(), ['cbr']);
    expect((await door.component('cbr')).status).not.toBe('healthy');
    expect(await door.metric('touchstone_degraded_answers_total', 'endpoint="chat",component="cbr"')).toBe(1);
  });

  it('taxonomy service down: its last tree is used, and the call that hangs is aborted', async () => {
    const { server, url } = await fakeServer();
    const tree = { version: '4.1.0', created_at: '2025-01-01T00:00:00Z', nodes: [{ path: ['Kiln'], children: [] }] };
    server.respond = (response) => sendJson(response, 200, tree);
    door = await Door.open({ TAXONOMY_BASE: url });
    await door.post('/documents', KILN);
    expectQuoted(await door.ask(), []);
    server.respond = () => undefined;
    expect(await door.component('taxonomy')).toMatchObject({
      status: 'degraded',
      detail: expect.stringMatching(/no answer within 1000 ms; version 4\.1\.0 is served, received \d+ s ago/u),
    });
    expect(await server.calls.at(-1)?.aborted).toBe(true);
    const answer = await door.ask();
    expectQuoted(answer, ['taxonomy']);
    expect(answer.taxonomy_version).toBe('4.1.0');
    expect(await door.search()).toMatchObject({ degraded: ['taxonomy'], taxonomy_version: '4.1.0' });
    expect(await door.metric('touchstone_degraded_answers_total', 'endpoint="chat",component="taxonomy"')).toBe(1);
    expect(await door.metric('touchstone_taxonomy_service_up')).toBe(0);
    server.respond = (response) => sendJson(response, 200, tree);
    expect((await door.component('taxonomy')).status).toBe('healthy');
    expectQuoted(await door.ask(), []);
    expect(await door.metric('touchstone_taxonomy_service_up')).toBe(1);
  });

  it('disk full: nothing of a write is kept, 507; answers and searches continue without being recorded', async () => {
    door = await Door.open();
    await door.post('/documents', KILN);
    for (const token of [MainDatabase, WorkDatabase]) {
      const { writer } = door.part(token);
      writer.pragma(`max_page_count = ${Number(writer.pragma('page_count', { simple: true }))}`);
    }
    const long = { ...FERRY, text: 'The ferry leaves the pier at 7. '.repeat(20_000) };
    expectProblem(await door.post('/documents', long), 507, /disk is full.*free space in DATA_DIR/u);
    const lines = [long, { ...KILN, document_id: 'again', text: 'x '.repeat(100_000) }].map((d) => JSON.stringify(d));
    const bulk = await door.send('/documents/bulk', lines.join('\n'), 'application/x-ndjson');
    expect(bulk).toMatchObject({ indexed: 0, failed: 2, errors: [{ detail: expect.stringMatching(/disk/u) }, {}] });
    expect((await door.call('GET', '/documents/ferry')).status).toBe(404);
    expect((await door.search('ferry pier')).hits.map((hit: any) => hit.document_id)).not.toContain('ferry');
    // A trace or two may still find room in the last page.
    let answer = await door.ask();
    for (let i = 0; i < 50 && answer.metadata.degraded.length === 0; i++) answer = await door.ask();
    expectQuoted(answer, ['store']);
    expect(await door.metric('touchstone_degraded_answers_total', 'endpoint="chat",component="store"')).toBe(1);
    for (const token of [MainDatabase, WorkDatabase]) door.part(token).writer.pragma('max_page_count = 1000000');
    expect((await door.post('/documents', FERRY)).status).toBe(201);
    expectQuoted(await door.ask(), []);
  });

  it('database locked: a write is 503 with Retry-After; answers and searches continue, and nothing blocks', async () => {
    door = await Door.open();
    await door.post('/documents', KILN);
    const locks = [MainDatabase, WorkDatabase].map((token) => new Database(door.part(token).file));
    try {
      for (const lock of locks) lock.exec('BEGIN IMMEDIATE');
      let longest = 0;
      let last = performance.now();
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }, 10);
      const writes = [FERRY, { ...FERRY, document_id: 'second' }].map((document) => door.post('/documents', document));
      const answer = await door.ask();
      expectQuoted(answer, ['store']);
      const found = await door.search();
      expect([found.hits[0].document_id, found.degraded]).toEqual(['kiln', ['store']]);
      for (const refused of await Promise.all(writes)) {
        expectProblem(refused, 503, /write lock of the store.*send it again/u);
        expect(refused.headers.get('retry-after')).toBe('1');
      }
      clearInterval(watch);
      // The driver used to wait for five seconds and blocked everything else.
      expect(longest).toBeLessThan(4_500);
      expect((await door.call('GET', `/traces/${answer.metadata.trace_id}`)).status).toBe(404);
      expect((await door.component('store')).status).toBe('degraded');
      expect((await door.call('GET', '/health/ready')).status).toBe(200);
    } finally {
      for (const lock of locks) lock.close();
    }
    expect((await door.post('/documents', FERRY)).status).toBe(201);
    expectQuoted(await door.ask(), []);
  });

  it('one corrupt document: only it is refused or left out; all others are found and used in answers', async () => {
    const { server, url } = await fakeServer();
    server.respond = (response, call) => sendJson(response, 200, embeddings(call));
    const settings = { EMBEDDING_PROVIDER: 'openai', EMBEDDING_BASE_URL: `${url}/v1` };
    door = await Door.open(settings);
    const lines = [JSON.stringify(KILN), '{"document_id": "torn", "text": "The ki', JSON.stringify(FERRY)];
    const bulk = await door.send('/documents/bulk', lines.join('\n'), 'application/x-ndjson');
    expect(bulk).toMatchObject({ indexed: 2, failed: 1, errors: [{ line: 2 }] });
    const form = new FormData();
    form.append('canonical_path', '["Kiln"]');
    form.append('file', new Blob(['%PDF-1.7 torn'], { type: 'application/pdf' }), 'torn.pdf');
    const upload = await door.send('/documents/upload', form);
    expect([upload.status, upload.detail]).toEqual([422, expect.stringMatching(/PDF/u)]);
    while ((await door.search('pier and morning')).metrics.vector_candidates < 2) await delay(50);
    // What a bad disk leaves behind: half a vector, and half of a map.
    const { writer } = door.part(MainDatabase);
    const ferry = "(SELECT id FROM search_documents WHERE document_id = 'ferry')";
    writer.exec(
      `UPDATE search_vectors SET vector = x'010203' WHERE chunk IN (SELECT id FROM search_chunks WHERE document = ${ferry})`,
    );
    writer.exec(`UPDATE search_chunks SET metadata = '{"kind": "par' WHERE document = ${ferry}`);
    const { dataFolder } = door;
    await door.close(true);
    door = await Door.open({ ...settings, DATA_DIR: dataFolder });
    expectQuoted(await door.ask(), []);
    const found = await door.search('ferry leaves the pier');
    expect(found.hits[0]).toMatchObject({ document_id: 'ferry' });
    expect((await door.component('search')).status).toBe('healthy');
  });
});
