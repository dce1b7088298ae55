import { onEveryStore } from '../../../test/support/every-store.js';
import { StoredResponse, StoredResponses } from '../domain/stored-responses.js';
import { SqlStoredResponses } from './sql-stored-responses.js';

const one = (n: number, owner = 'ann'): StoredResponse => ({
  responseId: `resp_${n}`,
  owner,
  conversationId: 'c',
  traceId: `trace_${n}`,
  previousId: n === 1 ? undefined : `resp_${n - 1}`,
  question: `question ${n}?`,
  body: { id: `resp_${n}`, text: '답 "1"\n' },
  sources: [{ documentId: 'kiln', quote: 'The kiln' }],
  createdAt: `2026-01-0${n}T00:00:00.000Z`,
});

onEveryStore('stored responses', 'work', (opened) => {
  let store: StoredResponses;
  beforeEach(async () => {
    for (const owner of ['ann', 'bob'])
      await opened().run(
        `INSERT INTO conversations (conversation_id, owner, created_at, updated_at) VALUES ('c', '${owner}', 'x', 'x')`,
      );
    store = new SqlStoredResponses(opened().sql);
  });

  it('returns a stored response unchanged, and removes it once', async () => {
    await store.save(one(1));
    await store.save(one(2));
    expect(await store.find('resp_1')).toEqual(one(1));
    expect(await store.find('resp_2')).toEqual(one(2));
    expect(await store.remove('resp_1')).toBe(true);
    expect(await store.remove('resp_1')).toBe(false);
    expect(await store.find('resp_1')).toBeUndefined();
  });

  it('removes responses older than a time, and all of one owner', async () => {
    for (const n of [1, 2, 3]) await store.save(one(n));
    await store.save(one(4, 'bob'));
    expect([...(await store.owners())].sort()).toEqual(['ann', 'bob']);
    expect(await store.removeBefore('2026-01-02T12:00:00.000Z')).toBe(2);
    expect(await store.removeOf('ann')).toBe(1);
    expect(await store.owners()).toEqual(['bob']);
  });

  it('removes a response with its conversation', async () => {
    await store.save(one(1));
    await opened().run(`DELETE FROM conversations WHERE owner = 'ann'`);
    expect(await store.find('resp_1')).toBeUndefined();
  });

  it('keeps only the newest responses of one owner, up to the limit', async () => {
    // One statement inserts the rows: ten thousand calls would take too long.
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)';
    await opened().run(
      `INSERT INTO stored_responses (response_id, owner, conversation_id, trace_id, question, body, sources, created_at)
       ${numbers} SELECT 'old_' || i, 'ann', 'c', 't', 'q', '{}', '[]', '2025-01-01T00:00:0' || (i % 10) || '.' || i FROM n`,
    );
    await store.save(one(1));
    await store.save(one(2, 'bob'));
    expect(await opened().number(`SELECT count(*) FROM stored_responses WHERE owner = 'ann'`)).toBe(10_000);
    expect(await store.find('resp_1')).toBeDefined();
    expect(await store.find('old_10')).toBeUndefined();
  });
});
