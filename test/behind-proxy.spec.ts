import { type RunningApplication, startApplication } from './support/application.js';
import { openApiDocument } from './support/open-api.js';

const PROXY = '10.1.1.1';
const LIMIT = 4;
const limited = { RATE_LIMIT_PER_MINUTE: String(LIMIT) };
const hosts = { ALLOWED_HOSTS: 'answers.example' };

let running: RunningApplication;
afterEach(() => running.stop());

const get = (headers: Readonly<Record<string, string>>, url = '/documents', remoteAddress = PROXY) =>
  running.call({ method: 'GET', url, headers: { ...headers }, remoteAddress });

/** Statuses of requests of one client, one more than its limit. */
async function flood(headersOf: (i: number) => Readonly<Record<string, string>>, remoteAddress = PROXY) {
  const seen: number[] = [];
  for (let i = 0; i <= LIMIT; i++) seen.push((await get(headersOf(i), '/documents', remoteAddress)).statusCode);
  return seen;
}
const forwarded = (address: string) => () => ({ 'x-forwarded-for': address });
const STOPPED = [...Array.from({ length: LIMIT }, () => 200), 429];

describe('the client behind a proxy', () => {
  it('has a separate limit if the proxy is trusted, for any number of proxies', async () => {
    running = await startApplication({ ...limited, TRUST_PROXY: '10.0.0.0/8' });
    expect(await flood(forwarded('198.51.100.9'))).toEqual(STOPPED);
    expect((await get({ 'x-forwarded-for': '203.0.113.50' })).statusCode).toBe(200);
    expect((await get({ 'x-forwarded-for': '198.51.100.9, 10.2.2.2' })).statusCode).toBe(429);
    expect((await get({ 'x-forwarded-for': '198.51.100.9:51000' })).statusCode).toBe(429);
  });

  it('cannot evade its limit by writing the header itself', async () => {
    running = await startApplication({ ...limited, TRUST_PROXY: '10.0.0.0/8' });
    const written = ['192.0.2.1', 'unknown', '10.9.9.9', '::1', '<script>'];
    expect(await flood((i) => ({ 'x-forwarded-for': `${written[i] ?? ''}, 198.51.100.9` }))).toEqual(STOPPED);
  });

  it('is the proxy itself if the proxy is not trusted', async () => {
    running = await startApplication(limited);
    expect(await flood((i) => ({ 'x-forwarded-for': `198.51.100.${i}`, forwarded: `for=198.51.100.${i}` }))).toEqual(
      STOPPED,
    );
  });

  it('is found by a count of proxies', async () => {
    running = await startApplication({ ...limited, TRUST_PROXY: '2' });
    expect(await flood((i) => ({ 'x-forwarded-for': `192.0.2.${i}, 198.51.100.9, 203.0.113.1` }))).toEqual(STOPPED);
    expect((await get({ 'x-forwarded-for': '198.51.100.10, 203.0.113.1' })).statusCode).toBe(200);
  });

  it('is the nearest hop with an address, if the header is malformed', async () => {
    running = await startApplication({ ...limited, TRUST_PROXY: '10.0.0.0/8' });
    const garbage = ['garbage', ',,,,', '999.1.1.1', 'x'.repeat(4000), Array(2000).fill('1').join(',')];
    expect(await flood((i) => ({ 'x-forwarded-for': garbage[i] ?? '' }))).toEqual(STOPPED);
  });
});

/** The sentence that is cited. */
const PASSAGE = '?start=0&end=26';

describe('names and schemes that a proxy forwards', () => {
  const ask = { model: 'default', messages: [{ role: 'user', content: 'When does the smithy open?' }] };
  const citedUrls = async (headers: Readonly<Record<string, string>>) => {
    const answer = await running.call({
      method: 'POST',
      url: '/v1/chat/completions',
      headers: { ...headers },
      payload: ask,
      remoteAddress: PROXY,
    });
    if (answer.statusCode !== 200) return answer.statusCode;
    const { annotations } = answer.json().choices[0].message;
    return annotations.map((each: { url_citation: { url: string } }) => each.url_citation.url);
  };
  const start = async (settings: Readonly<Record<string, string>>) => {
    running = await startApplication(settings);
    const document = { document_id: 'smithy', title: 'Smithy', canonical_path: ['Crafts'] };
    await running.post('/documents', { ...document, text: 'The smithy opens at 07:35.' });
  };
  const forged = {
    'x-forwarded-host': 'answers.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/rag',
    forwarded: 'host=evil.example;proto=https',
  };

  it('form the links of citations if the proxy is trusted', async () => {
    await start({ ...hosts, TRUST_PROXY: PROXY });
    expect(await citedUrls(forged)).toEqual([`https://answers.example/rag/documents/smithy${PASSAGE}`]);
    expect(await citedUrls({ host: 'answers.example', 'x-forwarded-proto': 'javascript' })).toEqual([
      `http://answers.example/documents/smithy${PASSAGE}`,
    ]);
  });

  it('lead a browser that opens such a link to the page of the passage', async () => {
    await start({ ...hosts, TRUST_PROXY: PROXY });
    const opened = await get({ ...forged, accept: 'text/html,*/*;q=0.8' }, `/documents/smithy${PASSAGE}`);
    expect([opened.statusCode, opened.headers.location]).toEqual([
      303,
      '/rag/pages/documents?id=smithy&start=0&end=26',
    ]);
  });

  it('are ignored if it is not', async () => {
    await start(hosts);
    expect(await citedUrls(forged)).toEqual([`http://localhost/documents/smithy${PASSAGE}`]);
  });

  it('are overridden by PUBLIC_URL', async () => {
    await start({ ...hosts, TRUST_PROXY: PROXY, PUBLIC_URL: 'https://public.example:8443/rag/' });
    const expected = [`https://public.example:8443/rag/documents/smithy${PASSAGE}`];
    expect(await citedUrls({ ...forged, 'x-forwarded-prefix': '/other' })).toEqual(expected);
    expect(await citedUrls({})).toEqual(expected);
  });

  it('never make a link of a Host that is not a name of this server', async () => {
    await start({ TRUST_PROXY: PROXY });
    expect(await citedUrls({ host: 'evil.example' })).toBe(403);
    expect(await citedUrls({ 'x-forwarded-host': 'evil.example' })).toBe(403);
    expect(await citedUrls({ 'x-forwarded-host': 'localhost, evil.example' })).toBe(403);
    expect(await citedUrls({ host: 'evil.example', 'x-forwarded-host': 'localhost' })).toBe(403);
  });

  it('make the own origin of a page', async () => {
    await start({ ...hosts, TRUST_PROXY: PROXY });
    const page = { ...forged, origin: 'https://answers.example' };
    expect(await citedUrls(page)).toHaveLength(1);
    expect(await citedUrls({ ...page, 'x-forwarded-proto': 'http' })).toBe(403);
    expect(await citedUrls({ ...page, origin: 'https://evil.example' })).toBe(403);
  });
});

describe('a server under a path', () => {
  const PUBLIC = { PUBLIC_URL: 'https://answers.example/rag' };
  const shownIn = (html: string) => ({
    base: /data-base="([^"]*)"/.exec(html)?.[1],
    urls: [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, url = '']) => url),
  });

  it('gives the pages, the files and the document under it, whether the proxy takes the path off or not', async () => {
    running = await startApplication(PUBLIC);
    for (const prefix of ['', '/rag']) {
      const page = await get({ host: 'answers.example' }, `${prefix}/pages/documents?id=1`);
      const { base, urls } = shownIn(page.body);
      expect(base).toBe('/rag');
      expect(urls.length).toBeGreaterThan(2);
      for (const url of urls) {
        expect(url.startsWith('/rag/')).toBe(true);
        expect([url, (await get({}, url)).statusCode]).toEqual([url, 200]);
      }
      expect((await get({}, `${prefix}/openapi.json`)).json().servers).toEqual([{ url: '/rag' }]);
      expect((await get({}, `${prefix}/docs`)).body).not.toMatch(/(?:src|href)="\//);
      expect((await get({}, `${prefix}/docs/swagger-ui-init.js`)).body).toContain('"url": "/rag"');
    }
    expect((await get({}, '/rag')).statusCode).toBe(200);
    expect((await get({}, '/ragtime')).statusCode).toBe(404);
    expect((await get({}, '/rag/rag/documents')).statusCode).toBe(404);
  });

  it('keeps routes that begin like its path', async () => {
    running = await startApplication({ PUBLIC_URL: 'https://answers.example/documents' });
    expect((await get({}, '/documents')).json()).toHaveProperty('items');
  });

  it('takes the path from a trusted proxy alone, and nothing that is not a path', async () => {
    running = await startApplication({ TRUST_PROXY: PROXY });
    const seen = async (prefix: string, remoteAddress = PROXY) => {
      const headers = { 'x-forwarded-prefix': prefix };
      const [servers] = (await get(headers, '/openapi.json', remoteAddress)).json().servers;
      return [shownIn((await get(headers, '/', remoteAddress)).body).base, servers.url];
    };
    expect(await seen('/rag')).toEqual(['/rag', '/rag']);
    expect(await seen('/a/b-c_d/')).toEqual(['/a/b-c_d', '/a/b-c_d']);
    expect(await seen('/rag', '192.0.2.1')).toEqual(['', '/']);
    for (const prefix of ['//evil.example', 'https://evil.example', '/a"><script>', '/../x', '/a?b', '/a//b', 'rag'])
      expect([prefix, await seen(prefix)]).toEqual([prefix, ['', '/']]);
  });

  it('has one server without a path, which is its root', async () => {
    running = await startApplication();
    const document: unknown = await openApiDocument(running);
    expect(document).toMatchObject({ servers: [{ url: '/' }] });
    expect(shownIn((await get({}, '/')).body).base).toBe('');
  });
});
