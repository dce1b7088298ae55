import { onEveryStore } from '../../../../test/support/every-store.js';
import { queuedRun } from '../domain/source-run.js';
import { SourceFile } from '../domain/source-store.js';
import { Source, SOURCE_DEFAULTS } from '../domain/source.js';
import { SqlSourceFiles } from './sql-source-files.js';
import { SqlSourceRuns } from './sql-source-runs.js';
import { SqlSourceStore } from './sql-source-store.js';

const source = (id: string, name: string): Source => ({
  id,
  origin: 'api',
  owner: 'key_1',
  settings: {
    ...SOURCE_DEFAULTS,
    name,
    kind: 'folder',
    location: { folder: '/srv/문서' },
    headers: { Authorization: { secret: 'SOURCE_SECRET_A', prefix: 'Bearer ' } },
    category: ['편람'],
    dateRules: [{ match: '2026/**', effectiveFrom: '2026-01-01', effectiveTo: null }],
    schedule: { cron: '0 3 * * *', timeZone: 'Asia/Seoul' },
  },
});

const file = (path: string, documentId: string): SourceFile => ({
  path,
  documentId,
  state: 'stored',
  hash: 'h',
  version: '1',
  fields: '{}',
  documents: [documentId, `${documentId}/part`],
});

onEveryStore('sources', 'work', (opened) => {
  const store = () => new SqlSourceStore(opened().sql);
  const files = () => new SqlSourceFiles(opened().sql);
  const runs = () => new SqlSourceRuns(opened().sql);

  it('are returned as they were stored, ordered by name, and can be replaced and removed', async () => {
    await store().put(source('s2', 'b'));
    await store().put(source('s1', 'a'));
    expect(await store().list()).toEqual([source('s1', 'a'), source('s2', 'b')]);
    const changed = { ...source('s1', 'c'), owner: 'admin' };
    await store().put(changed);
    expect(await store().find('s1')).toEqual(changed);
    await files().put('s1', file('a.txt', 'c/a.txt'));
    await store().remove('s1');
    expect([await store().find('s1'), await files().list('s1')]).toEqual([undefined, []]);
  });

  it('are started once for each planned time', async () => {
    const claim = (at: string) => store().claimStart('s1', at);
    expect([await claim('2026-01-01'), await claim('2026-01-01'), await claim('2026-01-02')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await claim('2026-01-01')).toBe(false);
  });

  it('store their files, and the new paths of moved files', async () => {
    await files().put('s1', file('a.txt', 'n/a.txt'));
    await files().put('s1', { ...file('b.txt', 'n/b.txt'), hash: 'other' });
    await files().put('s1', { ...file('b.txt', 'n/b.txt'), state: 'retired' });
    const moved: SourceFile = { ...file('x/a.txt', 'n/a.txt'), state: 'claimed' };
    await files().move('s1', 'a.txt', moved);
    expect(await files().list('s1')).toEqual([{ ...file('b.txt', 'n/b.txt'), state: 'retired' }, moved]);
    expect([await files().hasDocument('n/a.txt'), await files().hasDocument('n/c.txt')]).toEqual([true, false]);
    await files().remove('s1', 'b.txt');
    expect(await files().list('s1')).toEqual([moved]);
    expect(await files().list('s2')).toEqual([]);
  });

  it('keep their last runs, newest first, in pages, and mark the interrupted ones', async () => {
    for (let n = 1; n <= 53; n++) await runs().put(queuedRun(`r${n}`, 's1', n === 53, '2026-01-01'));
    await runs().put({ ...queuedRun('r52', 's1', false, '2026-01-01'), status: 'completed', finishedAt: '2026-01-02' });
    const ids = async (limit: number, before?: string) =>
      (await runs().list('s1', limit, before)).map(({ runId }) => runId);
    expect(await ids(2)).toEqual(['r53', 'r52']);
    expect(await ids(2, 'r52')).toEqual(['r51', 'r50']);
    expect((await ids(100)).length).toBe(50);
    await runs().interrupt('s1', 'r53');
    const last = await runs().list('s1', 3, undefined);
    expect(last.map(({ status }) => status)).toEqual(['queued', 'completed', 'interrupted']);
    expect([(await runs().find('s1', 'r53'))?.dryRun, await runs().find('s2', 'r53')]).toEqual([true, undefined]);
  });
});
