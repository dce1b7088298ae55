import { FixedAddresses } from '../../../../test/support/fake-targets.js';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { temporaryFolder } from '../../../../test/support/application.js';
import { git, GitServer, lackOfGit } from '../../../../test/support/git-server.js';
import { describeUnless } from '../../../../test/support/lacking.js';
import { LIMITED, listingOf, pointersOf, settingsOf, textOf } from '../../../../test/support/source-parts.js';
import { GitKind } from './git-connector.js';

const kind = new GitKind(new FixedAddresses());
const leftFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('touchstone-source-'));

describeUnless(lackOfGit(), 'a Git repository', () => {
  let folder: string;
  let work: string;
  let server: GitServer;
  let base: string;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    folder = temporaryFolder();
    work = path.join(folder, 'work');
    mkdirSync(path.join(work, 'docs', '규정'), { recursive: true });
    git(work, 'init', '-q', '-b', 'trunk');
    writeFileSync(path.join(work, 'readme.md'), '# Harbour');
    writeFileSync(path.join(work, '.hidden.md'), 'hidden');
    writeFileSync(path.join(work, 'docs', '규정', '휴학 1.txt'), '제1조');
    symlinkSync('/etc/passwd', path.join(work, 'link.txt'));
    commit();
    git(work, 'branch', 'other');
    git(folder, 'clone', '-q', '--bare', 'work', 'wiki.git');
    server = new GitServer(folder);
    base = await server.start();
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function commit(): void {
    git(work, 'add', '-A');
    git(work, 'commit', '-q', '-m', 'x');
  }
  const push = () => git(work, 'push', '-q', path.join(folder, 'wiki.git'), 'trunk');
  const open = (more: object = {}, headers = {}) =>
    kind.open(settingsOf('git', { url: `${base}/wiki.git`, ...more }, headers));

  it('gives the files of the newest commit, without hidden ones and links', async () => {
    const before = leftFolders();
    const connector = await open({ link: 'https://git.example/src/{path}' }, { authorization: 'Basic dTp0' });
    const { entries } = await listingOf(connector);
    expect([...entries.keys()].sort()).toEqual(['docs/규정/휴학 1.txt', 'readme.md']);
    expect(entries.get('readme.md')?.version).toBe(git(work, 'rev-parse', 'trunk:readme.md').trim());
    expect(await textOf(connector, entries.get('docs/규정/휴학 1.txt'))).toEqual({
      text: '제1조',
      url: `https://git.example/src/docs/${encodeURIComponent('규정')}/${encodeURIComponent('휴학 1.txt')}`,
    });
    expect(server.requests.every(({ headers }) => headers.authorization === 'Basic dTp0')).toBe(true);
    await connector.close();
    expect(leftFolders()).toEqual(before);
  });

  it('lists a side file that is a link as a part that cannot be read, and side files before others', async () => {
    symlinkSync('readme.md', path.join(work, 'docs', 'a.txt.meta.yaml'));
    writeFileSync(path.join(work, 'docs', 'b.txt'), 'b');
    writeFileSync(path.join(work, 'docs', 'b.txt.meta.yaml'), 'access: [board]');
    commit();
    push();
    const connector = await open({ folder: 'docs', max_files: 2 });
    const { entries, unlisted } = await listingOf(connector);
    expect([...entries.keys()]).toEqual(['b.txt.meta.yaml']);
    expect(unlisted).toContainEqual({ folder: 'a.txt.meta.yaml', reason: 'it is not a regular file' });
    await connector.close();
  });

  it('is not downloaded while the commit is the same, and is read when it has to be', async () => {
    const first = await open();
    const { entries } = await listingOf(first);
    await first.close();
    server.requests.splice(0);
    const second = await open();
    expect((await listingOf(second)).entries).toEqual(entries);
    // The branches alone: the protocol and the list of names.
    expect(server.requests).toHaveLength(2);
    expect((await textOf(second, entries.get('readme.md'))).text).toBe('# Harbour');
    await second.close();
    writeFileSync(path.join(work, 'new.md'), 'New');
    commit();
    push();
    const third = await open();
    const later = (await listingOf(third)).entries;
    await third.close();
    expect([...later.keys()].sort()).toEqual(['docs/규정/휴학 1.txt', 'new.md', 'readme.md']);
    expect(later.get('readme.md')).toEqual(entries.get('readme.md'));
  });

  it('is limited to a branch, a folder and a number of files', async () => {
    writeFileSync(path.join(work, 'docs', 'b.txt'), 'B');
    commit();
    push();
    const listed = async (more: object) => {
      const connector = await open(more);
      const { entries, unlisted } = await listingOf(connector);
      await connector.close();
      return [[...entries.keys()].sort(), unlisted.map(({ reason }) => reason)];
    };
    expect(await listed({ branch: 'other', folder: '/docs/' })).toEqual([['규정/휴학 1.txt'], []]);
    expect(await listed({ folder: 'docs' })).toEqual([['b.txt', '규정/휴학 1.txt'], []]);
    expect(await listed({ folder: 'docs', max_files: 1 })).toEqual([
      [expect.any(String)],
      ['the repository has more than 1 files; raise max_files, or set folder'],
    ]);
  });

  it('fails the run if the commit is larger than max_mb, and says how much that is', async () => {
    writeFileSync(path.join(work, 'noise.txt'), randomBytes(1_500_000).toString('base64'));
    commit();
    push();
    const small = await open({ max_mb: 1 });
    await expect(listingOf(small)).rejects.toThrow('larger than 1 MB as a download');
    await small.close();
    const connector = await open({ max_mb: 4 });
    expect([...(await listingOf(connector)).entries.keys()]).toContain('noise.txt');
    await connector.close();
  });

  it.each([
    [{ branch: 'missing' }, "no branch 'missing'"],
    [{ folder: 'docs/none' }, "no folder 'docs/none'"],
    [{ url: 'gone' }, 'the server does not have it (404)'],
  ])('fails the run with %j', async (more, message) => {
    const location = 'url' in more ? { url: `${base}/gone.git` } : more;
    const connector = await open(location);
    await expect(listingOf(connector)).rejects.toThrow(message);
    await connector.close();
  });

  it('names files whose content Git LFS keeps', async () => {
    writeFileSync(path.join(work, 'big.pdf'), 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n');
    commit();
    push();
    const connector = await open();
    const { entries } = await listingOf(connector);
    await expect(textOf(connector, entries.get('big.pdf'))).rejects.toThrow('Git LFS');
    await connector.close();
  });
});

describe('the location of a repository', () => {
  const url = 'https://h.example/w.git';
  it.each([
    [{}, '/location/url'],
    [{ url: 'ssh://git@h.example/w.git' }, '/location/url'],
    [{ url, branch: 'refs/heads/main' }, '/location/branch'],
    [{ url, folder: '../x' }, '/location/folder'],
    [{ url, link: 'https://h.example/' }, '/location/link'],
    [{ url, max_mb: 0 }, '/location/max_mb'],
    [{ url, depth: 1 }, '/location/depth'],
  ])('%j has a fault at %s', async (location, pointer) => expect(await pointersOf(kind, location)).toEqual([pointer]));

  it('is for administrators', () =>
    expect(kind.check(settingsOf('git', { url }), LIMITED)).rejects.toMatchObject({ kind: 'forbidden' }));
});
