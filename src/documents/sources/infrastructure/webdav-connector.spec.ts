import { FixedAddresses } from '../../../../test/support/fake-targets.js';
import { Logger } from '@nestjs/common';
import { ContentServer, type ReceivedRequest } from '../../../../test/support/content-server.js';
import { LIMITED, listingOf, pointersOf, settingsOf, textOf } from '../../../../test/support/source-parts.js';
import { WebDavKind } from './webdav-connector.js';

/** Files by decoded path, with their ETags. */
type Tree = Readonly<Record<string, { readonly body: string; readonly etag?: string }>>;

let server: ContentServer;
const kind = new WebDavKind(new FixedAddresses(), 1_000_000);
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  server = new ContentServer();
  await server.start();
});
afterEach(() => server.stop());

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

function resource(path: string, file?: { readonly body: string; readonly etag?: string }): string {
  const etag = file?.etag === undefined ? '' : `<D:getetag>${file.etag}</D:getetag>`;
  const prop =
    file === undefined
      ? '<D:resourcetype><D:collection/></D:resourcetype>'
      : `<D:resourcetype/>${etag}<D:getcontentlength>${file.body.length}</D:getcontentlength><D:getlastmodified>Mon, 02 Mar 2026 10:00:00 GMT</D:getlastmodified>`;
  return `<D:response><D:href>${encoded(path)}</D:href><D:propstat><D:prop>${prop}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
  <D:propstat><D:prop><D:getcontenttype/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>`;
}

/** A WebDAV server that answers to depth 1. */
function serve(tree: Tree, refused: Readonly<Record<string, number>> = {}): void {
  server.answer = ({ method, path, headers }: ReceivedRequest, response) => {
    const folder = decodeURIComponent(path);
    if (method === 'GET') {
      const file = tree[folder];
      response.writeHead(file === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(file?.body);
      return true;
    }
    const status = refused[folder] ?? (method === 'PROPFIND' && headers['depth'] === '1' ? 207 : 405);
    const inside = Object.keys(tree).filter((each) => each.startsWith(folder));
    const names = new Set(inside.map((each) => each.slice(folder.length).split('/', 1)[0] ?? ''));
    const children = [...names].map((name) => {
      const file = tree[`${folder}${name}`];
      return file === undefined ? resource(`${folder}${name}/`) : resource(`${folder}${name}`, file);
    });
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${resource(folder)}${children.join('')}</D:multistatus>`,
    );
    return true;
  };
}
const open = (more: object = {}, headers = {}) =>
  kind.open(settingsOf('webdav', { url: `${server.url}/dav/team`, ...more }, headers));

describe('a folder of a WebDAV server', () => {
  it('is listed with its subfolders and read by addresses with encoded names', async () => {
    serve({
      '/dav/team/a.txt': { body: 'Tides', etag: '"1"' },
      '/dav/team/규정 50%/휴학 #1.txt': { body: 'Leave' },
      '/dav/team/.trash/b.txt': { body: 'Gone' },
    });
    const connector = await open({}, { authorization: 'Basic dGVhbTp3' });
    const { entries, unlisted } = await listingOf(connector);
    expect(unlisted).toEqual([]);
    expect([...entries.keys()].sort()).toEqual(['a.txt', '규정 50%/휴학 #1.txt']);
    expect(entries.get('a.txt')).toEqual({
      path: 'a.txt',
      size: 5,
      modifiedAt: '2026-03-02T10:00:00.000Z',
      version: '"1"',
    });
    expect(entries.get('규정 50%/휴학 #1.txt')?.version).toBe('Mon, 02 Mar 2026 10:00:00 GMT 5');
    expect(await textOf(connector, entries.get('규정 50%/휴학 #1.txt'))).toEqual({
      text: 'Leave',
      url: `${server.url}${encoded('/dav/team/규정 50%/휴학 #1.txt')}`,
      mediaType: 'text/plain',
    });
    expect(server.requests.every(({ headers }) => headers['authorization'] === 'Basic dGVhbTp3')).toBe(true);
  });

  it('reports a subfolder that it cannot list', async () => {
    serve({ '/dav/team/a.txt': { body: 'a' }, '/dav/team/x/b.txt': { body: 'b' } }, { '/dav/team/x/': 403 });
    const { entries, unlisted } = await listingOf(await open());
    expect([...entries.keys()]).toEqual(['a.txt']);
    expect(unlisted).toEqual([{ folder: 'x', reason: expect.stringContaining('the server refuses access (403)') }]);
  });

  it('reports the rest beyond its limits, so that nothing of it is removed', async () => {
    serve({ '/dav/team/a.txt': { body: 'a' }, '/dav/team/b.txt': { body: 'b' }, '/dav/team/x/y/c.txt': { body: 'c' } });
    expect((await listingOf(await open({ max_files: 1 }))).unlisted).toEqual([
      { folder: '', reason: 'the source has more than 1 files; raise max_files' },
    ]);
    expect((await listingOf(await open({ depth: 1 }))).unlisted).toEqual([
      { folder: 'x/y', reason: 'it is more than 1 folders deep; raise depth' },
    ]);
  });

  it('lists no file without its side file because of a limit, and a folder of that name as a part that cannot be read', async () => {
    serve({
      '/dav/team/a.txt': { body: 'a' },
      '/dav/team/b.txt': { body: 'b' },
      '/dav/team/b.txt.meta.yaml': { body: 'access: [board]' },
      '/dav/team/c.txt.meta.yaml/d.txt': { body: 'd' },
    });
    const { entries, unlisted } = await listingOf(await open({ max_files: 2 }));
    expect([...entries.keys()]).toEqual(['b.txt.meta.yaml', 'a.txt']);
    expect(unlisted).toContainEqual({ folder: 'c.txt.meta.yaml', reason: 'it is not a regular file' });
  });

  it.each([
    [401, 'the server refuses access (401)'],
    [404, 'the server does not have it (404)'],
    [405, 'it is not a WebDAV folder'],
    [503, 'the server answered 503'],
  ])('fails the run if the folder of the source answers %d', async (status, message) => {
    serve({}, { '/dav/team/': status });
    await expect(listingOf(await open())).rejects.toThrow(message);
  });

  it('ends when the run is stopped', async () => {
    serve({});
    await expect(listingOf(await open(), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});

describe('the location of a WebDAV folder', () => {
  it.each([
    [{}, '/location/url'],
    [{ url: 'https://h.example/dav', depth: 41 }, '/location/depth'],
    [{ url: 'https://h.example/dav', max_files: 0 }, '/location/max_files'],
    [{ url: 'https://h.example/dav', user: 'me' }, '/location/user'],
  ])('%j has a fault at %s', async (location, pointer) => expect(await pointersOf(kind, location)).toEqual([pointer]));

  it('is for administrators', () =>
    expect(kind.check(settingsOf('webdav', { url: 'https://h.example/' }), LIMITED)).rejects.toMatchObject({
      kind: 'forbidden',
    }));
});
