import { onEveryStore, StoreUnderTest } from '../../../../test/support/every-store.js';
import { AuditEntry, Improvement } from '../../sessions/domain/improvement.js';
import { SqlFindingsStore } from './sql-findings-store.js';
import { SqlImprovementStore } from './sql-improvement-store.js';

const improvementOf = (id: string, more: Partial<Improvement> = {}): Improvement => ({
  id,
  type: 'synonym',
  priority: 'high',
  description: '‘휴학’ is missing',
  suggestedValue: 'a group',
  patch: [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['휴학'] } }],
  evidence: { result_ids: ['r1'], nested: { nul: '\u0000' } },
  status: 'proposed',
  ...more,
});
const entryOf = (action: AuditEntry['action']): AuditEntry => ({
  at: '2026-01-01T00:00:00.000Z',
  by: 'key_1',
  action,
  detail: '자동',
});
const withSessions = (store: StoreUnderTest, ...ids: string[]) =>
  store.run(
    ids
      .map((id) =>
        store.make(
          () =>
            `INSERT INTO test_sessions (session_id, owner, status, created_at, session) VALUES ('${id}', 'ann', 'completed', '', '{}')`,
          () =>
            `INSERT INTO test_sessions (session_id, owner, status, created_at, session, process) VALUES ('${id}', 'ann', 'completed', '', '{}', 0)`,
        ),
      )
      .join(';'),
  );

onEveryStore('improvements', 'work', (opened) => {
  const made = () => new SqlImprovementStore(opened().sql);
  beforeEach(() => withSessions(opened(), 's1', 's2'));

  it('belong to the owner of the session, the newest first', async () => {
    await made().replace('s1', 'ann', [improvementOf('a'), improvementOf('b')]);
    await made().replace('s2', 'ann', [improvementOf('c')]);
    await opened().restart();
    expect((await made().list('ann')).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(await made().find('a', 'ann')).toEqual(improvementOf('a'));
    expect([await made().list('bob'), await made().find('a', 'bob')]).toEqual([[], undefined]);
    expect([await made().sessionOf('c'), await made().sessionOf('x')]).toEqual(['s2', undefined]);
  });

  it('are replaced when their session is judged again, except those with a history', async () => {
    await made().replace('s1', 'ann', [improvementOf('a'), improvementOf('b')]);
    const applied = await made().record({ ...improvementOf('a'), status: 'applied' }, 'ann', entryOf('applied'));
    await made().replace('s1', 'ann', [improvementOf('a', { description: 'again' }), improvementOf('c')]);
    expect((await made().list('ann')).map(({ id }) => id).sort()).toEqual(['a', 'c']);
    expect(await made().find('a', 'ann')).toEqual(applied);
    expect(await made().find('b', 'ann')).toBeUndefined();
  });

  it('that are dismissed keep the reason and their history when they are restored and their session is judged again', async () => {
    await made().replace('s1', 'ann', [improvementOf('a')]);
    const dismissed: Improvement = { ...improvementOf('a'), status: 'dismissed' };
    const stored = await made().record(dismissed, 'ann', { ...entryOf('dismissed'), detail: '다른 뜻이다' });
    await opened().restart();
    expect(await made().find('a', 'ann')).toEqual(stored);
    const restored = await made().record({ ...stored, status: 'proposed' }, 'ann', entryOf('restored'));
    await made().replace('s1', 'ann', [improvementOf('a', { description: 'again' })]);
    expect(await made().find('a', 'ann')).toEqual(restored);
    const kept = "SELECT count(*) FROM improvement_audit WHERE action = 'dismissed' AND detail = '다른 뜻이다'";
    expect(await opened().number(kept)).toBe(1);
  });

  it('store every line of their history', async () => {
    await made().replace('s1', 'ann', [improvementOf('a')]);
    const verified = await made().record({ ...improvementOf('a'), status: 'verified' }, 'ann', entryOf('verified'));
    const back = await made().record({ ...verified, status: 'rolled_back' }, 'ann', entryOf('rolled_back'));
    expect(back.audit).toEqual([entryOf('verified'), entryOf('rolled_back')]);
    expect(await made().find('a', 'ann')).toEqual(back);
    expect(await opened().number("SELECT count(*) FROM improvement_audit WHERE improvement_id = 'a'")).toBe(2);
  });

  it('of another caller are not changed', async () => {
    await made().replace('s1', 'ann', [improvementOf('a')]);
    await made().record({ ...improvementOf('a'), status: 'applied' }, 'bob', entryOf('applied'));
    expect((await made().find('a', 'ann'))?.status).toBe('proposed');
    expect(await opened().number('SELECT count(*) FROM improvement_audit')).toBe(0);
  });

  it('of all owners are found, listed and changed without a given owner, and keep their owners', async () => {
    await made().replace('s1', 'ann', [improvementOf('a')]);
    await made().replace('s2', 'bob', [improvementOf('b')]);
    expect((await made().list(undefined)).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await made().find('b', undefined)).toEqual(improvementOf('b'));
    const applied = await made().record({ ...improvementOf('b'), status: 'applied' }, undefined, entryOf('applied'));
    expect([await made().find('b', 'bob'), (await made().find('a', 'ann'))?.status]).toEqual([applied, 'proposed']);
    expect(await opened().number("SELECT count(*) FROM improvement_audit WHERE owner = 'bob'")).toBe(1);
  });

  it('are not stored for an unknown session', async () => {
    await expect(Promise.resolve().then(() => made().replace('none', 'ann', [improvementOf('a')]))).rejects.toThrow();
    expect(await made().list('ann')).toEqual([]);
  });
});

onEveryStore('findings of sessions', 'work', (opened) => {
  const made = () => new SqlFindingsStore(opened().sql);

  it('are the last stored ones, and undefined before', async () => {
    await withSessions(opened(), 's1');
    expect(await made().find('s1')).toBeUndefined();
    await made().save('s1', { whys: [], improvements: [improvementOf('a')], contribution: null });
    await made().save('s1', { whys: [], improvements: [improvementOf('b')], contribution: null });
    await opened().restart();
    expect(await made().find('s1')).toEqual({ whys: [], improvements: [improvementOf('b')], contribution: null });
    await opened().run(`UPDATE test_findings SET findings = '[]'`);
    expect(await made().find('s1')).toBeUndefined();
  });
});
