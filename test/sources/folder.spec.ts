import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { RunningApplication, startApplication, temporaryFolder } from '../support/application.js';

interface Report {
  readonly run_id: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly {
    path: string;
    outcome: string;
    document_id?: string;
    previous_path?: string;
    reason?: string;
  }[];
  readonly error: string | null;
  readonly done: number;
  readonly total: number;
}

let server: RunningApplication;
let folder: string;
let sourceId: string;

beforeAll(async () => {
  server = await startApplication();
});
afterAll(() => server.stop());

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  if (sourceId !== '') await server.call({ method: 'DELETE', url: `/sources/${sourceId}?documents=delete` });
  sourceId = '';
  rmSync(folder, { recursive: true, force: true });
});

const text = (name: string, content: string) => writeFile(path.join(folder, name), content);

async function define(more: object = {}): Promise<void> {
  const response = await server.post('/sources', {
    name: 'handbook',
    kind: 'folder',
    location: { folder },
    category: ['Handbook'],
    ...more,
  });
  expect([response.statusCode, response.json()]).toEqual([201, expect.objectContaining({ origin: 'api' })]);
  sourceId = response.json<{ source_id: string }>().source_id;
}

async function change(more: object): Promise<void> {
  const settings = (await server.call({ method: 'GET', url: `/sources/${sourceId}` })).json<Record<string, unknown>>();
  for (const shown of ['source_id', 'origin', 'owner']) Reflect.deleteProperty(settings, shown);
  const response = await server.call({ method: 'PUT', url: `/sources/${sourceId}`, payload: { ...settings, ...more } });
  expect(response.statusCode).toBe(200);
}

async function sync(query = ''): Promise<Report> {
  const started = await server.call({ method: 'POST', url: `/sources/${sourceId}/sync${query}` });
  expect(started.statusCode).toBe(202);
  const { run_id: runId } = started.json<{ run_id: string }>();
  for (;;) {
    const run = (await server.call({ method: 'GET', url: `/sources/${sourceId}/runs/${runId}` })).json<Report>();
    if (!['queued', 'running'].includes(run.status)) return run;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const document = async (id: string) =>
  (await server.call({ method: 'GET', url: `/documents/${encodeURIComponent(id)}` })).json<Record<string, unknown>>();
const allIds = async () =>
  (await server.call({ method: 'GET', url: '/documents?limit=500' }))
    .json<{ items: { document_id: string }[] }>()
    .items.map(({ document_id: id }) => id);

describe('a folder that stays in step', () => {
  it('gives no document an id with invisible characters, and leaves visible names as they are', async () => {
    await mkdir(path.join(folder, 'fold\u202e'));
    await text('fold\u202e/x\x1b[31m\n.txt', 'The red list is kept.');
    await text('fold\u202e/a_.txt', 'The visible list is kept.');
    await text('fold\u202e/a\u202e.txt', 'The hidden list is kept.');
    await text('❤️ 별표.txt', 'The loved list is kept.');
    await define();
    const run = await sync();
    const stored = run.files.filter(({ document_id: id }) => id !== undefined);
    expect(stored.map((file) => file.path).sort()).toEqual(['fold_/a_.txt', 'fold_/x_[31m_.txt', '❤️ 별표.txt']);
    expect(JSON.stringify(run.files)).toContain('two files have this name');
    for (const { document_id: id = '' } of stored) expect(id).toMatch(/^[^\p{Cc}\p{Bidi_Control}]+$/u);
    expect(await document(stored.find((file) => file.path === 'fold_/a_.txt')?.document_id ?? '')).toMatchObject({
      text: 'The visible list is kept.',
    });
  });

  it('stores, keeps, changes, moves and removes, with a report of each run', async () => {
    await mkdir(path.join(folder, 'rules'));
    await text('tides.md', '# Tides\n\nHigh tide is at six in the morning.\n');
    await text('rules/보트 규정.txt', '제1조(목적) 이 규정은 보트의 사용을 정한다.');
    await text('broken.pdf', '%PDF-1.7 this is no PDF');
    await define();
    const first = await sync();
    expect(first).toMatchObject({
      status: 'completed',
      done: 3,
      total: 3,
      counts: { added: 2, changed: 0, moved: 0, unchanged: 0, removed: 0, failed: 1 },
    });
    expect(first.files).toContainEqual({
      path: 'broken.pdf',
      outcome: 'failed',
      reason: expect.stringMatching(/cannot be read/u) as string,
    });
    expect(await allIds()).toEqual(['handbook/rules/보트 규정.txt', 'handbook/tides.md']);

    expect((await sync()).counts).toMatchObject({ added: 0, unchanged: 2, failed: 1 });

    await text('tides.md', '# Tides\n\nHigh tide is at seven in the morning.\n');
    await rename(path.join(folder, 'rules/보트 규정.txt'), path.join(folder, '보트 규정 (현행).txt'));
    await rm(path.join(folder, 'broken.pdf'));
    const third = await sync();
    expect(third.counts).toEqual({ added: 0, changed: 1, moved: 1, unchanged: 0, removed: 1, failed: 0 });
    expect(third.files).toContainEqual({
      path: '보트 규정 (현행).txt',
      outcome: 'moved',
      document_id: 'handbook/rules/보트 규정.txt',
      previous_path: 'rules/보트 규정.txt',
    });
    expect((await document('handbook/tides.md'))['text']).toMatch(/seven/u);
    const answer = await server.post('/search', { query: '보트의 사용' });
    expect(answer.json<{ hits: unknown[] }>().hits[0]).toMatchObject({ document_id: 'handbook/rules/보트 규정.txt' });

    await rm(path.join(folder, 'tides.md'));
    expect((await sync()).counts).toMatchObject({ removed: 1, unchanged: 1 });
    expect(await allIds()).toEqual(['handbook/rules/보트 규정.txt']);
  });

  it('looks at the content, not at the time of a file', async () => {
    await text('a.txt', 'The quay opens at nine.');
    await define();
    await sync();
    await utimes(path.join(folder, 'a.txt'), new Date(0), new Date(0));
    expect((await sync()).counts).toMatchObject({ unchanged: 1, changed: 0 });
  });

  it('gives a new file at the place of a moved one an id of its own', async () => {
    await text('a.txt', 'The quay opens at nine.');
    await define();
    await sync();
    await rename(path.join(folder, 'a.txt'), path.join(folder, 'b.txt'));
    await text('a.txt', 'The crane is closed on Sundays.');
    // The old path has other content now, so that the first document changes, and the moved text is a new one.
    expect((await sync()).counts).toMatchObject({ added: 1, changed: 1 });
    await rename(path.join(folder, 'b.txt'), path.join(folder, 'c.txt'));
    await text('b.txt', 'The ferry takes no cars.');
    expect((await sync()).counts).toMatchObject({ unchanged: 1 });
    expect((await allIds()).length).toBe(3);
  });

  it('reports what a run would do and does nothing', async () => {
    await text('a.txt', 'The quay opens at nine.');
    await define();
    expect(await sync('?dry_run=true')).toMatchObject({ dry_run: true, counts: { added: 1 } });
    expect(await allIds()).toEqual([]);
    await sync();
    await rename(path.join(folder, 'a.txt'), path.join(folder, 'b.txt'));
    await text('c.txt', 'The crane is closed on Sundays.');
    expect((await sync('?dry_run=true')).counts).toMatchObject({ moved: 1, added: 1, removed: 0 });
    expect((await sync()).counts).toMatchObject({ moved: 1, added: 1, removed: 0 });
    await rm(path.join(folder, 'b.txt'));
    expect((await sync('?dry_run=true')).counts).toMatchObject({ removed: 1 });
    expect((await allIds()).length).toBe(2);
  });

  it('keeps what is gone out of force, and puts it in force again when it comes back', async () => {
    await text('a.txt', 'The quay opens at nine.');
    await text('b.txt', 'The crane is closed on Sundays.');
    await define({ removed: 'keep' });
    await sync();
    await rm(path.join(folder, 'a.txt'));
    expect((await sync()).counts).toMatchObject({ removed: 1, unchanged: 1 });
    expect((await document('handbook/a.txt'))['effective_to']).toMatch(/^\d{4}-\d{2}-\d{2}$/u);
    expect((await sync()).counts).toMatchObject({ removed: 0, unchanged: 1 });
    const hits = (await server.post('/search', { query: 'quay opens' })).json<{ hits: { document_id: string }[] }>()
      .hits;
    expect(hits.map(({ document_id: id }) => id)).not.toContain('handbook/a.txt');
    await text('again.txt', 'The quay opens at nine.');
    expect((await sync()).counts).toMatchObject({ moved: 1 });
    expect((await document('handbook/a.txt'))['effective_to']).toBeNull();
  });

  it('takes categories, titles and days from folders, rules, names, front matter and side files', async () => {
    await mkdir(path.join(folder, 'hr/leave'), { recursive: true });
    await mkdir(path.join(folder, 'law'));
    await text(
      'hr/leave/a.md',
      '---\ntitle: Leave\neffective_from: 2026-03-01\nversion: 2\n---\n\nLeave is granted for ten days.\n',
    );
    await text('law/rules 2025-01-01.txt', 'The fee is 10 euros.');
    await text('law/rules 2026-01-01.txt', 'The fee is 12 euros.');
    await text('law/side.txt', 'The fine is 5 euros.');
    await text('law/side.txt.meta.yaml', 'title: Fines\neffective_to: 2027-12-31\n');
    await define({
      folders_as_categories: true,
      file_name_date: 'effective_from',
      category_rules: [{ match: 'law/**', path: ['Law'] }],
    });
    expect((await sync()).counts).toMatchObject({ added: 4, failed: 0 });
    expect(await document('handbook/hr/leave/a.md')).toMatchObject({
      title: 'Leave',
      version: '2',
      effective_from: '2026-03-01',
      canonical_path: ['Handbook', 'hr', 'leave'],
      metadata: { source: 'handbook', source_path: 'hr/leave/a.md' },
    });
    expect(await document('handbook/law/rules 2025-01-01.txt')).toMatchObject({
      canonical_path: ['Law'],
      effective_from: '2025-01-01',
      effective_to: '2025-12-31',
    });
    expect(await document('handbook/law/rules 2026-01-01.txt')).toMatchObject({ effective_to: null });
    expect(await document('handbook/law/side.txt')).toMatchObject({ title: 'Fines', effective_to: '2027-12-31' });
    // A new edition closes the one before, whose file is as it was.
    await text('law/rules 2026-07-01.txt', 'The fee is 13 euros.');
    await text('law/side.txt.meta.yaml', 'title: Penalties\n');
    expect((await sync()).counts).toMatchObject({ added: 1, changed: 2, unchanged: 2 });
    expect(await document('handbook/law/rules 2026-01-01.txt')).toMatchObject({ effective_to: '2026-06-30' });
    expect(await document('handbook/law/side.txt')).toMatchObject({ title: 'Penalties', effective_to: null });
  });

  it.each([
    ['---\naccess: board\n---\n\nThe bonus is 5 percent.\n', /access must be a list/u],
    ['---\naccess: []\n---\n\nThe bonus is 5 percent.\n', /access must be a list/u],
    ['---\naccess: [board]\n\nThe bonus is 5 percent.\n', /no end within 65536 characters/u],
    ['---\neffective_from: someday\n---\n\nText.\n', /effective_from must be a day/u],
    ['---\ntitle: [a\n---\n\nText.\n', /not valid YAML/u],
  ])('refuses metadata that it cannot honour: %j', async (content, reason) => {
    await text('a.md', content);
    await define();
    const { files } = await sync();
    expect(files).toEqual([{ path: 'a.md', outcome: 'failed', reason: expect.stringMatching(reason) as string }]);
    expect(await allIds()).toEqual([]);
  });

  it.each([
    [
      { 'a.txt.meta.yaml': 'access: [board]\n', 'a.txt.meta.yml': 'title: A\n' },
      /2 side files: a.txt.meta.yaml, a.txt.meta.yml/u,
    ],
    [{ 'a.txt.META.YAML': 'access: [board\n' }, /not valid YAML/u],
    [{ 'a.txt.meta.yaml/part.md.meta.json': '{}' }, /a.txt.meta.yaml cannot be read: it is not a regular file/u],
  ])('stores nothing of a file whose side files it cannot read: %j', async (sides, reason) => {
    await text('a.txt', 'The pier will be sold.');
    for (const [name, content] of Object.entries(sides)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await text(name, content);
    }
    await define();
    const { files } = await sync();
    expect(files).toContainEqual({
      path: 'a.txt',
      outcome: 'failed',
      reason: expect.stringMatching(reason) as string,
    });
    expect(await allIds()).toEqual([]);
  });

  it.each([
    Buffer.from('\ufeff---\naccess: [board]\n---\n\nThe pier will be sold.\n', 'utf16le'),
    Buffer.from('---\raccess: [board]\r---\r\rThe pier will be sold.\r'),
    Buffer.from('# Comment\n\n---\naccess: [board]\n---\n\nThe pier will be sold.\n'),
    Buffer.from(`---\nnote: ${'x'.repeat(40_000)}\naccess: [board]\n---\n\nThe pier will be sold.\n`),
  ])('takes groups from front matter in any encoding and of any length: %#', async (content) => {
    await writeFile(path.join(folder, 'a.txt'), content);
    await define();
    expect((await sync()).counts).toMatchObject({ added: 1, failed: 0 });
    expect((await document('handbook/a.txt'))['groups']).toEqual(['board']);
  });

  it('stores nothing of a file whose side file is a link', async () => {
    await text('a.txt', 'The pier will be sold.');
    await symlink('nowhere', path.join(folder, 'a.txt.meta.yaml'));
    await define();
    expect((await sync()).files).toContainEqual(
      expect.objectContaining({ path: 'a.txt', outcome: 'failed', reason: expect.stringContaining('a.txt.meta.yaml') }),
    );
    expect(await allIds()).toEqual([]);
  });

  it('stores no side file, also when the file that it is about is not there', async () => {
    await text('a.txt', 'The pier will be sold.');
    await text('a.txt.Meta.yml', 'access: [board]\n');
    await text('gone.txt.meta.yaml', 'access: [board]\n');
    await define();
    expect((await sync()).counts).toMatchObject({ added: 1, failed: 0 });
    expect(await allIds()).toEqual(['handbook/a.txt']);
    expect((await document('handbook/a.txt'))['groups']).toEqual(['board']);
  });

  it('stores nothing of a file in an archive that has an access of its own', async () => {
    const archive = zipSync({
      'open.txt': strToU8('The quay opens at nine.'),
      'front.md': strToU8('---\naccess: [board]\n---\n\nThe bonus is 5 percent.\n'),
      'side.txt': strToU8('The pier will be sold.'),
      'side.txt.meta.yaml': strToU8('access: [board]\n'),
    });
    await writeFile(path.join(folder, 'a.zip'), archive);
    await define();
    expect((await sync()).files).toMatchObject([
      { outcome: 'added', reason: expect.stringMatching(/^3 of the 4 files/u) },
    ]);
    expect(await allIds()).toEqual(['handbook/a.zip/open.txt']);
  });

  it('takes groups from rules, front matter and side files, and changes them without indexing again', async () => {
    await mkdir(path.join(folder, 'board'));
    await text('open.txt', 'The quay opens at nine.');
    await text('front.md', '---\naccess: [staff, audit]\n---\n\nThe bonus is 5 percent.\n');
    await text('side.txt', 'The fine is 5 euros.');
    await text('side.txt.meta.yaml', 'access: [audit]\n');
    await text('board/plan.txt', 'The pier will be sold.');
    await define({ group_rules: [{ match: 'board/**', groups: ['board'] }] });
    expect((await sync()).counts).toMatchObject({ added: 4, failed: 0 });
    const groups = async () =>
      Object.fromEntries(
        await Promise.all(
          ['open.txt', 'front.md', 'side.txt', 'board/plan.txt'].map(
            async (name) => [name, (await document(`handbook/${name}`))['groups']] as const,
          ),
        ),
      );
    expect(await groups()).toEqual({
      'open.txt': [],
      'front.md': ['audit', 'staff'],
      'side.txt': ['audit'],
      'board/plan.txt': ['board'],
    });
    expect((await sync()).counts).toMatchObject({ unchanged: 4 });

    const before = await document('handbook/board/plan.txt');
    await text('side.txt.meta.yaml', 'access: [staff]\n');
    await change({ groups: ['everybody'], group_rules: [{ match: 'board/**', groups: ['board', 'audit'] }] });
    expect((await sync()).counts).toMatchObject({ changed: 3, unchanged: 1, failed: 0 });
    expect(await groups()).toEqual({
      'open.txt': ['everybody'],
      'front.md': ['audit', 'staff'],
      'side.txt': ['staff'],
      'board/plan.txt': ['audit', 'board'],
    });
    expect(await document('handbook/board/plan.txt')).toEqual({ ...before, groups: ['audit', 'board'] });

    await text('front.md', 'The bonus is 5 percent.\n');
    await rm(path.join(folder, 'side.txt.meta.yaml'));
    await change({ groups: [], group_rules: [] });
    expect((await sync()).counts).toMatchObject({ changed: 4, failed: 0 });
    expect(new Set(Object.values(await groups()).map(String))).toEqual(new Set(['']));
  });

  it('includes and excludes by patterns, and removes what they leave out', async () => {
    await mkdir(path.join(folder, 'drafts'));
    await text('a.md', 'The quay opens at nine.');
    await text('b.txt', 'The crane is closed on Sundays.');
    await text('drafts/c.md', 'The ferry takes no cars.');
    await text('.hidden.md', 'Nobody reads this.');
    await define();
    expect((await sync()).counts).toMatchObject({ added: 3 });
    await change({ include: ['*.md'], exclude: ['drafts/'] });
    expect((await sync()).counts).toMatchObject({ unchanged: 1, removed: 2 });
    expect(await allIds()).toEqual(['handbook/a.md']);
  });

  it('does not follow links out of the folder', async () => {
    const outside = temporaryFolder();
    await writeFile(path.join(outside, 'secret.txt'), 'The safe is behind the picture.');
    await symlink(path.join(outside, 'secret.txt'), path.join(folder, 'link.txt'));
    await symlink(outside, path.join(folder, 'linked'));
    await text('a.txt', 'The quay opens at nine.');
    await define();
    expect((await sync()).counts).toMatchObject({ added: 1, failed: 0 });
    rmSync(outside, { recursive: true });
  });

  it('removes nothing when the folder is gone, and fails the run', async () => {
    await text('a.txt', 'The quay opens at nine.');
    await define();
    await sync();
    await rename(folder, `${folder}-away`);
    expect(await sync()).toMatchObject({ status: 'failed', error: expect.stringMatching(/does not exist/u) as string });
    expect(await allIds()).toEqual(['handbook/a.txt']);
    await rename(`${folder}-away`, folder);
  });

  it('removes nothing when a folder of many files is suddenly empty', async () => {
    for (let i = 0; i < 12; i++) await text(`${i}.txt`, `Pier ${i} has ${i * 3} berths.`);
    await define();
    await sync();
    for (let i = 0; i < 12; i++) await rm(path.join(folder, `${i}.txt`));
    expect(await sync()).toMatchObject({ status: 'failed', counts: { removed: 0 } });
    expect((await allIds()).length).toBe(12);
  });

  it('stores again what somebody deleted by hand', async () => {
    await text('a.txt', 'The quay opens at nine.');
    await define();
    await sync();
    await server.call({ method: 'DELETE', url: `/documents/${encodeURIComponent('handbook/a.txt')}` });
    expect((await sync()).counts).toMatchObject({ added: 1 });
  });

  it('takes over its documents when it is defined again', async () => {
    await text('a.txt', 'The quay opens at nine.');
    await define();
    await sync();
    await server.call({ method: 'DELETE', url: `/sources/${sourceId}` });
    await define();
    expect((await sync()).counts).toMatchObject({ unchanged: 1 });
    expect(await allIds()).toEqual(['handbook/a.txt']);
  });

  it('does not take over the document of somebody else', async () => {
    await server.post('/documents', {
      document_id: 'handbook/a.txt',
      title: 'Mine',
      text: 'The lighthouse is red.',
      canonical_path: ['Handbook'],
    });
    await text('a.txt', 'The quay opens at nine.');
    await define();
    expect((await sync()).files).toMatchObject([{ outcome: 'added', document_id: 'handbook/a.txt (2)' }]);
    await server.call({ method: 'DELETE', url: `/documents/${encodeURIComponent('handbook/a.txt')}` });
  });

  it('does not run while it is paused', async () => {
    await define({ paused: true });
    const refused = await server.call({ method: 'POST', url: `/sources/${sourceId}/sync` });
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      "The source 'handbook' is paused; set paused to false, then start the run.",
    ]);
    await change({ paused: false });
    expect((await sync()).status).toBe('completed');
  });

  it('refuses settings that cannot work, and names each fault', async () => {
    const refused = await server.post('/sources', {
      name: 'a/b',
      kind: 'fax',
      location: {},
      category: [],
      include: ['!a'],
      headers: { Authorization: { secret: 'OPENAI_API_KEY' } },
      schedule: { cron: 'every day' },
    });
    const { errors } = refused.json<{ errors: { pointer: string }[] }>();
    expect([refused.statusCode, errors.map(({ pointer }) => pointer)]).toEqual([422, ['/category']]);
    const wrong = await server.post('/sources', {
      name: 'a/b',
      kind: 'fax',
      location: {},
      category: ['Handbook'],
      include: ['!a'],
      headers: { Authorization: { secret: 'OPENAI_API_KEY' } },
      schedule: { cron: 'every day' },
    });
    expect(wrong.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer)).toEqual([
      '/name',
      '/kind',
      '/headers/Authorization/secret',
      '/include/0',
      '/schedule/cron',
    ]);
    sourceId = '';
  });
});
