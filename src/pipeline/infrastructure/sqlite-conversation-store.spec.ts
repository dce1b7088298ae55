import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConversationsAndJobs1763700000001 } from '../../../migrations/sqlite/1763700000001-conversations-and-jobs.js';
import { GroupedWrites } from '../../shared/infrastructure/database/grouped-writes.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { Turn } from '../domain/conversation.js';
import { SqliteConversationStore } from './sqlite-conversation-store.js';

function turn(n: number): Turn {
  return {
    message: `message ${n}`,
    completedQuestion: `question ${n}?`,
    response: `답 ${n}`,
    sources: [{ n: 1, doc_id: 'kiln', quote: 'The "kiln"\n fires.' }],
    traceId: `trace_${n}`,
    createdAt: `2025-01-01T00:00:0${n}.000Z`,
  };
}

describe('SqliteConversationStore', () => {
  let folder: string;
  let db: SqliteDatabase;
  let store: SqliteConversationStore;

  const open = () =>
    SqliteDatabase.open({
      file: path.join(folder, 'work.db'),
      durability: 'normal',
      migrations: [ConversationsAndJobs1763700000001],
      entities: [],
    });
  const count = (table: string) => db.writer.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'conversations-'));
    db = await open();
    store = new SqliteConversationStore(db, new GroupedWrites(db.writer, 0));
  });

  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  it('gives back turns as they were said, oldest first, dated by the first', async () => {
    for (const n of [1, 2, 3]) await store.append('c', 'ann', turn(n));
    expect(await store.find('c', 'ann')).toEqual({
      conversationId: 'c',
      createdAt: turn(1).createdAt,
      turns: [turn(1), turn(2), turn(3)],
    });
  });

  it('gives the last turns, oldest first', async () => {
    for (const n of [1, 2, 3]) await store.append('c', 'ann', turn(n));
    expect(await store.recent('c', 'ann', 2)).toEqual([turn(2), turn(3)]);
    expect(await store.recent('c', 'ann', 9)).toHaveLength(3);
    expect(await store.recent('c', 'ann', 0)).toEqual([]);
  });

  it('keeps conversations of two owners with one id as two conversations', async () => {
    await store.append('c', 'ann', turn(1));
    await store.append('c', 'bob', turn(2));
    expect((await store.find('c', 'ann'))?.turns).toEqual([turn(1)]);
    expect((await store.find('c', 'bob'))?.turns).toEqual([turn(2)]);
    expect((await store.find('c', 'bob'))?.createdAt).toBe(turn(2).createdAt);
    expect(await store.recent('c', 'bob', 9)).toEqual([turn(2)]);
  });

  it('removes a conversation with its turns, and leaves that of another owner', async () => {
    await store.append('c', 'ann', turn(1));
    await store.append('c', 'ann', turn(2));
    await store.append('c', 'bob', turn(3));
    expect(await store.remove('c', 'ann')).toBe(true);
    expect(await store.find('c', 'ann')).toBeUndefined();
    expect(await store.recent('c', 'ann', 9)).toEqual([]);
    expect([count('conversations'), count('conversation_turns')]).toEqual([1, 1]);
    expect((await store.find('c', 'bob'))?.turns).toEqual([turn(3)]);
  });

  it('does not bring turns back when a removed id is used again', async () => {
    await store.append('c', 'ann', turn(1));
    await store.remove('c', 'ann');
    await store.append('c', 'ann', turn(2));
    expect(await store.find('c', 'ann')).toEqual({
      conversationId: 'c',
      createdAt: turn(2).createdAt,
      turns: [turn(2)],
    });
  });

  it('says that there was nothing to find or to remove', async () => {
    await store.append('c', 'ann', turn(1));
    expect(await store.find('c', 'eve')).toBeUndefined();
    expect(await store.recent('d', 'ann', 3)).toEqual([]);
    expect(await store.remove('c', 'eve')).toBe(false);
    expect(await store.remove('d', 'ann')).toBe(false);
    expect(count('conversation_turns')).toBe(1);
  });

  it('still has what was said after the file was opened again', async () => {
    await store.append('c', 'ann', turn(1));
    await db.close();
    db = await open();
    expect((await new SqliteConversationStore(db, new GroupedWrites(db.writer, 0)).find('c', 'ann'))?.turns).toEqual([
      turn(1),
    ]);
  });
});
