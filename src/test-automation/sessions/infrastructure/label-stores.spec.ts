import { aSession } from '../../../../test/support/a-session.js';
import { onEveryStore, StoreUnderTest } from '../../../../test/support/every-store.js';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { MAX_REVIEWERS } from '../domain/row-labels.js';
import { SqlLabelStore } from './sql-label-store.js';
import { SqlSessionStore } from './sql-session-store.js';

const ANN = { caller: 'key_1', name: 'ann' };
const ROWS = ['r1', 'r2'];

async function labelStore(opened: StoreUnderTest): Promise<SqlLabelStore> {
  await new SqlSessionStore(opened.sql).create(aSession({ sessionId: 'ses_1', status: 'completed' }));
  return new SqlLabelStore(opened.sql);
}

onEveryStore('labels of rows', 'work', (opened) => {
  it('are kept by caller and name, changed one by one, and complete when each row has one', async () => {
    const store = await labelStore(opened());
    expect(await store.save('ses_1', ANN, { resultId: 'r1', label: 'failure' }, ROWS)).toBe(false);
    expect(await store.save('ses_1', ANN, { resultId: 'r1', label: 'partial' }, ROWS)).toBe(false);
    await store.save('ses_1', { ...ANN, caller: 'key_2' }, { resultId: 'r1', label: 'success' }, ROWS);
    expect((await store.all('ses_1')).map(({ isComplete }) => isComplete)).toEqual([false, false]);
    expect(await store.save('ses_1', ANN, { resultId: 'r2', label: 'success' }, ROWS)).toBe(true);
    // A change does not open them again.
    await store.save('ses_1', ANN, { resultId: 'r2', label: 'failure' }, [...ROWS, 'r3']);
    await opened().restart();
    const [own, other] = await new SqlLabelStore(opened().sql).all('ses_1');
    expect([own?.reviewer, own?.isComplete, [...(own?.labels ?? [])]]).toEqual([
      ANN,
      true,
      [
        ['r1', 'partial'],
        ['r2', 'failure'],
      ],
    ]);
    expect([other?.reviewer.caller, other?.isComplete]).toEqual(['key_2', false]);
  });

  it('are complete where the last two are stored at once', async () => {
    const store = await labelStore(opened());
    const saved = await Promise.all(
      ROWS.map((resultId) => store.save('ses_1', ANN, { resultId, label: 'success' }, ROWS)),
    );
    expect(saved.sort()).toEqual([false, true]);
    expect((await store.all('ses_1'))[0]?.isComplete).toBe(true);
  });

  it('are deleted with their session', async () => {
    const store = await labelStore(opened());
    await store.save('ses_1', ANN, { resultId: 'r1', label: 'success' }, ROWS);
    await opened().run("DELETE FROM test_sessions WHERE session_id = 'ses_1'");
    expect(await opened().number('SELECT count(*) FROM test_labels')).toBe(0);
  });

  it('have a limited number of reviewers, who continue above it', async () => {
    const store = await labelStore(opened());
    const label = (i: number) =>
      store.save('ses_1', { caller: 'key_1', name: `reviewer${i}` }, { resultId: 'r1', label: 'success' }, ROWS);
    for (let i = 0; i < MAX_REVIEWERS; i++) await label(i);
    await expect(label(MAX_REVIEWERS)).rejects.toThrow(ConflictError);
    await label(0);
    expect(await store.all('ses_1')).toHaveLength(MAX_REVIEWERS);
  });
});
