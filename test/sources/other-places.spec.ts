import { RunningApplication, startApplication } from '../support/application.js';
import { ContentServer } from '../support/content-server.js';
import { zip } from '../support/office-files.js';

interface Report {
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly { path: string; outcome: string; document_id?: string; reason?: string }[];
  readonly error: string | null;
}

let server: RunningApplication;
let other: ContentServer;
let made: string[];
beforeAll(async () => {
  server = await startApplication();
});
afterAll(() => server.stop());
beforeEach(async () => {
  other = new ContentServer();
  await other.start();
  made = [];
});
afterEach(async () => {
  for (const id of made) await server.call({ method: 'DELETE', url: `/sources/${id}?documents=delete` });
  await other.stop();
});

const create = (kind: string, location: object, more: object = {}) =>
  server.post('/sources', { name: `place ${kind}`, kind, location, category: ['Harbour'], ...more });

async function define(kind: string, location: object, more: object = {}): Promise<string> {
  const response = await create(kind, location, more);
  expect(response.statusCode).toBe(201);
  const { source_id: id } = response.json<{ source_id: string }>();
  made.push(id);
  return id;
}

async function sync(id: string): Promise<Report> {
  const started = await server.call({ method: 'POST', url: `/sources/${id}/sync` });
  const { run_id: runId } = started.json<{ run_id: string }>();
  for (;;) {
    const run = (await server.call({ method: 'GET', url: `/sources/${id}/runs/${runId}` })).json<Report>();
    if (!['queued', 'running'].includes(run.status)) return run;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const document = async (id = '') =>
  (await server.call({ method: 'GET', url: `/documents/${encodeURIComponent(id)}` })).json<Record<string, unknown>>();
const item = (id: string, text: string) =>
  `<item><title>Notice ${id}</title><guid>${id}</guid><link>/n/${id}</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate><description>${text}</description></item>`;
const feed = (...items: readonly string[]) =>
  other.files.set('/feed.xml', {
    body: `<rss><channel>${items.join('')}</channel></rss>`,
    type: 'application/rss+xml',
  });

describe('a source on another server', () => {
  it('of the kind feed keeps the entries that have left the feed', async () => {
    feed(item('a', 'The quay is closed in March.'), item('b', 'Boats need a permit.'));
    const id = await define('feed', { url: `${other.url}/feed.xml` });
    const first = await sync(id);
    expect(first).toMatchObject({ status: 'completed', counts: { added: 2 } });
    const stored = await document(first.files.find(({ path }) => path.startsWith('a-'))?.document_id);
    expect(stored).toMatchObject({ title: 'Notice a', date: '2026-03-02', source_url: `${other.url}/n/a` });
    feed(item('c', 'The crane is repaired.'), item('b', 'Boats need a permit.'));
    expect(await sync(id)).toMatchObject({ counts: { added: 1, unchanged: 1, removed: 0 } });
    expect((await document(String(stored['document_id'])))['title']).toBe('Notice a');
  });

  it('of the kind website stores pages and documents, and removes those that are gone', async () => {
    const page = (path: string, body: string) => other.files.set(path, { body, type: 'text/html; charset=utf-8' });
    page(
      '/',
      '<title>Harbour</title><h1>Harbour</h1><p>The office opens at nine.</p><a href="/tides">t</a><a href="/f.md">f</a>',
    );
    page('/tides', '<title>조석</title><p>만조는 여섯 시이다.</p>');
    other.files.set('/f.md', { body: '# Fees\n\nA berth costs 20 euros.\n', type: 'text/markdown' });
    const id = await define('website', { url: `${other.url}/`, delay_ms: 0 });
    const first = await sync(id);
    expect(first).toMatchObject({ status: 'completed', counts: { added: 3, failed: 0 } });
    const tides = first.files.find(({ path }) => path === 'tides.html')?.document_id;
    expect(await document(tides)).toMatchObject({ title: '조석', source_url: `${other.url}/tides` });
    expect(await sync(id)).toMatchObject({ counts: { unchanged: 3 } });
    other.files.set('/f.md', { body: '', status: 500 });
    other.files.delete('/tides');
    expect(await sync(id)).toMatchObject({ counts: { unchanged: 1, removed: 0, failed: 1 } });
    other.files.delete('/f.md');
    expect(await sync(id)).toMatchObject({ counts: { unchanged: 1, removed: 2 } });
  });

  it('of the kind zip fails and changes nothing while its server does not have it', async () => {
    other.files.set('/a.zip', { body: zip({ 'rules/a.txt': 'The quay opens at nine.' }) });
    const id = await define('zip', { url: `${other.url}/a.zip` }, { folders_as_categories: true });
    const [file] = (await sync(id)).files;
    expect(await document(file?.document_id)).toMatchObject({ canonical_path: ['Harbour', 'rules'] });
    other.files.clear();
    expect(await sync(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('(404)') });
    expect((await document(file?.document_id))['canonical_path']).toEqual(['Harbour', 'rules']);
  });
});

describe('the location of a source on another server', () => {
  it.each([
    ['zip', { url: 'file:///etc/passwd' }, '/location/url'],
    ['feed', { url: 'https://h.example/f', full: 1 }, '/location/full'],
    ['website', { url: 'https://h.example/', depth: 99 }, '/location/depth'],
    ['webdav', { folder: '/srv' }, '/location/folder'],
    ['git', { url: 'https://u:p@h.example/w.git' }, '/location/url'],
    ['imap', { host: 'h.example', user: 'me', password: 'word' }, '/location/password'],
  ])('of the kind %s with %j is answered by 422 at %s', async (kind, location, pointer) => {
    const response = await create(kind, location);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ errors: [{ pointer }] });
  });
});
