import { Global, Module } from '@nestjs/common';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AccessModule } from '../access/access.module.js';
import { Environment, readEnvironment } from '../config/environment.js';
import { Clock } from '../shared/domain/clock.js';
import { SystemClock } from '../shared/infrastructure/system-clock.js';
import { ProblemFilter } from '../shared/interface/problem.filter.js';
import { validationPipe } from '../shared/interface/validation.js';
import { PlannedModule } from './planned.module.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Answer {
  status: number;
  type: string;
  body: { detail: string; instance: string; errors?: { pointer: string; detail: string }[] };
}
type Call = (method: Method, url: string, payload?: object) => Promise<Answer>;

async function start(variables: Record<string, string>): Promise<NestFastifyApplication> {
  @Global()
  @Module({
    providers: [
      { provide: Environment, useValue: readEnvironment(variables) },
      { provide: Clock, useClass: SystemClock },
    ],
    exports: [Environment, Clock],
  })
  class SettingsModule {}
  const testing = await Test.createTestingModule({ imports: [SettingsModule, AccessModule, PlannedModule] }).compile();
  const app = testing.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addContentTypeParser('application/x-ndjson', (_request, payload, done) => done(null, payload));
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalPipes(validationPipe());
  return app.init();
}

function caller(app: () => NestFastifyApplication): Call {
  return async (method, url, payload) => {
    const response = await app().inject(payload === undefined ? { method, url } : { method, url, payload });
    return { status: response.statusCode, type: String(response.headers['content-type']), body: response.json() };
  };
}

const pointers = (answer: Answer) => (answer.body.errors ?? []).map((fault) => fault.pointer);

const CASE = { query: 'q', category_path: ['E'], content: 'c' };
const ASKED = { model: 'default', messages: [{ role: 'user', content: 'x' }] };
type Row = [method: Method, url: string, payload: object | undefined];
/** Rows of one length: jest takes a missing last value for a callback to wait for. */
const rows = (list: [Method, string, object?][]): Row[] => list.map(([method, url, payload]) => [method, url, payload]);

const SERVED_LATER = rows([
  ['POST', '/cbr/suggest', { query: 'x', category_path: ['AI'], k: 50, similarity_method: 'embedding' }],
  ['POST', '/cbr/case', { ...CASE, case_id: '한글', quality_score: 1, metadata: { a: null } }],
  ['GET', '/cbr/cases?limit=3&category=%5B%22AI%22%5D'],
  ['GET', '/cbr/logs?limit=1000&success_only=true'],
  ['GET', '/cbr/stats'],
  ['GET', '/cbr/export'],
  ['POST', '/agents/from-category', { version: '1.0.0-rc.0', node_paths: [['AI', 'ML']], options: { name: 'A' } }],
  ['GET', '/agents?limit=100'],
  ['GET', '/v1/models'],
  ['POST', '/v1/chat/completions', { ...ASKED, temperature: 0.2, stop: null, no_such_field: 1 }],
  ['POST', '/v1/embeddings', { model: 'default', input: ['a', 'b'], user: 'u' }],
  ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ['POST', '/test-sessions', {}],
  [
    'POST',
    '/test-sessions',
    { target: { kind: 'openai', base_url: 'http://127.0.0.1:9/v1' }, multi_turn: { turns: 3 } },
  ],
  ['GET', '/test-sessions'],
  ['GET', '/personas'],
  ['GET', '/test-schedules'],
  ['PUT', '/test-schedules', { items: [{ cron: '0 3 * * *', time_zone: 'Asia/Seoul', last_run: null, template: {} }] }],
  ['GET', '/improvements'],
  ['GET', '/api-keys'],
  [
    'POST',
    '/api-keys',
    { name: 'x', scopes: ['query'], allowed_category_paths: [], expires_at: '2027-01-01T00:00:00Z' },
  ],
  ['POST', '/fact-check', { answer: 'x', evidence: [{ id: 'e', text: 'y' }] }],
]);
const NAMING_AN_ID = rows([
  ['POST', '/cbr/feedback', { log_id: 'l', case_id: 'c', feedback_type: 'ignored' }],
  ['GET', '/cbr/cases/nobody'],
  ['PUT', '/cbr/cases/nobody', { content: 'x' }],
  ['DELETE', '/cbr/cases/nobody'],
  ['PUT', '/cbr/cases/nobody/quality', { quality_score: 0.5 }],
  ['GET', '/agents/nobody'],
  ['DELETE', '/agents/nobody'],
  ['POST', '/v1/chat/completions', { ...ASKED, model: 'nobody' }],
  ['GET', '/test-sessions/nobody'],
  ['GET', '/test-sessions/compare?base=nobody&candidate=nobody'],
  ['GET', '/test-sessions/nobody/results'],
  ['GET', '/test-sessions/nobody/events'],
  ['GET', '/test-sessions/nobody/report?format=junit'],
  ['POST', '/test-sessions/nobody/cancel', {}],
  ['POST', '/test-sessions/nobody/resume', {}],
  ['POST', '/test-sessions/nobody/rejudge', {}],
  ['POST', '/improvements/nobody/verify', {}],
  ['POST', '/improvements/nobody/apply', {}],
  ['POST', '/improvements/nobody/rollback', {}],
  ['DELETE', '/api-keys/nobody'],
]);

describe('the routes of features that are not there yet', () => {
  let app: NestFastifyApplication;
  const call = caller(() => app);
  beforeAll(async () => {
    app = await start({});
  });
  afterAll(() => app.close());

  it.each(SERVED_LATER)('answers %s %s with 501 and a sentence', async (method, url, payload) => {
    const answer = await call(method, url, payload);
    expect([answer.status, answer.body.instance]).toEqual([501, url.split('?')[0]]);
    expect(answer.type).toContain('application/problem+json');
    expect(answer.body.detail).toMatch(/^[A-Z].* is not available in this version of Touchstone\./);
  });

  it.each(NAMING_AN_ID)('answers %s %s with 404, since nothing can have the id', async (method, url, payload) => {
    const answer = await call(method, url, payload);
    expect([answer.status, answer.body.instance]).toEqual([404, url.split('?')[0]]);
    expect(answer.body.detail).toContain('is not available in this version of Touchstone.');
  });

  it('names the case base', async () => {
    const { body } = await call('POST', '/cbr/suggest', { query: 'x' });
    expect(body.detail).toBe('The case base (CBR) is not available in this version of Touchstone.');
  });

  it.each(
    [...SERVED_LATER, ...NAMING_AN_ID].filter(
      ([method, url, payload]) => method !== 'GET' && payload !== undefined && !/^\/(v1|mcp)|nobody\/[cravp]/.test(url),
    ),
  )('refuses an unknown field of %s %s with 422 that names it', async (method, url, payload) => {
    const answer = await call(method, url, { ...payload, no_such_field: 1 });
    expect([answer.status, pointers(answer)]).toEqual([422, ['/no_such_field']]);
  });

  it.each<[string, Method, object, string[]]>([
    [
      '/cbr/suggest',
      'POST',
      { query: 7, k: 0, similarity_method: 'x', z: 1 },
      ['/z', '/query', '/k', '/similarity_method'],
    ],
    ['/cbr/suggest', 'POST', { query: 'x', k: null }, ['/k']],
    ['/cbr/suggest', 'POST', { query: 'x', category_path: ['a', '..'] }, ['/category_path']],
    ['/cbr/feedback', 'POST', { log_id: 'l', case_id: 'c' }, ['/feedback']],
    ['/cbr/feedback', 'POST', { log_id: 'l', feedback: 'loved' }, ['/case_id', '/feedback']],
    [
      '/cbr/case',
      'POST',
      { category_path: ['1', '2', '3', '4', '5', '6'], content: ' ' },
      ['/query', '/category_path', '/content'],
    ],
    ['/cbr/cases/c', 'PUT', {}, ['']],
    ['/cbr/cases/c', 'PUT', { query: 'x', quality_score: 5 }, ['/quality_score']],
    ['/cbr/cases/c/quality', 'PUT', { quality_score: '0.9' }, ['/quality_score']],
    [
      '/agents/from-category',
      'POST',
      { version: '1.0.0', node_paths: [['AI']], options: { turbo: true } },
      ['/options/turbo'],
    ],
    ['/v1/chat/completions', 'POST', { model: 'default' }, ['/messages']],
    ['/v1/chat/completions', 'POST', { model: 'default', messages: [] }, ['/messages']],
    ['/v1/chat/completions', 'POST', { model: 'default', messages: [{ role: 'system', content: 'x' }] }, ['/messages']],
    [
      '/v1/chat/completions',
      'POST',
      { ...ASKED, messages: [...ASKED.messages, { role: 'wizard' }] },
      ['/messages/1/role', '/messages/1/content'],
    ],
    ['/v1/embeddings', 'POST', { model: 'default' }, ['/input']],
    ['/v1/embeddings', 'POST', [], ['']],
    [
      '/test-sessions',
      'POST',
      { queries_per_persona: 2, multi_turn: { scenarios: 0, turns: 1 } },
      ['/queries_per_persona', '/multi_turn/scenarios', '/multi_turn/turns'],
    ],
    ['/test-sessions', 'POST', { difficulty: { easy: 0.9, medium: 0.4, hard: 0.3 } }, ['/difficulty']],
    [
      '/test-schedules',
      'PUT',
      { items: [{ cron: 'daily', time_zone: 'Mars/Base' }, []] },
      ['/items', '/items/0/cron', '/items/0/time_zone'],
    ],
    [
      '/api-keys',
      'POST',
      { name: 'x', scopes: ['root'], allowed_category_paths: [['a', '..']] },
      ['/scopes', '/allowed_category_paths'],
    ],
    ['/fact-check', 'POST', { answer: '', evidence: [{ id: 'e' }] }, ['/answer', '/evidence/0/text']],
  ])('refuses what %s (%s) cannot take and names every fault: %j', async (url, method, payload, expected) => {
    const answer = await call(method, url, payload);
    expect(answer.status).toBe(422);
    expect([...new Set(pointers(answer))].sort()).toEqual([...expected].sort());
  });

  it.each([
    ['/cbr/logs?limit=minus', '/limit'],
    ['/cbr/cases?category=AI', '/category'],
    ['/agents?limit=0', '/limit'],
    ['/test-sessions/nobody/report?format=docx', '/format'],
    ['/test-sessions/compare?base=a', '/candidate'],
  ])('refuses GET %s with 422', async (url, pointer) => {
    const answer = await call('GET', url);
    expect(answer.status).toBe(422);
    expect(new Set(pointers(answer))).toEqual(new Set([pointer]));
  });

  it.each<[unknown, unknown, string, string]>([
    ['v1.0.0', [['AI']], '/version', 'Invalid version format'],
    ['1.0.0+build', [['AI']], '/version', 'Invalid version format'],
    ['1.0.0\n', [['AI']], '/version', 'Invalid version format'],
    [null, [['AI']], '/version', 'Invalid version format'],
    ['1.0.0', [['AI'], ['a', '..']], '/node_paths', 'Unsafe characters detected'],
    ['1.0.0', Array.from({ length: 11 }, () => ['AI']), '/node_paths', 'Max 10 paths allowed'],
    ['1.0.0', [['1', '2', '3', '4', '5', '6']], '/node_paths', 'Max 5 levels allowed'],
    ['1.0.0', [['가'.repeat(51)]], '/node_paths', '1..50 characters'],
    ['1.0.0', [], '/node_paths', 'at least 1 path'],
    ['1.0.0', 'AI', '/node_paths', 'must be a list'],
    ['1.0.0', [null], '/node_paths', 'must be a list'],
  ])('refuses an agent of version %j and paths %j at %s: %s', async (version, node_paths, pointer, detail) => {
    const answer = await call('POST', '/agents/from-category', { version, node_paths });
    expect([answer.status, pointers(answer)]).toEqual([422, [pointer]]);
    expect(answer.body.detail).toContain(detail);
  });

  it('refuses an import that is no NDJSON with 415', async () => {
    expect((await call('POST', '/cbr/import', {})).status).toBe(415);
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await app.inject({ method: 'POST', url: '/cbr/import', headers, payload: '{}\n' })).statusCode).toBe(501);
  });

  it('refuses a filter that is no filter with 403', async () => {
    const answer = await call('POST', '/fact-check', { answer: 'x', filters: { bypass_attempt: true } });
    expect([answer.status, answer.body.detail]).toEqual([
      403,
      expect.stringContaining('Filter bypass attempt detected'),
    ]);
  });
});

describe('the routes of the case base when it is switched off', () => {
  let app: NestFastifyApplication;
  const call = caller(() => app);
  beforeAll(async () => {
    app = await start({ CBR_ENABLED: 'false' });
  });
  afterAll(() => app.close());

  it.each([...SERVED_LATER, ...NAMING_AN_ID].filter(([, url]) => url.startsWith('/cbr/')))(
    'says so for %s %s, whatever the body',
    async (method, url, payload) => {
      for (const body of payload === undefined ? [undefined] : [payload, { no_such_field: 1 }]) {
        const answer = await call(method, url, body);
        expect([answer.status, answer.body.detail]).toEqual([501, 'CBR system is not enabled']);
      }
    },
  );
});

describe('the routes of features that are not there yet, with keys', () => {
  let app: NestFastifyApplication;
  const call = caller(() => app);
  beforeAll(async () => {
    app = await start({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'a-secret-of-a-test' });
  });
  afterAll(() => app.close());

  it.each([...SERVED_LATER, ...NAMING_AN_ID])('answers %s %s without a key with 401', async (method, url, payload) => {
    expect((await call(method, url, payload)).status).toBe(401);
  });
});
