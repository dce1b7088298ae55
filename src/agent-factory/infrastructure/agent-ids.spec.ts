import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MAIN_SCHEMA } from '../../../migrations/sqlite/all-migrations.js';
import { openPostgres } from '../../../test/support/postgres-servers.js';
import { readEnvironment } from '../../config/environment.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { HashedAgentIds } from './hashed-agent-ids.js';
import { PostgresAgentIds } from './postgres-agent-ids.js';

describe('ids of agents', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'agents-'));
  const open = (name = 'documents.db') =>
    SqliteDatabase.open({
      file: path.join(folder, name),
      durability: 'full',
      ...MAIN_SCHEMA,
      entities: [],
    });
  let database: SqliteDatabase;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const withoutKeys = readEnvironment({});
  const keyed = readEnvironment({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'k'.repeat(16) });

  it('are the same for the same text, also after a restart', async () => {
    const before = new HashedAgentIds(keyed, database).of('text');
    await database.close();
    database = await open();
    expect(new HashedAgentIds(keyed, database).of('text')).toBe(before);
    expect(new HashedAgentIds(withoutKeys, database).of('text')).toBe('agent_982d9e3eb996f559e633f4d1');
  });

  it('cannot be derived from the text if keys are required', async () => {
    const elsewhere = await open('elsewhere.db');
    const ids = [
      new HashedAgentIds(keyed, database).of('text'),
      new HashedAgentIds(keyed, elsewhere).of('text'),
      new HashedAgentIds(withoutKeys, database).of('text'),
    ];
    await elsewhere.close();
    expect(new Set(ids).size).toBe(3);
  });

  it('are equal in every replica of a shared store, and depend on its secret', async () => {
    const server = await openPostgres();
    const idsOf = async (environment: typeof keyed) => {
      const ids = new PostgresAgentIds(environment, server.database);
      await ids.onModuleInit();
      return ids.of('text');
    };
    const first = await idsOf(keyed);
    expect(await idsOf(keyed)).toBe(first);
    expect(first).not.toBe(new HashedAgentIds(keyed, database).of('text'));
    expect(await idsOf(withoutKeys)).toBe('agent_982d9e3eb996f559e633f4d1');
    await server.drop();
  });
});
