import { randomBytes } from 'node:crypto';
import { RunningApplication, startApplication } from './support/application.js';
import { dropSchema, TEST_DATABASE_URL } from './support/postgres-servers.js';

const schema = `spec_${randomBytes(6).toString('hex')}`;
const STORES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['SQLite', {}],
  ...(TEST_DATABASE_URL === ''
    ? []
    : ([['PostgreSQL', { DATABASE_URL: TEST_DATABASE_URL, DATABASE_SCHEMA: schema }]] as const)),
];
const document = { document_id: 'd', title: 't', text: 'x', canonical_path: ['A'] };
const BODIES: readonly (readonly [url: string, body: object])[] = [
  ['/documents', { ...document, title: 'a\0' }],
  ['/documents', { ...document, version: 'a\0' }],
  ['/documents', { ...document, metadata: { deep: [{ k: 'a\0' }] } }],
  ['/search', { query: 'a\0' }],
  ['/chat/run', { message: 'a\0?' }],
  ['/chat/run', { message: 'a?', conversation_id: 'a\0' }],
  ['/cbr/suggest', { query: 'a\0' }],
  ['/cbr/case', { query: 'q', category_path: ['A'], content: 'a\0' }],
  ['/agents/from-category', { version: '1.0.0', node_paths: [['A']], options: { name: 'a\0' } }],
];

describe.each(STORES)('a text with the character NUL, over %s', (_name, settings) => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication(settings);
    await running.post('/documents', { ...document, document_id: 'there' });
  });
  afterAll(async () => {
    await running.stop();
    if (settings['DATABASE_SCHEMA'] !== undefined) await dropSchema(schema);
  });

  it.each(BODIES)('is refused by %s and named', async (url, body) => {
    const answer = await running.post(url, body);
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringMatching(/NUL/u)]);
  });

  it('makes a line of a bulk fail alone', async () => {
    const lines = [
      { ...document, document_id: 'a' },
      { ...document, title: 'a\0' },
      { ...document, document_id: 'b' },
    ];
    const answer = await running.call({
      method: 'POST',
      url: '/documents/bulk',
      headers: { 'content-type': 'application/x-ndjson' },
      payload: lines.map((line) => JSON.stringify(line)).join('\n'),
    });
    expect(answer.json()).toMatchObject({ indexed: 2, failed: 1 });
  });

  it.each(['/documents/a%00', '/cbr/cases/a%00', '/conversations/a%00', '/jobs/a%00', '/agents/a%00'])(
    'names nothing that exists: %s',
    async (url) => {
      expect((await running.call({ method: 'GET', url })).statusCode).toBe(404);
    },
  );

  it('is nothing that a query may ask for', async () => {
    expect((await running.call({ method: 'GET', url: '/audit?caller=a%00' })).statusCode).toBe(422);
  });
});
