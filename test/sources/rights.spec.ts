import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RunningApplication, startApplication, temporaryFolder } from '../support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };

let server: RunningApplication;
let root: string;
let outside: string;
let names = 0;

beforeAll(async () => {
  root = temporaryFolder();
  outside = temporaryFolder();
  mkdirSync(path.join(root, 'inside'));
  writeFileSync(path.join(root, 'inside', 'a.txt'), 'The quay opens at nine.');
  writeFileSync(path.join(outside, 'b.txt'), 'The crane is closed on Sundays.');
  symlinkSync(outside, path.join(root, 'way-out'));
  server = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'], SOURCE_FOLDERS: root });
});
afterAll(async () => {
  await server.stop();
  for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
});

async function keyFor(
  scopes: readonly string[],
  paths?: string[][],
): Promise<{ id: string; headers: Record<string, string> }> {
  const made = await server.post(
    '/api-keys',
    { name: 'desk', scopes, ...(paths === undefined ? {} : { allowed_category_paths: paths }) },
    ADMIN,
  );
  const { id, key } = made.json<{ id: string; key: string }>();
  return { id, headers: { 'x-api-key': key } };
}

const create = (folder: string, headers: Record<string, string>, more: object = {}) =>
  server.post(
    '/sources',
    { name: `folder ${++names}`, kind: 'folder', location: { folder }, category: ['Harbour'], ...more },
    headers,
  );

async function run(sourceId: string, headers: Record<string, string>) {
  const started = await server.call({ method: 'POST', url: `/sources/${sourceId}/sync`, headers });
  expect(started.statusCode).toBe(202);
  const { run_id: runId, job_id: jobId } = started.json<{ run_id: string; job_id: string }>();
  for (;;) {
    const url = `/sources/${sourceId}/runs/${runId}`;
    const report = (await server.call({ method: 'GET', url, headers: ADMIN })).json<Record<string, unknown>>();
    if (report['status'] !== 'queued' && report['status'] !== 'running') return report;
    const job = (await server.call({ method: 'GET', url: `/jobs/${jobId}`, headers: ADMIN })).json<{
      status: string;
    }>();
    if (job.status === 'cancelled') return { ...report, status: 'cancelled' };
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the rights of a source', () => {
  it('are those of its key: folders below SOURCE_FOLDERS alone, by their real place', async () => {
    const { headers } = await keyFor(['ingest']);
    expect((await create(path.join(root, 'inside'), headers)).statusCode).toBe(201);
    for (const folder of [outside, path.join(root, 'way-out'), path.join(root, '..'), '/', path.join(root, 'nowhere')])
      expect([folder, (await create(folder, headers)).statusCode]).toEqual([folder, 403]);
    expect((await create(outside, ADMIN)).statusCode).toBe(201);
  });

  it('end at the groups of the key: a file for others fails, and no rule names others', async () => {
    const made = await server.post('/api-keys', { name: 'desk', scopes: ['ingest'], groups: ['staff'] }, ADMIN);
    const headers = { 'x-api-key': made.json<{ key: string }>().key };
    const refused = await create(path.join(root, 'inside'), headers, { groups: ['board'] });
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      403,
      expect.stringContaining('["board"]'),
    ]);
    const rules = { groups: ['staff'], group_rules: [{ match: '*', groups: ['board'] }] };
    expect((await create(path.join(root, 'inside'), headers, rules)).statusCode).toBe(403);
    const closed = path.join(root, 'closed');
    mkdirSync(closed, { recursive: true });
    writeFileSync(path.join(closed, 'own.md'), '---\naccess: [staff]\n---\n\nThe rota is on the board.\n');
    writeFileSync(path.join(closed, 'other.md'), '---\naccess: [board]\n---\n\nThe pier will be sold.\n');
    const { source_id: sourceId } = (await create(closed, headers)).json<{ source_id: string }>();
    const report = await run(sourceId, headers);
    expect(report).toMatchObject({ counts: { added: 1, failed: 1 } });
    expect(JSON.stringify(report['files'])).toContain('has none of them');
  });

  it('need the scope ingest', async () => {
    const { headers } = await keyFor(['query']);
    expect((await create(path.join(root, 'inside'), headers)).statusCode).toBe(403);
    expect((await server.call({ method: 'GET', url: '/sources', headers })).statusCode).toBe(403);
  });

  it('end at the categories of the key, also for an administrator that has some', async () => {
    const { headers } = await keyFor(['ingest'], [['Harbour', 'Quays']]);
    expect((await create(path.join(root, 'inside'), headers)).statusCode).toBe(403);
    const rules = { category: ['Harbour', 'Quays'], category_rules: [{ match: '*', path: ['Board'] }] };
    expect((await create(path.join(root, 'inside'), headers, rules)).statusCode).toBe(403);
    const limited = await keyFor(['admin'], [['Harbour']]);
    expect((await create(outside, limited.headers)).statusCode).toBe(403);
  });

  it('hide it from other keys, and show it to the administrator', async () => {
    const [mine, other] = [await keyFor(['ingest']), await keyFor(['ingest'])];
    const { source_id: id } = (await create(path.join(root, 'inside'), mine.headers)).json<{ source_id: string }>();
    const paths = [`/sources/${id}`, `/sources/${id}/runs`, `/sources/${id}/runs/none`];
    for (const url of paths)
      expect((await server.call({ method: 'GET', url, headers: other.headers })).statusCode).toBe(404);
    for (const [method, url] of [
      ['POST', `/sources/${id}/sync`],
      ['DELETE', `/sources/${id}`],
    ] as const)
      expect((await server.call({ method, url, headers: other.headers })).statusCode).toBe(404);
    const listed = await server.call({ method: 'GET', url: '/sources', headers: other.headers });
    expect(listed.json()).toEqual({ items: [], next_cursor: null });
    expect((await server.call({ method: 'GET', url: `/sources/${id}`, headers: ADMIN })).statusCode).toBe(200);
  });

  it('are looked at again at each run: an ended key ends it', async () => {
    const { id: keyId, headers } = await keyFor(['ingest']);
    const { source_id: id } = (await create(path.join(root, 'inside'), headers)).json<{ source_id: string }>();
    expect(await run(id, headers)).toMatchObject({ status: 'completed', counts: { added: 1 } });
    await server.call({ method: 'DELETE', url: `/api-keys/${keyId}`, headers: ADMIN });
    const refused = await server.call({ method: 'POST', url: `/sources/${id}/sync`, headers: ADMIN });
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      403,
      expect.stringMatching(/can take over the source by PUT/u) as string,
    ]);
    const settings = { name: 'taken over', kind: 'folder', location: { folder: root }, category: ['Harbour'] };
    const put = await server.call({ method: 'PUT', url: `/sources/${id}`, payload: settings, headers: ADMIN });
    expect(put.json()).toMatchObject({ owner: 'admin' });
    expect(await run(id, ADMIN)).toMatchObject({ status: 'completed', counts: { failed: 0 } });
  });
});

describe('a server without keys that listens beyond this machine', () => {
  it('gives no caller its folders', async () => {
    const open = await startApplication({ HOST: '0.0.0.0', ALLOW_ANONYMOUS: 'true' });
    try {
      const made = await open.post('/sources', {
        name: 'all',
        kind: 'folder',
        location: { folder: outside },
        category: ['Harbour'],
      });
      expect(made.statusCode).toBe(403);
    } finally {
      await open.stop();
    }
  });
});

describe('sources of the configuration', () => {
  it('are listed, run with the rights of the server, and are changed in their file alone', async () => {
    const data = path.join(server.dataFolder, 'config');
    mkdirSync(data, { recursive: true });
    const item = { id: 'wiki', name: 'wiki', kind: 'folder', location: { folder: outside }, category: ['Wiki'] };
    writeFileSync(path.join(data, 'sources.json'), JSON.stringify({ items: [item] }));
    const shown = await server.call({ method: 'GET', url: '/sources/wiki', headers: ADMIN });
    expect(shown.json()).toMatchObject({ source_id: 'wiki', origin: 'file', owner: 'server', removed: 'delete' });
    expect(await run('wiki', ADMIN)).toMatchObject({ status: 'completed', counts: { added: 1 } });
    expect((await server.call({ method: 'DELETE', url: '/sources/wiki', headers: ADMIN })).statusCode).toBe(409);
    writeFileSync(path.join(data, 'sources.json'), JSON.stringify({ items: [{ ...item, include: ['!a'] }] }));
    const fault = await server.call({ method: 'GET', url: '/sources', headers: ADMIN });
    expect([fault.statusCode, fault.json<{ detail: string }>().detail]).toEqual([
      422,
      'config/sources.json at /items/0/include/0: must not begin with !; put it into exclude',
    ]);
    rmSync(path.join(data, 'sources.json'));
  });
});
