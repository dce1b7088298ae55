import { FixedAddresses } from '../../../../test/support/fake-targets.js';
import { gzipSync } from 'node:zlib';
import { Logger } from '@nestjs/common';
import { ContentServer } from '../../../../test/support/content-server.js';
import { LIMITED, listingOf, pointersOf, settingsOf, textOf } from '../../../../test/support/source-parts.js';
import { webPath } from './web-path.js';
import { WebsiteKind } from './website-connector.js';

let server: ContentServer;
let kind: WebsiteKind;
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  server = new ContentServer();
  await server.start();
  kind = new WebsiteKind(new FixedAddresses(), 1_000_000);
});
afterEach(() => server.stop());

const page = (path: string, html: string, more: object = {}) =>
  server.files.set(path, { body: html, type: 'text/html; charset=utf-8', ...more });
const links = (...to: readonly string[]) => to.map((href) => `<a href="${href}">x</a>`).join('');
const put = (path: string, body: string | Uint8Array, type = 'text/plain') => server.files.set(path, { body, type });
const open = (more: object = {}) => kind.open(settingsOf('website', { url: `${server.url}/`, delay_ms: 0, ...more }));
const pathsOf = async (more: object = {}) => [...(await listingOf(await open(more))).entries.keys()].sort();

describe('a website', () => {
  it('gives its pages and the documents that they link to, each once and downloaded once', async () => {
    page('/', links('docs/', '/docs/#top', '/a?id=7', 'https://elsewhere.example/', 'mailto:x@h.example', '/logo.png'));
    page('/docs/', links('leave.pdf', '..', '/규정'));
    page('/a?id=7', 'A');
    page(encodeURI('/규정'), '<p>제1조</p>');
    put('/docs/leave.pdf', '%PDF-1.7', 'application/pdf');
    const connector = await open();
    try {
      const { entries, unlisted } = await listingOf(connector);
      expect(unlisted).toEqual([]);
      expect([...entries.keys()].sort()).toEqual([
        'a (id=7).html',
        'docs/index.html',
        'docs/leave.pdf',
        'index.html',
        '규정.html',
      ]);
      expect(await textOf(connector, entries.get('규정.html'))).toEqual({
        text: '<p>제1조</p>',
        url: `${server.url}${encodeURI('/규정')}`,
        mediaType: 'text/html; charset=utf-8',
      });
      expect(server.requests.filter(({ path }) => path === encodeURI('/규정'))).toHaveLength(1);
      expect(await textOf(connector, entries.get('docs/leave.pdf'))).toMatchObject({ text: '%PDF-1.7' });
      expect(server.requests.every(({ headers }) => headers['user-agent'] === 'Touchstone')).toBe(true);
    } finally {
      await connector.close();
    }
  });

  it('obeys robots.txt, nofollow and noindex', async () => {
    put('/robots.txt', 'User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\nDisallow: /*.pdf$');
    page('/', `${links('/private/a', '/hidden', '/open', '/list', '/x.pdf')}<a rel="nofollow ugc" href="/spam">s</a>`);
    page('/hidden', `<meta name="robots" content="noindex">${links('/deep')}`);
    page('/list', `<META NAME="ROBOTS" CONTENT="NOFOLLOW">${links('/never')}`);
    page('/open', 'Open', { headers: { 'x-robots-tag': 'noindex' } });
    for (const path of ['/private/a', '/spam', '/never', '/deep', '/x.pdf']) page(path, path);
    expect(await pathsOf()).toEqual(['deep.html', 'index.html', 'list.html']);
    expect(server.requests.map(({ path }) => path)).not.toContain('/private/a');
  });

  it('that names its agent is obeyed by its own group', async () => {
    put('/robots.txt', 'User-agent: Touchstone\nDisallow: /b\n\nUser-agent: *\nAllow: /');
    page('/', links('/a', '/b'));
    page('/a', 'A');
    page('/b', 'B');
    expect(await pathsOf()).toEqual(['a.html', 'index.html']);
  });

  it('has the pages of its sitemaps: an index, a compressed one, and none of other hosts', async () => {
    put('/robots.txt', `Sitemap: ${server.url}/maps.xml`);
    const map = (tag: string, ...urls: readonly string[]) =>
      `<?xml version="1.0"?><${tag}s xmlns="x">${urls.map((url) => `<${tag}><loc>${url}</loc></${tag}>`).join('')}</${tag}s>`;
    put('/maps.xml', map('sitemap', `${server.url}/a.xml.gz`, 'https://h.example/b.xml'), 'application/xml');
    put(
      '/a.xml.gz',
      gzipSync(map('url', `${server.url}/alone?a=1&amp;b=2`, 'https://h.example/x')),
      'application/gzip',
    );
    page('/', 'Start');
    page('/alone?a=1&b=2', 'Alone');
    expect(await pathsOf({ depth: 0 })).toEqual(['alone (a=1&b=2).html', 'index.html']);
    expect(await pathsOf({ depth: 0, sitemap: false })).toEqual(['index.html']);
  });

  it('is read however many addresses its sitemaps have, and elements its pages', async () => {
    const many = (text: string) => text.repeat(150_000);
    put('/robots.txt', `Sitemap: ${server.url}/maps.xml`);
    put('/maps.xml', `<x>${many('<sitemap><loc>//h/</loc></sitemap>')}<sitemap><loc>/a.xml</loc></sitemap></x>`);
    put('/a.xml', `<x><url><loc>/a</loc></url>${many('<url><loc>//h/</loc></url>')}</x>`);
    kind = new WebsiteKind(new FixedAddresses(), 20_000_000);
    page('/', many('<br>'));
    page('/a', 'A');
    expect(await pathsOf({ depth: 0 })).toEqual(['a.html', 'index.html']);
  });

  it('has links in the order of its pages, relative to their base', async () => {
    page('/', `<base href="/x/"><p><b>${links('1')}</b></p>${links('2', '/3')}`);
    for (const path of ['/x/1', '/x/2', '/3']) page(path, path);
    const { entries } = await listingOf(await open());
    expect([...entries.keys()]).toEqual(['index.html', 'x/1.html', 'x/2.html', '3.html']);
  });

  it('is followed to its depth, and one step further to documents', async () => {
    page('/', links('/1', '/0.pdf'));
    page('/1', links('/2', '/1.pdf'));
    page('/2', links('/', '/1'));
    for (const path of ['/0.pdf', '/1.pdf']) put(path, '%PDF', 'application/pdf');
    expect(await pathsOf({ depth: 0 })).toEqual(['0.pdf', 'index.html']);
    expect(await pathsOf({ depth: 1 })).toEqual(['0.pdf', '1.html', '1.pdf', 'index.html']);
    const left = async (depth: number) => {
      const { unlisted, leftOut } = await listingOf(await open({ depth }));
      return [unlisted, leftOut];
    };
    expect(await left(1)).toEqual([[], ['addresses beyond depth 1: 1; raise depth to read them']]);
    expect(await left(3)).toEqual([[], []]);
  });

  it('is not downloaded again where the server says that it is not modified', async () => {
    page('/', links('/a'));
    page('/a', links('/b'));
    page('/b', 'B', { hasVersion: false });
    const first = await listingOf(await open({ sitemap: false }));
    server.taken();
    const second = await listingOf(await open({ sitemap: false }));
    expect(second.entries).toEqual(first.entries);
    expect(server.taken()).toEqual(['404 /robots.txt', '304 /', '304 /a', '200 /b']);
    page('/a', links('/c'));
    page('/c', 'C');
    expect([...(await listingOf(await open())).entries.keys()]).toEqual(['index.html', 'a.html', 'c.html']);
  });

  it('keeps what is stored where a page cannot be read, and leaves out what is gone or leads elsewhere', async () => {
    page('/', links('/gone', '/away', '/broken'));
    page('/away', '', { status: 302, headers: { location: 'https://h.example/login' } });
    page('/broken', '', { status: 500 });
    const { entries, unlisted } = await listingOf(await open());
    expect([...entries.keys()]).toEqual(['index.html']);
    expect(unlisted).toEqual([{ folder: '', reason: '/broken: the server answered 500' }]);
  });

  it('reports how many links of a page are beyond max_links, and follows them with a higher limit', async () => {
    page('/', links('/a', '/b', '/c', '/b', '/d'));
    for (const name of ['/a', '/b', '/c', '/d']) page(name, name);
    const { entries, unlisted } = await listingOf(await open({ max_links: 2 }));
    expect([...entries.keys()].sort()).toEqual(['a.html', 'b.html', 'index.html']);
    expect(unlisted).toEqual([
      { folder: '', reason: '/: it has more than 2 links, and 2 are not followed; raise max_links' },
    ]);
    expect(await pathsOf({ max_links: 4 })).toEqual(['a.html', 'b.html', 'c.html', 'd.html', 'index.html']);
    const both = await listingOf(await open({ max_links: 2, depth: 0 }));
    expect([both.unlisted.length, both.leftOut.length]).toEqual([1, 1]);
  });

  it('follows all of 6,000 links of a page', async () => {
    page('/', links(...Array.from({ length: 6_000 }, (_, i) => `/${i}`)));
    const { unlisted } = await listingOf(await open({ max_pages: 1, max_links: 6_000 }));
    expect(unlisted).toEqual([
      { folder: '', reason: 'the site has more than 1 pages; raise max_pages, or lower depth' },
    ]);
  });

  it('reports the rest beyond max_pages and max_total_mb', async () => {
    page('/', `${links('/a', '/b')}${' '.repeat(999_000)}`);
    page('/a', links('/b') + ' '.repeat(10_000));
    page('/b', 'B');
    const reasons = async (more: object) => (await listingOf(await open(more))).unlisted.map(({ reason }) => reason);
    expect(await reasons({ max_pages: 2 })).toEqual([
      'the site has more than 2 pages; raise max_pages, or lower depth',
    ]);
    expect(await reasons({ max_total_mb: 1 })).toEqual([expect.stringContaining('raise max_total_mb')]);
    expect(await reasons({})).toEqual([]);
  });

  it.each([
    ['its start page is missing', () => undefined, 'no page at the address'],
    ['its start page fails', () => page('/', '', { status: 403 }), 'the server refuses access (403)'],
    ['robots.txt fails', () => page('/robots.txt', '', { status: 503 }), 'robots.txt could not be read'],
    ['robots.txt does not allow it', () => put('/robots.txt', 'User-agent: *\nDisallow: /'), 'does not allow'],
    [
      'the server is down',
      () => {
        page('/', links(...Array.from({ length: 12 }, (_, i) => `/${i}`)));
        for (let i = 0; i < 12; i += 1) page(`/${i}`, '', { status: 502 });
      },
      '10 pages in a row',
    ],
  ])('fails the run if %s', async (_, prepare, message) => {
    prepare();
    await expect(listingOf(await open())).rejects.toThrow(message);
  });

  it('ends when the run is stopped, also between two requests', async () => {
    page('/', links('/a'));
    page('/a', 'A');
    const controller = new AbortController();
    server.answer = ({ path }) => {
      if (path === '/') setImmediate(() => controller.abort(new Error('stopped')));
      return false;
    };
    await expect(listingOf(await open({ delay_ms: 60_000 }), controller.signal)).rejects.toThrow();
    expect(server.requests.map(({ path }) => path)).not.toContain('/a');
  });
});

describe('the path of a page', () => {
  it.each([
    ['/', 'text/html', 'index.html'],
    ['/docs/', 'text/html', 'docs/index.html'],
    ['/view.php?id=7', 'text/html', 'view.php (id=7).html'],
    ['/a.pdf', 'text/html', 'a.pdf.html'],
    ['/a.htm', 'text/html; charset=euc-kr', 'a.htm'],
    ['/download?id=7', 'application/pdf', 'download (id=7).pdf'],
    ['/a.pdf?v=2', 'application/octet-stream', 'a (v=2).pdf'],
    ['/a%2F..%2Fb', 'text/html', 'a_.._b.html'],
    ['/%ED%9C%B4%ED%95%99', 'text/html', '휴학.html'],
    ['/%ff', 'text/html', '%ff.html'],
  ])('of %s as %s is %s', (address, type, path) =>
    expect(webPath(new URL(address, 'https://h.example'), type)).toBe(path),
  );
});

describe('a page under several addresses', () => {
  const canonical = (href: string) => `<link rel="canonical" href="${href}">`;
  const BOATS = '<h1>Boats</h1><p>A boat costs 9 euros.</p>';

  it.each([
    ['a link element', canonical('/boats.html'), {}],
    ['the property og:url', '<meta property="og:url" content="/boats.html">', {}],
    ['a header', '', { headers: { link: '</other>; rel="next", </boats.html>; rel="canonical"' } }],
  ])('is listed once, at the canonical address that %s names', async (_, head, more) => {
    page('/', links('/print', '/boats.html?utm_source=mail'));
    for (const path of ['/print', '/boats.html?utm_source=mail', '/boats.html']) page(path, `${head}${BOATS}`, more);
    expect(await pathsOf()).toEqual(['boats.html', 'index.html']);
  });

  it('is listed at each address whose text the canonical page lacks', async () => {
    page('/', `${canonical('/')}<p>농장</p>${links('/milk', '/empty', '/gone')}`);
    page('/milk', `${canonical('/')}<p>농장</p><p>우유는 2천 원이다.</p>`);
    page('/gone', `${canonical('/404')}<p>농장</p>`);
    expect(await pathsOf()).toEqual(['gone.html', 'index.html', 'milk.html']);
  });

  it('is listed at one of two addresses that name each other', async () => {
    page('/', links('/a', '/b'));
    page('/a', `${canonical('/b')}${BOATS}`);
    page('/b', `${canonical('/a')}${BOATS}`);
    expect(await pathsOf()).toHaveLength(2);
  });

  it('is followed where it sends its readers on at once, and not where it turns pages or needs no script', async () => {
    const refresh = (content: string) => `<meta http-equiv="Refresh" content="${content}"><p>Old.</p>`;
    page('/', links('/old', '/older', '/slow', '/plain', '/self', '/away'));
    page('/old', refresh("0;URL='/new'"));
    page('/older', '<p>Older.</p>', { headers: { refresh: '0; url=/old' } });
    page('/slow', refresh('5; url=/next'));
    page('/plain', `<noscript>${refresh('0; url=/noscript')}</noscript><p>Own.</p>`);
    page('/self', refresh('0; url=/self'));
    page('/away', refresh('0; url=https://elsewhere.example/'));
    for (const path of ['/new', '/next', '/noscript']) page(path, `<p>${path}</p>`);
    expect(await pathsOf()).toEqual(['index.html', 'new.html', 'plain.html', 'self.html', 'slow.html']);
  });
});

describe('the location of a website', () => {
  it.each([
    [{}, '/location/url'],
    [{ url: 'ftp://h.example/' }, '/location/url'],
    [{ url: 'https://h.example/', depth: 21 }, '/location/depth'],
    [{ url: 'https://h.example/', max_pages: 1.5 }, '/location/max_pages'],
    [{ url: 'https://h.example/', max_links: 0 }, '/location/max_links'],
    [{ url: 'https://h.example/', delay_ms: -1 }, '/location/delay_ms'],
    [{ url: 'https://h.example/', sitemap: 'no' }, '/location/sitemap'],
    [{ url: 'https://h.example/', full: true }, '/location/full'],
  ])('%j has a fault at %s', async (location, pointer) => expect(await pointersOf(kind, location)).toEqual([pointer]));

  it('is for administrators', () =>
    expect(kind.check(settingsOf('website', { url: 'https://h.example/' }), LIMITED)).rejects.toMatchObject({
      kind: 'forbidden',
    }));
});
