import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agents1763920000000 } from '../../../migrations/sqlite/1763920000000-agents.js';
import { AgentIds1763920000001 } from '../../../migrations/sqlite/1763920000001-agent-ids.js';
import { readEnvironment } from '../../config/environment.js';
import { decodeNameCursor } from '../../shared/domain/page.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { AgentDefinition, DEFAULT_RETRIEVAL } from '../domain/agent.js';
import { HashedAgentIds } from './hashed-agent-ids.js';
import { SqliteAgentStore } from './sqlite-agent-store.js';

const clock = { now: () => new Date('2026-11-22T00:00:00Z') };
const definition = (name: string): AgentDefinition => ({
  name,
  taxonomyVersion: '1.0.0',
  allowedPaths: [['학사', '학적'], ['database']],
  retrieval: { ...DEFAULT_RETRIEVAL, finalTopK: 3 },
  reviewBelow: 0.35,
  tools: ['search', 'suggest_cases'],
});

describe('SqliteAgentStore', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'agents-'));
  const open = (name = 'documents.db') =>
    SqliteDatabase.open({
      file: path.join(folder, name),
      durability: 'full',
      migrations: [Agents1763920000000, AgentIds1763920000001],
      entities: [],
    });
  let database: SqliteDatabase;
  let store: SqliteAgentStore;

  beforeEach(async () => {
    database = await open();
    database.writer.exec('DELETE FROM agents');
    store = new SqliteAgentStore(database, clock);
  });
  afterEach(() => database.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('gives an agent back as it was put, also after the file was closed and opened', async () => {
    const made = await store.add('agent_1', definition('하나'));
    expect(await store.find('agent_1')).toEqual(made);
    await database.close();
    database = await open();
    store = new SqliteAgentStore(database, clock);
    expect(await store.find('agent_1')).toEqual({
      ...definition('하나'),
      agentId: 'agent_1',
      createdAt: '2026-11-22T00:00:00.000Z',
    });
  });

  it('keeps one agent of an id and forgets a removed one', async () => {
    await store.add('agent_1', definition('one'));
    await store.add('agent_1', definition('one'));
    expect(await store.count()).toBe(1);
    await store.remove('agent_1');
    expect([await store.find('agent_1'), await store.count()]).toEqual([undefined, 0]);
  });

  it.each([1, 3, 7, 1000])('lists those that are shown once each in pages of %d', async (limit) => {
    // More than are read at a time, and mostly hidden ones.
    database.writer.exec('BEGIN');
    for (let i = 0; i < 450; i++) {
      // Three at a time, whose ids order them.
      const at = new Date(Date.UTC(2026, 10, 22, 0, 0, Math.floor(i / 3)));
      const dated = new SqliteAgentStore(database, { now: () => at });
      await dated.add(`agent_${String(i).padStart(3, '0')}`, definition(String(i)));
    }
    database.writer.exec('COMMIT');
    const shows = ({ name }: AgentDefinition) => Number(name) % 50 === 7;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list({ after: decodeNameCursor(cursor), limit, shows });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen.push(...page.items.map((agent) => agent.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['7', '57', '107', '157', '207', '257', '307', '357', '407']);
  });

  it('points behind agents that were shown, so that no cursor tells of hidden ones', async () => {
    for (let i = 0; i < 9; i++) await store.add(`agent_${i}`, definition(String(i)));
    const shows = ({ name }: AgentDefinition) => ['0', '8'].includes(name);
    const withHidden = await store.list({ after: '', limit: 1, shows });
    database.writer.exec("DELETE FROM agents WHERE name NOT IN ('0', '8')");
    expect(await store.list({ after: '', limit: 1, shows })).toEqual(withHidden);
    expect(withHidden.nextCursor).not.toBeNull();
  });

  describe('ids', () => {
    const withoutKeys = readEnvironment({});
    const keyed = readEnvironment({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'k'.repeat(16) });

    it('are the same for the same text, also after a restart', async () => {
      const before = new HashedAgentIds(keyed, database).of('text');
      await database.close();
      database = await open();
      expect(new HashedAgentIds(keyed, database).of('text')).toBe(before);
      expect(new HashedAgentIds(withoutKeys, database).of('text')).toBe('agent_982d9e3eb996f559e633f4d1');
    });

    it('cannot be worked out by whoever knows the text, where keys are needed', async () => {
      const elsewhere = await open('elsewhere.db');
      const ids = [
        new HashedAgentIds(keyed, database).of('text'),
        new HashedAgentIds(keyed, elsewhere).of('text'),
        new HashedAgentIds(withoutKeys, database).of('text'),
      ];
      await elsewhere.close();
      expect(new Set(ids).size).toBe(3);
    });
  });
});
