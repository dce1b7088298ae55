import { createServer, type Server } from 'node:http';
import { Registry } from 'prom-client';
import { runStep, startDeadline } from '../src/pipeline/application/step-runner.js';
import { confidence } from '../src/pipeline/domain/confidence.js';
import { RequestCancelledError, STEP_LIMITS_S, STEPS, StepTimeoutError } from '../src/pipeline/domain/step.js';
import { applyFilter, restrictedTo } from '../src/shared/domain/category-filter.js';
import { type RunningApplication, startApplication } from './support/application.js';

const INTENTS = ['question', 'explanation', 'search', 'general'];
const DOCUMENTS = [
  [
    'ai/ml',
    ['AI', 'ML'],
    'Machine learning algorithms include decision trees, support vector machines and neural networks.',
  ],
  ['ai/rules', ['AI', 'Rules'], 'Expert systems answer by rules that people wrote, without machine learning.'],
  ['database', ['Database'], 'A database index keeps keys in order; machine learning can choose the index.'],
  ['database/sql', ['Database', 'SQL'], 'SQL joins combine rows of tables, also for machine learning.'],
  ['network', ['Network'], 'A network router forwards packets; machine learning finds attacks.'],
  ['lookalike', ['AI', 'MLOps'], 'Operating machine learning needs monitoring of models.'],
] as const;

async function store(running: RunningApplication): Promise<void> {
  for (const [document_id, canonical_path, text] of DOCUMENTS) {
    const response = await running.post('/documents', {
      document_id,
      title: document_id,
      text,
      canonical_path: [...canonical_path],
    });
    expect(response.statusCode).toBe(201);
  }
}

describe('AC-ORCH-001 four steps from message to answer', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
    await store(running);
  });
  afterAll(() => running.stop());

  it.each([
    'What are machine learning algorithms?',
    '머신러닝이란 무엇인가요?',
    'hello',
    'Explain SQL joins',
    'find documents about routers',
  ])('answers %j in the shape of the specification', async (message) => {
    const response = await running.post('/chat/run', { message, conversation_id: 'test-conv-001', context: {} });
    expect(response.statusCode).toBe(200);
    const answer = response.json();
    expect(answer.response).toEqual(expect.stringMatching(/\S/));
    expect(answer.conversation_id).toBe('test-conv-001');
    expect(Array.isArray(answer.sources)).toBe(true);
    expect(answer.confidence).toBeGreaterThanOrEqual(0);
    expect(answer.confidence).toBeLessThanOrEqual(1);
    expect(answer.taxonomy_version).toMatch(/^\d+\.\d+\.\d+/);
    expect(INTENTS).toContain(answer.metadata.intent);
    expect(Object.keys(answer.metadata.step_timings)).toEqual(
      expect.arrayContaining(['intent', 'retrieve', 'compose', 'respond']),
    );
    // A greeting needs no passages, so that nothing is retrieved for it.
    const taken = STEPS.filter((step) => message !== 'hello' || step !== 'retrieve');
    for (const step of taken) expect(answer.metadata.step_timings[step]).toBeGreaterThan(0);
  });

  it('quotes its sources to the letter and cites only sources that it lists', async () => {
    const { sources, citations, response } = (
      await running.post('/chat/run', { message: 'What are machine learning algorithms?' })
    ).json();
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      const { text } = (
        await running.call({ method: 'GET', url: `/documents/${encodeURIComponent(source.doc_id)}` })
      ).json();
      expect(text.slice(source.start, source.end)).toBe(source.quote);
    }
    for (const citation of citations) {
      expect(sources.map((s: { n: number }) => s.n)).toContain(citation.source_n);
      expect(response.slice(citation.start, citation.end)).toMatch(/\S/);
    }
  });

  it('completes also over an empty store', async () => {
    const empty = await startApplication();
    try {
      const response = await empty.post('/chat/run', { message: 'test query' });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ sources: [], confidence: 0 });
    } finally {
      await empty.stop();
    }
  });
});

/** Work of `ms` that records whether it was aborted. */
function slow(ms: number) {
  const seen: { signal?: AbortSignal } = {};
  const work = (signal: AbortSignal) => {
    seen.signal = signal;
    return new Promise<string>((resolve) => {
      const timer = setTimeout(() => resolve('done'), ms);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  };
  return { seen, work };
}

/** Timers that are still running in this process. */
const runningTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('AC-ORCH-002 a limit for every step', () => {
  const ample = () => startDeadline(60_000);

  it('ends a late step with the message of the specification and aborts its work', async () => {
    const { seen, work } = slow(10_000);
    const late = runStep({ name: 'x', limitS: 0.1, deadline: ample() }, undefined, work);
    await expect(late).rejects.toThrow(StepTimeoutError);
    await expect(late).rejects.toThrow(/^Pipeline step 'x' exceeded timeout of 0\.1s$/);
    expect(seen.signal?.aborted).toBe(true);
    expect(seen.signal?.reason).toBeInstanceOf(StepTimeoutError);
  });

  it('ends a late step also when its work does not listen', async () => {
    const deaf = () => new Promise<never>(() => undefined);
    await expect(runStep({ name: 'compose', limitS: 0.02, deadline: ample() }, undefined, deaf)).rejects.toThrow(
      "Pipeline step 'compose' exceeded timeout of 0.02s",
    );
  });

  it('ends a step at the deadline of the whole pipeline, before its own limit', async () => {
    const { seen, work } = slow(10_000);
    await expect(
      runStep({ name: 'compose', limitS: 3.5, deadline: startDeadline(20) }, undefined, work),
    ).rejects.toThrow(StepTimeoutError);
    expect(seen.signal?.aborted).toBe(true);
  });

  it('leaves no timer and no listener, whatever the outcome', async () => {
    const before = runningTimers();
    const client = new AbortController();
    const step = (limitS: number) => ({ name: 'x', limitS, deadline: ample() });
    await expect(runStep(step(30), client.signal, () => Promise.resolve('done'))).resolves.toBe('done');
    await expect(runStep(step(30), client.signal, () => Promise.reject(new Error('inside')))).rejects.toThrow('inside');
    await expect(runStep(step(0.01), client.signal, slow(10_000).work)).rejects.toThrow(StepTimeoutError);
    // Timers of earlier specs of this process may end meanwhile: there must be none more.
    expect(runningTimers()).toBeLessThanOrEqual(before);
  });

  it('gives a step in time what its work gave, unstopped', async () => {
    const { seen, work } = slow(5);
    await expect(runStep({ name: 'x', limitS: 5, deadline: ample() }, undefined, work)).resolves.toBe('done');
    expect(seen.signal?.aborted).toBe(false);
  });

  it('stops a step when the client leaves, and starts none for a client that has left', async () => {
    const client = new AbortController();
    const { seen, work } = slow(10_000);
    const step = { name: 'x', limitS: 5, deadline: ample() };
    const left = runStep(step, client.signal, work);
    client.abort();
    await expect(left).rejects.toThrow(RequestCancelledError);
    expect(seen.signal?.aborted).toBe(true);
    let started = false;
    const never = () => Promise.resolve((started = true));
    await expect(runStep(step, client.signal, never)).rejects.toThrow(RequestCancelledError);
    expect(started).toBe(false);
  });

  it('has limits of at most 4.0 s each and 6.0 s together', () => {
    expect(STEP_LIMITS_S).toEqual({ intent: 0.1, retrieve: 2.0, compose: 3.5, respond: 0.1 });
    const limits = Object.values(STEP_LIMITS_S);
    for (const limit of limits) expect(limit > 0 && limit <= 4).toBe(true);
    expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(6);
  });

  describe('in the application, with an embedding server that never answers', () => {
    let silent: Server;
    let base: string;
    let asked: () => Promise<void>;
    beforeAll(async () => {
      let onRequest = (): void => undefined;
      asked = () => new Promise((resolve) => (onRequest = resolve));
      silent = createServer(() => onRequest());
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const address = silent.address();
      base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`;
    });
    afterAll(async () => {
      silent.closeAllConnections();
      await new Promise((resolve) => silent.close(resolve));
    });
    const start = (multiplier: string) =>
      startApplication({
        EMBEDDING_PROVIDER: 'openai',
        EMBEDDING_BASE_URL: base,
        EMBEDDING_TIMEOUT_MS: '600000',
        PIPELINE_TIMEOUT_MULTIPLIER: multiplier,
      });

    it('answers 504 with the step and its limit', async () => {
      const running = await start('0.1');
      try {
        const response = await running.post('/chat/run', { message: 'When is high tide?' });
        expect(response.statusCode).toBe(504);
        expect(response.headers['content-type']).toContain('application/problem+json');
        expect(response.json().detail).toBe("Pipeline step 'retrieve' exceeded timeout of 0.2s");
      } finally {
        await running.stop();
      }
    });

    it('counts a client that leaves as 499 and stops its work', async () => {
      const running = await start('10');
      try {
        await running.app.listen(0, '127.0.0.1');
        const client = new AbortController();
        const reached = asked();
        const request = fetch(`${await running.app.getUrl()}/chat/run`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ message: 'When is high tide?', conversation_id: 'left' }),
          signal: client.signal,
        });
        await reached;
        client.abort();
        await expect(request).rejects.toThrow('abort');
        expect(
          await eventually(
            () => answeredRequests(running),
            (text) => text.includes('/chat/run'),
          ),
        ).toMatch(/route="\/chat\/run",status="499"/);
        expect((await running.call({ method: 'GET', url: '/conversations/left' })).statusCode).toBe(404);
      } finally {
        await running.stop();
      }
    });
  });
});

/** The lines of the metrics that count answered requests. */
async function answeredRequests(running: RunningApplication): Promise<string> {
  const text = await running.app.get(Registry, { strict: false }).metrics();
  return text
    .split('\n')
    .filter((line) => line.startsWith('touchstone_http_requests_total'))
    .join('\n');
}

/** Reads until a value fits, for at most a minute; gives the last one. */
async function eventually(read: () => Promise<string>, fits: (value: string) => boolean): Promise<string> {
  const end = Date.now() + 60_000;
  for (;;) {
    const value = await read();
    if (fits(value) || Date.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('AC-ORCH-003 confidence is the top rerank score times the penalty for sources', () => {
  it.each([
    [0.85, 2, 0.85],
    [0.9, 1, 0.45],
    [0, 0, 0],
    [1.2, 3, 1],
    [-0.1, 2, 0],
    [0.5, 0, 0],
    [0.8, 1, 0.4],
  ])('a top score of %d with %d sources gives %d', (top, sources, expected) => {
    expect(confidence(top, sources)).toBe(expected);
  });

  it('is that of the answer: computed from its own sources', async () => {
    const running = await startApplication();
    try {
      await store(running);
      const {
        confidence: given,
        sources,
        metadata,
      } = (await running.post('/chat/run', { message: 'What are machine learning algorithms?' })).json();
      expect(metadata.abstained).toBe(false);
      const top = Math.max(...sources.map((s: { score: number }) => s.score));
      expect(given).toBeCloseTo(confidence(top, sources.length), 10);
    } finally {
      await running.stop();
    }
  });
});

describe('AC-ORCH-007 the category filter', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
    await store(running);
  });
  afterAll(() => running.stop());
  const search = (filters: unknown, query = 'machine learning') =>
    running.post('/search', { query, filters, top_k: 10 });

  it('A: gives only passages at or below an allowed path', async () => {
    const allowed = [['AI', 'ML'], ['Database']];
    const { hits } = (await search({ allowed_category_paths: allowed })).json();
    expect(hits.map((hit: { document_id: string }) => hit.document_id).sort()).toEqual([
      'ai/ml',
      'database',
      'database/sql',
    ]);
    for (const hit of hits) {
      const path: string[] = hit.metadata.canonical_path;
      expect(allowed.some((prefix) => JSON.stringify(path.slice(0, prefix.length)) === JSON.stringify(prefix))).toBe(
        true,
      );
    }
  });

  it('A: compares labels folded, gives all without a filter and nothing for an empty one', async () => {
    const ids = async (filters: unknown) =>
      (await search(filters)).json().hits.map((hit: { document_id: string }) => hit.document_id);
    expect(await ids({ allowed_category_paths: [[' network ']] })).toEqual(['network']);
    expect(await ids(undefined)).toHaveLength(DOCUMENTS.length);
    expect(await ids({})).toHaveLength(DOCUMENTS.length);
    expect(await ids({ allowed_category_paths: [] })).toEqual([]);
    expect(await ids({ allowed_category_paths: [[]] })).toEqual([]);
  });

  it('A: holds in the chat as in the search', async () => {
    const filters = { allowed_category_paths: [['Network']] };
    const { sources } = (
      await running.post('/chat/run', { message: 'What are machine learning algorithms?', filters })
    ).json();
    for (const source of sources) expect(source.canonical_path).toEqual(['Network']);
  });

  it.each([
    [{ canonical_path: null }],
    [{ canonical_path: ['AI', 'ML', '..', 'Database'] }],
    [{}],
    [{ canonical_path: 'AI/ML' }],
    [{ canonical_path: [] }],
  ])('B: drops a document whose path is %j', (document) => {
    expect(applyFilter(restrictedTo([['AI', 'ML']]), [document])).toEqual([]);
  });

  it.each([
    ['another key', { allowed_category_paths: [['AI']], bypass_attempt: true }],
    ['a path that climbs out', { allowed_category_paths: [['AI', '..', 'Network']] }],
    ['an injected label', { allowed_category_paths: [["AI' OR '1'='1"], ['<script>']] }],
    ['a path that is no list', { allowed_category_paths: 'AI' }],
    ['paths that are null', { allowed_category_paths: null }],
    ['a list instead of an object', [['AI']]],
    ['null', null],
    ['a label that is no string', { allowed_category_paths: [[1]] }],
  ])('C: answers 403 to %s, in search and chat, and counts it', async (_, filters) => {
    const blocked = async () =>
      (await running.call({ method: 'GET', url: '/metrics/filter' })).json().security_metrics.bypass_attempts as number;
    const before = await blocked();
    for (const response of [
      await search(filters),
      await running.post('/chat/run', { message: 'machine learning', filters }),
    ]) {
      expect(response.statusCode).toBe(403);
      expect(response.json().detail).toContain('Filter bypass attempt detected');
    }
    expect(await blocked()).toBe(before + 2);
  });

  it('D: keeps 2,000 of 3,000 documents, by function and by route', async () => {
    const three = [
      { canonical_path: ['AI', 'ML'] },
      { canonical_path: ['Database', 'SQL'] },
      { canonical_path: ['Network'] },
    ];
    const documents = Array.from({ length: 1000 }, () => three).flat();
    const allowed = [['AI'], ['Database']];
    expect(applyFilter(restrictedTo(allowed), documents)).toHaveLength(2000);
    const response = await running.post('/filter/test', { allowed_paths: allowed, test_documents: documents });
    expect(response.json().filtering_results).toEqual({
      total_documents: 3000,
      allowed_documents: 2000,
      blocked_documents: 1000,
      pass_rate: 2000 / 3000,
    });
  });
});
