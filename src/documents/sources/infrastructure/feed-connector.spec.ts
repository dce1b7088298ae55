import { FixedAddresses } from '../../../../test/support/fake-targets.js';
import { Logger } from '@nestjs/common';
import { ContentServer } from '../../../../test/support/content-server.js';
import { LIMITED, listingOf, pointersOf, settingsOf, textOf } from '../../../../test/support/source-parts.js';
import { FeedKind } from './feed-connector.js';

let server: ContentServer;
let kind: FeedKind;
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  server = new ContentServer();
  await server.start();
  kind = new FeedKind(new FixedAddresses(), 1_000_000);
});
afterEach(() => server.stop());

const put = (xml: string, more: object = {}) =>
  server.files.set('/feed.xml', { body: xml, type: 'application/rss+xml', ...more });
const open = (more: object = {}, headers = {}) =>
  kind.open(settingsOf('feed', { url: `${server.url}/feed.xml`, ...more }, headers));
const rss = (...items: readonly string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title>${items.map((item) => `<item>${item}</item>`).join('')}</channel></rss>`;

const TIDES = `<title>Tides &amp; currents</title><link>/news/tides.php</link><guid isPermaLink="false">t-1</guid>
<pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate><description>Short.</description>
<content:encoded><![CDATA[<p>High tide is at six.</p>]]></content:encoded>`;

async function read(more: object = {}) {
  const connector = await open(more);
  const { entries } = await listingOf(connector);
  return { connector, entries, paths: [...entries.keys()] };
}

describe('a feed', () => {
  it('in RSS gives each entry as a page, with title and date in a side file', async () => {
    put(
      rss(
        TIDES,
        '<title>휴항 안내</title><guid>https://h.example/%EA%B3%B5%EC%A7%80</guid><description>쉰다</description>',
      ),
    );
    const { connector, entries, paths } = await read();
    expect(paths).toEqual([
      expect.stringMatching(/^tides-[\da-f]{8}\.html$/u),
      expect.stringMatching(/^tides-[\da-f]{8}\.html\.meta\.json$/u),
      expect.stringMatching(/^공지-[\da-f]{8}\.html$/u),
      expect.stringMatching(/^공지-[\da-f]{8}\.html\.meta\.json$/u),
    ]);
    const [page, side, second] = paths.map((path) => entries.get(path));
    const content = await textOf(connector, page);
    expect(content).toMatchObject({ url: `${server.url}/news/tides.php`, mediaType: 'text/html; charset=utf-8' });
    expect(content.text).toContain('<h1>Tides &amp; currents</h1>\n<p>High tide is at six.</p>');
    expect(JSON.parse((await textOf(connector, side)).text)).toEqual({ title: 'Tides & currents', date: '2026-03-02' });
    expect(await textOf(connector, second)).toMatchObject({ url: 'https://h.example/%EA%B3%B5%EC%A7%80' });
  });

  it('in Atom is read as well, with its XHTML', async () => {
    put(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="html">&lt;b&gt;Quay&lt;/b&gt;</title><id>urn:1</id>
      <link rel="self" href="/self"/><link href="https://h.example/quay"/><updated>2026-05-06T23:00:00+09:00</updated>
      <content type="xhtml"><div><p>Opens &lt; nine.</p></div></content></entry></feed>`);
    const { connector, entries, paths } = await read();
    const content = await textOf(connector, entries.get(paths[0] ?? ''));
    expect(content.url).toBe('https://h.example/quay');
    expect(content.text).toContain('<title>Quay</title><h1>Quay</h1>\n<div><p>Opens &lt; nine.</p></div>');
    expect(JSON.parse((await textOf(connector, entries.get(paths[1] ?? ''))).text)).toEqual({
      title: 'Quay',
      date: '2026-05-06',
    });
  });

  it.each([
    [
      'Atom of the type html',
      'feed',
      '<title type="html">Fish &amp;amp; chips&lt;br&gt;&lt;i&gt;now&lt;/i&gt;</title>',
      'Fish & chips now',
    ],
    [
      'Atom of the type html in CDATA',
      'feed',
      '<title type="html"><![CDATA[Children&#8217;s <b>day</b>]]></title>',
      'Children’s day',
    ],
    ['Atom of the type text', 'feed', '<title>5 &lt; 6 &amp;amp; more</title>', '5 < 6 &amp; more'],
    ['Atom of the type xhtml', 'feed', '<title type="xhtml"><div>휴관 <b>안내</b></div></title>', '휴관 안내'],
    ['RSS', 'rss', '<title>&lt;b&gt;Q&amp;amp;A&lt;/b&gt; for 3 &lt; 4</title>', 'Q&A for 3 < 4'],
  ])('reads the title of an entry in %s', async (_, kindOfFeed, title, shown) => {
    put(
      kindOfFeed === 'rss'
        ? rss(`${title}<guid>g</guid>`)
        : `<feed xmlns="http://www.w3.org/2005/Atom"><entry>${title}<id>g</id><content>x</content></entry></feed>`,
    );
    const { connector, entries, paths } = await read();
    expect(JSON.parse((await textOf(connector, entries.get(paths[1] ?? ''))).text)).toEqual({ title: shown });
  });

  it('gives the page of each entry with full, and sends its headers only to its own host', async () => {
    const other = new ContentServer();
    await other.start();
    try {
      other.files.set('/b', { body: '<p>Of another host</p>', type: 'text/html' });
      server.files.set('/a', { body: '<p>The whole page</p>', type: 'text/html' });
      put(rss(`<link>/a</link>`, `<link>${other.url}/b</link>`));
      const connector = await open({ full: true }, { 'x-token': 'secret' });
      const { entries } = await listingOf(connector);
      const pages = [...entries.values()].filter(({ path }) => path.endsWith('.html'));
      const texts = await Promise.all(pages.map(async (entry) => (await textOf(connector, entry)).text));
      expect(texts).toEqual(['<p>The whole page</p>', '<p>Of another host</p>']);
      expect(server.requests.map(({ headers }) => headers['x-token'])).toEqual(['secret', 'secret']);
      expect(other.requests.map(({ headers }) => headers['x-token'])).toEqual([undefined]);
    } finally {
      await other.stop();
    }
  });

  it('has versions that change with the entry alone, and is not downloaded while it is not modified', async () => {
    put(rss(TIDES));
    const first = await read();
    expect((await read()).entries).toEqual(first.entries);
    put(rss('<title>New</title><guid>n</guid>', TIDES));
    const second = await read();
    const [path = ''] = first.paths;
    expect(second.entries.get(path)).toEqual(first.entries.get(path));
    put(rss(TIDES.replace('six', 'seven')));
    expect((await read()).entries.get(path)?.version).not.toBe(first.entries.get(path)?.version);
    expect(server.taken()).toEqual(['200 /feed.xml', '304 /feed.xml', '200 /feed.xml', '200 /feed.xml']);
  });

  it('gives up to max_entries', async () => {
    put(rss(...['a', 'b', 'c'].map((id) => `<guid>${id}</guid>`)));
    const { connector, entries, paths } = await read({ max_entries: 2 });
    expect(paths).toHaveLength(4);
    // A name is not the address of a page.
    expect((await textOf(connector, entries.get(paths[0] ?? ''))).url).toBeUndefined();
  });

  it.each([
    ['<html><body>Login</body></html>', 'it is not an RSS or Atom feed'],
    ['<rss><channel>', 'it is cut off or is not XML'],
  ])('that is not one fails the run: %s', async (xml, message) => {
    put(xml);
    await expect(read()).rejects.toThrow(message);
  });
});

describe('the location of a feed', () => {
  it.each([
    [{}, '/location/url'],
    [{ url: 'https://h.example/f', full: 'yes' }, '/location/full'],
    [{ url: 'https://h.example/f', max_entries: 5_001 }, '/location/max_entries'],
    [{ url: 'https://h.example/f', depth: 1 }, '/location/depth'],
  ])('%j has a fault at %s', async (location, pointer) => expect(await pointersOf(kind, location)).toEqual([pointer]));

  it('is for administrators', () =>
    expect(kind.check(settingsOf('feed', { url: 'https://h.example/f' }), LIMITED)).rejects.toMatchObject({
      kind: 'forbidden',
    }));
});
