import { FixedAddresses } from '../../../../test/support/fake-targets.js';
import { Logger } from '@nestjs/common';
import { ContentServer } from '../../../../test/support/content-server.js';
import { zip } from '../../../../test/support/office-files.js';
import {
  LIMITED,
  listingOf,
  pointersOf,
  settingsOf,
  textOf,
  UNLIMITED,
} from '../../../../test/support/source-parts.js';
import { SourceSettings } from '../domain/source.js';
import { ZipKind } from './zip-connector.js';

let server: ContentServer;
let kind: ZipKind;
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  server = new ContentServer();
  await server.start();
  kind = new ZipKind(new FixedAddresses());
});
afterEach(() => server.stop());

const url = () => `${server.url}/handbook.zip?v=1`;
const put = (files: Readonly<Record<string, string>>, more: object = {}) =>
  server.files.set('/handbook.zip?v=1', { body: zip(files), type: 'application/zip', ...more });
const open = (more: object = {}, headers: SourceSettings['headers'] = {}) =>
  kind.open(settingsOf('zip', { url: url(), ...more }, headers));

describe('an archive at an address', () => {
  it('lists its files without those of programs, and reads them from one download', async () => {
    put({ 'rules/휴학.md': '# 휴학', './a.txt': 'Tides', '__MACOSX/a.txt': '', '.git/config': '', '../up.txt': 'Up' });
    const connector = await open();
    const { entries } = await listingOf(connector);
    expect([...entries.keys()].sort()).toEqual(['_/up.txt', 'a.txt', 'rules/휴학.md']);
    expect(entries.get('a.txt')).toMatchObject({ size: 5 });
    expect(await textOf(connector, entries.get('rules/휴학.md'))).toMatchObject({ text: '# 휴학', url: url() });
    expect(server.taken()).toEqual(['200 /handbook.zip?v=1']);
  });

  it('is not downloaded again while the server says that it is not modified', async () => {
    put({ 'a.txt': 'Tides' });
    const first = await listingOf(await open());
    const second = await open();
    expect((await listingOf(second)).entries).toEqual(first.entries);
    expect(server.taken()).toEqual(['200 /handbook.zip?v=1', '304 /handbook.zip?v=1']);
    expect((await textOf(second, first.entries.get('a.txt'))).text).toBe('Tides');
    put({ 'a.txt': 'Tides', 'b.txt': 'Cranes' });
    const changed = await listingOf(await open());
    expect([...changed.entries.keys()]).toEqual(['a.txt', 'b.txt']);
    expect(changed.entries.get('a.txt')?.version).not.toBe(first.entries.get('a.txt')?.version);
  });

  it('has the hash of the archive as version if the server gives none', async () => {
    put({ 'a.txt': 'Tides' }, { hasVersion: false });
    const first = await listingOf(await open());
    expect((await listingOf(await open())).entries).toEqual(first.entries);
    expect(first.entries.get('a.txt')?.version).toMatch(/^[\da-f]{64}$/u);
  });

  it('gets the secret that its headers name, and fails without it', async () => {
    put({ 'a.txt': 'Tides' });
    const headers = { Authorization: { secret: 'SOURCE_SECRET_ZIP_SPEC', prefix: 'Bearer ' } };
    await expect(listingOf(await open({}, headers))).rejects.toThrow('an environment variable that its headers name');
    process.env['SOURCE_SECRET_ZIP_SPEC'] = 's3';
    await listingOf(await open({}, headers)).finally(() =>
      Reflect.deleteProperty(process.env, 'SOURCE_SECRET_ZIP_SPEC'),
    );
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer s3', 'user-agent': 'Touchstone' });
  });

  it.each([
    ['is not there', () => undefined, 'the server does not have it (404)'],
    ['is refused', () => put({}, { status: 403 }), 'the server refuses access (403)'],
    ['is no archive', () => server.files.set('/handbook.zip?v=1', { body: 'text' }), 'The archive cannot be read'],
    [
      'is larger than its limit',
      () => server.files.set('/handbook.zip?v=1', { body: new Uint8Array(1_000_001) }),
      'the answer is larger than 1000000 bytes',
    ],
    [
      'leads to another host',
      () => put({}, { status: 302, headers: { location: 'http://127.0.0.2/x.zip' } }),
      'the server redirects the request to another address',
    ],
  ])('fails the run if it %s', async (_, prepare, message) => {
    prepare();
    await expect(listingOf(await open({ max_mb: 1 }))).rejects.toThrow(message);
  });

  it('at a metadata address is not requested', async () => {
    const opened = kind.open(settingsOf('zip', { url: 'http://169.254.169.254/a.zip' }));
    await expect(opened).rejects.toThrow();
  });
});

describe('the location of an archive', () => {
  it.each([
    [{}, '/location/url'],
    [{ url: 'file:///etc/passwd' }, '/location/url'],
    [{ url: 'https://user:word@h.example/a.zip' }, '/location/url'],
    [{ url: 'https://h.example/a.zip', max_mb: 0 }, '/location/max_mb'],
    [{ url: 'https://h.example/a.zip', folder: '/srv' }, '/location/folder'],
  ])('%j has a fault at %s', async (location, pointer) => expect(await pointersOf(kind, location)).toEqual([pointer]));

  it('is for administrators', async () => {
    const settings = settingsOf('zip', { url: 'https://h.example/a.zip' });
    await expect(kind.check(settings, LIMITED)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(kind.check(settings, UNLIMITED)).resolves.toBeUndefined();
  });
});
