import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agents1763920000000 } from '../../../migrations/sqlite/1763920000000-agents.js';
import { decodeCursor } from '../../shared/domain/page.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { AgentDefinition, DEFAULT_RETRIEVAL } from '../domain/agent.js';
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
  const open = () =>
    SqliteDatabase.open({
      file: path.join(folder, 'documents.db'),
      durability: 'full',
      migrations: [Agents1763920000000],
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
    for (let i = 0; i < 450; i++) await store.add(`agent_${i}`, definition(String(i)));
    database.writer.exec('COMMIT');
    const shows = ({ name }: AgentDefinition) => Number(name) % 50 === 7;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list({ after: decodeCursor(cursor), limit, shows });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen.push(...page.items.map((agent) => agent.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['7', '57', '107', '157', '207', '257', '307', '357', '407']);
  });
});
