import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { isEntry, Listed, SourceConnector, SourceError } from '../domain/source-connector.js';
import { toSettings } from '../domain/source-record.js';
import { FolderKind } from './folder-connector.js';
import { withOpened } from './opened-place.js';

const MAX_BYTES = 1_000_000;
const SECRET = 'The safe is open on Mondays.';
const PUBLIC = 'The quay opens at nine.';
/** How long names are swapped while files are read. */
const SWAPPED_MS = 1_500;
const signal = new AbortController().signal;

let root: string;
let outside: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'touchstone-folder-')));
  outside = realpathSync(mkdtempSync(path.join(tmpdir(), 'touchstone-outside-')));
  mkdirSync(path.join(root, 'sub'));
  writeFileSync(path.join(root, 'sub', 'a.txt'), PUBLIC);
  writeFileSync(path.join(outside, 'a.txt'), SECRET);
});
afterEach(() => {
  for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
});

const settings = (folder: string) =>
  toSettings({ name: 'x', kind: 'folder', location: { folder }, category: ['x'] }, 'Europe/Berlin');
const connect = (folder = root) =>
  new FolderKind([root], MAX_BYTES).open(settings(folder), { filter: UNRESTRICTED, isUnlimited: true });

async function listed(connector: SourceConnector): Promise<Listed[]> {
  const found: Listed[] = [];
  for await (const each of connector.list(signal)) found.push(each);
  return found;
}

/** What the files of the folder contain, and why the others have no content. */
async function contents(): Promise<string[]> {
  const connector = await connect();
  const found: string[] = [];
  for (const entry of (await listed(connector)).filter(isEntry))
    found.push(
      await connector.read(entry, signal).then(
        ({ bytes }) => Buffer.from(bytes).toString(),
        (error: unknown) => {
          if (error instanceof SourceError) return error.message;
          throw error;
        },
      ),
    );
  return found;
}

/** Swaps two names by renames in another thread, and does something again and again in the meantime. */
async function whileSwapping<T>(one: string, other: string, work: () => Promise<T>): Promise<T[]> {
  const swap = `
    const { renameSync } = require('node:fs');
    const { workerData: { one, other } } = require('node:worker_threads');
    for (;;) { renameSync(one, one + '~'); renameSync(other, one); renameSync(one, other); renameSync(one + '~', one); }`;
  const worker = new Worker(swap, { eval: true, workerData: { one, other } });
  const done: T[] = [];
  try {
    const end = performance.now() + SWAPPED_MS;
    while (performance.now() < end) done.push(await work());
  } finally {
    await worker.terminate();
  }
  return done;
}

/** Rejects instead of waiting for a pipe. */
const soon = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, 5_000, new Error('hangs')).unref())]);

describe('a folder whose names change while it is read', () => {
  it('gives no file that a link leads to', async () => {
    symlinkSync(path.join(outside, 'a.txt'), path.join(outside, 'link'));
    const found = await whileSwapping(path.join(root, 'sub', 'a.txt'), path.join(outside, 'link'), contents);
    expect(found.flat()).toContain(PUBLIC);
    expect(found.flat()).not.toContain(SECRET);
  });

  it('gives no file in a folder that a link leads to', async () => {
    symlinkSync(outside, path.join(root, '.link'));
    const reasons = new Set<string>();
    const found = await whileSwapping(path.join(root, 'sub'), path.join(root, '.link'), async () => {
      for (const each of await listed(await connect())) if ('reason' in each) reasons.add(each.reason);
      return contents();
    });
    expect(found.flat()).toContain(PUBLIC);
    expect(found.flat()).not.toContain(SECRET);
    for (const reason of reasons)
      expect(['it is a link, or was replaced by one', 'it no longer exists']).toContain(reason);
  });

  it('gives no file in a folder that a link leads to, on a system that does not name open files', async () => {
    symlinkSync(outside, path.join(root, '.link'));
    const place = path.join(root, 'sub', 'a.txt');
    const read = () =>
      withOpened(place, async ({ handle }) => (await handle.readFile()).toString(), '/nowhere').catch(() => undefined);
    const found = await whileSwapping(path.join(root, 'sub'), path.join(root, '.link'), read);
    expect(found).toContain(PUBLIC);
    expect(found.filter((text) => text === SECRET)).toEqual([]);
  });

  it('does not wait for a pipe', async () => {
    execFileSync('mkfifo', [path.join(outside, 'pipe')]);
    const found = await whileSwapping(path.join(root, 'sub', 'a.txt'), path.join(outside, 'pipe'), () =>
      soon(contents()),
    );
    expect(found.flat()).toContain(PUBLIC);
  });

  it('reads no more than the limit of a file that grows', async () => {
    const file = path.join(root, 'sub', 'a.txt');
    const connector = await connect();
    const [entry] = (await listed(connector)).filter(isEntry);
    truncateSync(file, 50 * MAX_BYTES);
    const read = () => connector.read(entry ?? { path: '' }, signal);
    await expect(read()).rejects.toThrow(`It is larger than ${MAX_BYTES} bytes`);
    truncateSync(file, MAX_BYTES);
    const reading = read();
    for (let i = 0; i < 20; i++) appendFileSync(file, Buffer.alloc(MAX_BYTES));
    const length = await reading.then(
      ({ bytes }) => bytes.byteLength,
      () => 0,
    );
    expect(length).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('is refused when it has been replaced by a link to a folder elsewhere', async () => {
    const kind = new FolderKind([path.join(root, 'sub')], MAX_BYTES);
    const rights = { filter: UNRESTRICTED, isUnlimited: false };
    await kind.check(settings(path.join(root, 'sub')), rights);
    symlinkSync(outside, path.join(root, 'sub', 'link'));
    await expect(kind.open(settings(path.join(root, 'sub', 'link')), rights)).rejects.toThrow('SOURCE_FOLDERS');
  });
});

describe('a folder with links', () => {
  it('lists a file once, under its own path, whose rules and side file apply', async () => {
    symlinkSync('sub/a.txt', path.join(root, 'b.txt'));
    expect(await listed(await connect())).toEqual([expect.objectContaining({ path: 'sub/a.txt' })]);
  });

  it('reads the files that a volume of Kubernetes mounts', async () => {
    mkdirSync(path.join(root, '..2026_01'));
    writeFileSync(path.join(root, '..2026_01', 'b.txt'), 'The ferry takes no cars.');
    symlinkSync('..2026_01', path.join(root, '..data'));
    symlinkSync('..data/b.txt', path.join(root, 'b.txt'));
    expect(await contents()).toEqual(['The ferry takes no cars.', PUBLIC]);
  });

  it('lists a side file that is a link, a pipe or a folder as a part that cannot be read', async () => {
    symlinkSync('sub/a.txt', path.join(root, 'a.txt.meta.yaml'));
    symlinkSync('nowhere', path.join(root, 'b.txt.meta.json'));
    mkdirSync(path.join(root, 'c.txt.META.YML'));
    execFileSync('mkfifo', [path.join(root, 'd.txt.meta.yaml')]);
    const found = (await listed(await connect())).flatMap((each) => ('reason' in each ? [each.folder] : []));
    expect(found).toEqual(['a.txt.meta.yaml', 'b.txt.meta.json', 'c.txt.META.YML', 'd.txt.meta.yaml']);
  });

  it('reports a second file whose name looks the same', async () => {
    writeFileSync(path.join(root, 'é.txt'.normalize('NFC')), PUBLIC);
    writeFileSync(path.join(root, 'é.txt'.normalize('NFD')), PUBLIC);
    const found = (await listed(await connect())).map((each) =>
      'reason' in each ? each.reason : 'path' in each && each.path,
    );
    expect(found).toEqual([
      'é.txt'.normalize('NFC'),
      'sub/a.txt',
      'two files have this name, and differ in invisible characters or the form of Unicode alone',
    ]);
  });
});
