import dns from 'node:dns';
import { ContentServer } from '../support/content-server.js';
import { RunningApplication, startApplication } from '../support/application.js';

interface Report {
  readonly status: string;
  readonly files: readonly { outcome: string }[];
  readonly error: string | null;
}
type Callback = (error: Error | null, addresses: readonly { address: string; family: number }[]) => void;

/** Has the address of the server: what it receives, the server would have received. */
let own: ContentServer;
let other: ContentServer;
let server: RunningApplication;
let port: string;
const realLookup = dns.lookup;

beforeAll(async () => {
  [own, other] = [new ContentServer(), new ContentServer()];
  await Promise.all([own.start(), other.start()]);
  port = new URL(own.url).port;
  for (const path of ['/', '/secret'])
    own.files.set(path, {
      body: '<title>Secret</title><p>The vault opens with the violet key.</p>',
      type: 'text/html',
    });
  server = await startApplication({ PORT: port, PUBLIC_URL: 'https://answers.example', SOURCE_SECRET_MAIL: 'm' });
});
afterEach(() => {
  dns.lookup = realLookup;
  for (const content of [own, other]) content.taken();
});
afterAll(async () => {
  await server.stop();
  await Promise.all([own.stop(), other.stop()]);
});

/** Every name has these addresses, one after the other; the last one stays. */
function resolveTo(...addresses: readonly string[]): void {
  let asked = 0;
  const fake = (...given: unknown[]) => {
    const address = addresses[Math.min(asked++, addresses.length - 1)] ?? '';
    (given.at(-1) as Callback)(null, [{ address, family: 4 }]);
  };
  dns.lookup = fake as typeof dns.lookup;
}

const create = (kind: string, location: object) =>
  server.post('/sources', { name: `own ${kind}`, kind, location, category: ['Harbour'] });

async function sync(kind: string, location: object): Promise<Report> {
  const made = await create(kind, location);
  expect(made.statusCode).toBe(201);
  const { source_id: id } = made.json<{ source_id: string }>();
  const { run_id: runId } = (await server.call({ method: 'POST', url: `/sources/${id}/sync` })).json<{
    run_id: string;
  }>();
  for (;;) {
    const run = (await server.call({ method: 'GET', url: `/sources/${id}/runs/${runId}` })).json<Report>();
    if (!['queued', 'running'].includes(run.status)) {
      await server.call({ method: 'DELETE', url: `/sources/${id}?documents=delete` });
      return run;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a source at an address of this server', () => {
  it.each(['website', 'feed', 'zip', 'webdav', 'git'])('of the kind %s is refused in any notation', async (kind) => {
    for (const url of [
      ...['127.0.0.1', 'localhost', '127.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]'].map(
        (host) => `${host}:${port}`,
      ),
      'answers.example',
    ].map((host) => `${host === 'answers.example' ? 'https' : 'http'}://${host}/a.git`)) {
      const refused = await create(kind, { url });
      expect([url, refused.statusCode, refused.json().errors]).toEqual([
        url,
        422,
        [{ pointer: '/location/url', detail: 'must not be an address of this server' }],
      ]);
    }
    const metadata = await create(kind, { url: 'http://169.254.169.254/a.git' });
    expect(metadata.json().errors?.[0].detail).toContain('metadata');
  });

  it('of the kind imap is refused', async () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      const mail = { host, port: Number(port), tls: false, user: 'u', password: { secret: 'SOURCE_SECRET_MAIL' } };
      const refused = await create('imap', mail);
      expect([host, refused.statusCode, refused.json().errors?.[0].pointer]).toEqual([host, 422, '/location/host']);
    }
  });

  it.each([
    ['website', '/'],
    ['feed', '/feed.xml'],
    ['zip', '/a.zip'],
    ['webdav', '/'],
    ['git', '/a.git'],
  ])('is not reached by a name that leads to it when the kind %s connects', async (kind, path) => {
    resolveTo('127.0.0.1');
    const run = await sync(kind, { url: `http://changes.example:${port}${path}` });
    expect(own.taken()).toEqual([]);
    expect(run.files.filter(({ outcome }) => outcome === 'added')).toEqual([]);
  });

  it('is not reached by a link whose name leads to it, from a server of the same name', async () => {
    resolveTo('127.0.0.1');
    const elsewhere = new URL(other.url).port;
    other.files.set('/named.xml', {
      body: `<rss><channel><item><title>N</title><guid>1</guid><link>http://changes.example:${port}/secret</link></item></channel></rss>`,
      type: 'application/rss+xml',
    });
    await sync('feed', { url: `http://changes.example:${elsewhere}/named.xml`, full: true });
    expect(other.taken()).toContain('200 /named.xml');
    expect(own.taken()).toEqual([]);
  });

  it('is not reached by links and redirects of another server', async () => {
    const link = `http://localhost:${port}/secret`;
    other.files.set('/moved', { body: '', status: 302, headers: { location: link } });
    other.files.set('/feed.xml', {
      body: `<rss><channel><item><title>N</title><guid>1</guid><link>${link}</link></item>
        <item><title>M</title><guid>2</guid><link>${other.url}/moved</link></item></channel></rss>`,
      type: 'application/rss+xml',
    });
    await sync('feed', { url: `${other.url}/feed.xml`, full: true });
    expect(own.taken()).toEqual([]);
    expect(other.taken()).toContain('200 /feed.xml');
  });
});
