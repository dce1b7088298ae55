import { type RunningApplication, startApplication } from './support/application.js';
import { exampleOf, openApiDocument, type Operation, operationsOf } from './support/open-api.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };

/** Routes that write or administer, and that a limited key may use, since each is bound by the categories of the key. */
const BOUND: Readonly<Record<string, string>> = {
  'POST /documents': 'a path outside the key is 403, and a document outside does not exist',
  'POST /documents/upload': 'as POST /documents',
  'POST /documents/reprocess': 'documents outside the key are left out',
  'POST /documents/{document_id}/editions': 'a document outside the key does not exist',
  'POST /documents/{document_id}/reprocess': 'a document outside the key does not exist',
  'POST /documents/bulk': 'as POST /documents, line by line',
  'DELETE /documents/{document_id}': 'a document outside does not exist',
  'GET /sources': 'those of the key alone',
  'GET /sources/{source_id}': 'a source of another key does not exist',
  'GET /sources/{source_id}/runs': 'a source of another key does not exist',
  'GET /sources/{source_id}/runs/{run_id}': 'a source of another key does not exist',
  'POST /sources': 'a category outside the key is 403, and each run has the rights of the key',
  'PUT /sources/{source_id}': 'a source of another key does not exist',
  'DELETE /sources/{source_id}': 'a source of another key does not exist',
  'POST /sources/{source_id}/sync': 'a source of another key does not exist',
  'POST /agents/from-category': 'an agent never sees more than the key that uses it',
  'DELETE /agents/{agent_id}': 'an agent outside does not exist',
  'POST /cbr/case': 'a category outside the key is 403',
  'PUT /cbr/cases/{case_id}': 'a case outside does not exist',
  'DELETE /cbr/cases/{case_id}': 'a case outside does not exist',
  'PUT /cbr/cases/{case_id}/quality': 'a case outside does not exist',
  'PUT /documents/{document_id}': 'a document outside does not exist, and a category or groups outside are 403',
  'POST /cbr/import': 'a category outside the key fails alone',
  'POST /cbr/retain': 'a category outside the key is 403',
  'POST /taxonomy/versions': 'operations outside the key are refused',
  'POST /taxonomy/versions/{version}/activate': 'a version that moves anything outside the key is refused',
  'GET /insights/missing': 'questions of the key, and those whose sources lie inside it',
  'GET /insights/reports': 'as what is missing',
  'POST /insights/reports/ask-again': 'as what is missing; asked with the rights of the key',
  'POST /insights/reports/done': 'as what is missing',
  'GET /reviews': 'answers that quote what the key may not see are not there',
  'GET /reviews/{review_id}': 'as the list',
  'POST /reviews/{review_id}/decision': 'as the list; a case of it stays inside the key',
};

describe('an administrator whose key is limited to some categories', () => {
  let running: RunningApplication;
  let administering: Operation[];
  let limited: Record<string, string>;
  let bodies: ReadonlyMap<string, object>;

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    const document = await openApiDocument(running);
    administering = operationsOf(document).filter(({ operation }) =>
      ['admin', 'ingest'].includes(operation['x-required-scope'] ?? ''),
    );
    bodies = new Map(
      administering.flatMap(({ name, operation }) => {
        const content = operation.requestBody?.content['application/json'];
        return content === undefined ? [] : [[name, exampleOf(document, content.schema, 'documented') as object]];
      }),
    );
    const request = { name: 'limited', scopes: ['query', 'ingest', 'test', 'metrics', 'admin'] };
    const made = await running.post('/api-keys', { ...request, allowed_category_paths: [['Open']] }, ADMIN);
    limited = { 'x-api-key': made.json().key };
  });
  afterAll(() => running.stop());

  const call = ({ method, name }: Operation, url: string) => {
    const payload = bodies.get(name);
    return running.call({ method, url, headers: limited, ...(payload === undefined ? {} : { payload }) });
  };

  it('uses no route that reaches beyond them: each is closed to it, or bound by the categories', async () => {
    const open: string[] = [];
    for (const operation of administering) {
      const reply = await call(operation, operation.url);
      const isClosed = reply.statusCode === 403 && reply.body.includes('limited to some categories');
      if (!isClosed) open.push(operation.name);
    }
    expect(administering.length).toBeGreaterThan(25);
    expect(open.sort()).toEqual(Object.keys(BOUND).sort());
  });

  it('makes, lists and changes no keys, so that none is wider than its own', async () => {
    const wide = await running.post('/api-keys', { name: 'wide', scopes: ['admin'] }, limited);
    const listed = await running.call({ method: 'GET', url: '/api-keys', headers: limited });
    expect([wide.statusCode, listed.statusCode]).toEqual([403, 403]);
  });

  it('sees and changes the schedules, sessions and jobs of no other key', async () => {
    const item = { id: 'nightly', cron: '0 3 * * *' };
    await running.call({ method: 'PUT', url: '/test-schedules', payload: { items: [item] }, headers: ADMIN });
    const get = async (url: string) => (await running.call({ method: 'GET', url, headers: limited })).json().items;
    expect([await get('/test-schedules'), await get('/test-sessions'), await get('/jobs')]).toEqual([[], [], []]);
    const payload = { items: [{ ...item, owner: 'admin' }] };
    const put = await running.call({ method: 'PUT', url: '/test-schedules', payload, headers: limited });
    const removed = await running.call({
      method: 'DELETE',
      url: '/test-schedules/nightly?owner=admin',
      headers: limited,
    });
    expect([put.statusCode, removed.statusCode]).toEqual([403, 404]);
  });
});
