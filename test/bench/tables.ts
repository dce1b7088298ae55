import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { DataSource, EntitySchema } from 'typeorm';
import { KeyRow, toKey } from '../../src/access/infrastructure/key-row.js';
import { SqlKeyStore } from '../../src/access/infrastructure/sql-key-store.js';
import { Turn } from '../../src/pipeline/domain/conversation.js';
import { SqlConversationStore } from '../../src/pipeline/infrastructure/sql-conversation-store.js';
import { toTurn, TurnRow } from '../../src/pipeline/infrastructure/turn-row.js';
import { PostgresDatabase } from '../../src/shared/infrastructure/database/postgres/postgres-database.js';
import { SqliteDatabase } from '../../src/shared/infrastructure/database/sqlite-database.js';
import { SqlStore } from '../../src/shared/infrastructure/database/sql-store.js';
import { storedKey } from '../support/memory-keys.js';
import { SCHEMAS, Part } from '../support/empty-store.js';
import { openServer, SERVER_LACK } from '../support/postgres-servers.js';

// `npm run test:build`, then `node .cache/test/test/bench/tables.js`: reads and writes of keys and conversations through SqlStore, by hand on
// the driver (statements that are prepared once, as the stores of one engine had them), and through entities of TypeORM. Medians for one call
// in µs, alone and with 32 at once: processor time, then elapsed time. The ways take turns, so that they share the noise of the machine. With
// TEST_DATABASE_URL also on that server.

const ROUNDS = 25;
const TURNS = 20;

interface Way {
  readonly name: string;
  findKey(prefix: string): Promise<unknown>;
  noteUse(id: string, at: string): Promise<unknown>;
  append(conversation: string, turn: Turn): Promise<unknown>;
  recent(conversation: string): Promise<unknown>;
}

const turnNumber = (n: number): Turn => ({
  message: `Which kiln is free on day ${n}?`,
  completedQuestion: `Which kiln is free on day ${n}?`,
  response: 'The kiln on the second floor is free after the glaze firing. '.repeat(8),
  sources: Array.from({ length: 4 }, (_, i) => ({
    n: i,
    doc_id: `doc-${i}`,
    chunk_id: `${i}`,
    quote: 'x'.repeat(200),
  })),
  traceId: `trace_${n}`,
  createdAt: new Date(1_700_000_000_000 + n).toISOString(),
  grounds: ['doc-1'],
});

function throughSqlStore(name: string, access: SqlStore, work: SqlStore): Way {
  const keys = new SqlKeyStore(access);
  const conversations = new SqlConversationStore(work);
  return {
    name,
    findKey: (prefix) => keys.withPrefix(prefix),
    noteUse: (id, at) => keys.noteUse(id, at),
    append: (conversation, turn) => conversations.append(conversation, 'ann', turn),
    recent: (conversation) => conversations.recent(conversation, 'ann', TURNS),
  };
}

const FIND = 'SELECT * FROM api_keys WHERE prefix = ';
const NOTE = (at: string, id: string) => `UPDATE api_keys SET last_used_at = ${at} WHERE id = ${id}`;
const OPEN = (p: readonly string[]) => `INSERT INTO conversations (conversation_id, owner, created_at, updated_at)
  VALUES (${p.slice(0, 4).join(', ')}) ON CONFLICT (conversation_id, owner) DO UPDATE SET updated_at = excluded.updated_at`;
const ADD = (
  p: readonly string[],
) => `INSERT INTO conversation_turns (conversation_id, owner, message, completed_question, response, sources,
  trace_id, created_at, confidence, review_below, review_reason, grounds) VALUES (${p.slice(0, 12).join(', ')})`;
const RECENT = (c: string, o: string, l: string) =>
  `SELECT * FROM conversation_turns WHERE conversation_id = ${c} AND owner = ${o} ORDER BY id DESC LIMIT ${l}`;

function turnValues(conversation: string, turn: Turn): readonly unknown[] {
  const { message, completedQuestion, response, sources, traceId, createdAt, grounds } = turn;
  const texts = [message, completedQuestion, response, JSON.stringify(sources), traceId, createdAt];
  return [conversation, 'ann', ...texts, null, null, null, JSON.stringify(grounds)];
}

/** Writes of one turn of the event loop share a transaction, as those of the store do. */
function groupedBy(db: Database.Database): (write: () => void) => Promise<void> {
  let waiting: { write: () => void; done: () => void }[] = [];
  const all = db.transaction((group: typeof waiting) => {
    for (const { write } of group) write();
  });
  const flush = () => {
    const group = waiting;
    waiting = [];
    all.immediate(group);
    for (const { done } of group) done();
  };
  return (write) =>
    new Promise((done) => {
      waiting.push({ write, done });
      if (waiting.length === 1) setImmediate(flush);
    });
}

function byHandOnSqlite(access: SqliteDatabase, work: SqliteDatabase): Way {
  const marks = Array.from({ length: 12 }, () => '?');
  const find = access.reader.prepare<[string], KeyRow>(`${FIND}?`);
  const note = access.writer.prepare(NOTE('?', '?'));
  const grouped = groupedBy(work.writer);
  const open = work.writer.prepare(OPEN(marks));
  const add = work.writer.prepare(ADD(marks));
  const recent = work.reader.prepare<unknown[], TurnRow>(RECENT('?', '?', '?'));
  return {
    name: 'SQLite by hand',
    findKey: (prefix) => {
      const row = find.get(prefix);
      return Promise.resolve(row === undefined ? undefined : toKey(row));
    },
    noteUse: (id, at) => Promise.resolve(note.run(at, id)),
    append: (conversation, turn) =>
      grouped(() => {
        open.run(conversation, 'ann', turn.createdAt, turn.createdAt);
        add.run(...turnValues(conversation, turn));
      }),
    recent: (conversation) => Promise.resolve(recent.all(conversation, 'ann', TURNS).reverse().map(toTurn)),
  };
}

function byHandOnPostgres(database: PostgresDatabase): Way {
  const marks = Array.from({ length: 16 }, (_, i) => `$${i + 1}`);
  const append = `WITH head AS (${OPEN(marks)}) ${ADD(marks.slice(4))}`;
  return {
    name: 'PostgreSQL by hand',
    async findKey(prefix) {
      const [row] = await database.statement(`${FIND}$1`, [prefix]);
      return toKey(row as KeyRow);
    },
    noteUse: (id, at) => database.statement(NOTE('$1', '$2'), [at, id]),
    append: (conversation, turn) => {
      const head = [conversation, 'ann', turn.createdAt, turn.createdAt];
      return database.statement(append, [...head, ...turnValues(conversation, turn)]);
    },
    async recent(conversation) {
      const rows = await database.statement(RECENT('$1', '$2', '$3'), [conversation, 'ann', TURNS]);
      return (rows as TurnRow[]).reverse().map(toTurn);
    },
  };
}

const text = { type: 'text' as const };
const optional = { type: 'text' as const, nullable: true };
const KEY = new EntitySchema<KeyRow>({
  name: 'Key',
  tableName: 'api_keys',
  columns: {
    number: { type: 'integer', primary: true, generated: true },
    id: text,
    prefix: text,
    secret_hash: text,
    name: text,
    scopes: text,
    allowed_category_paths: optional,
    created_at: text,
    expires_at: optional,
    last_used_at: optional,
    expired_at: optional,
  },
});
interface Head {
  readonly conversation_id: string;
  readonly owner: string;
  readonly created_at: string;
  readonly updated_at: string;
}
const HEAD = new EntitySchema<Head>({
  name: 'Conversation',
  tableName: 'conversations',
  columns: {
    conversation_id: { ...text, primary: true },
    owner: { ...text, primary: true },
    created_at: text,
    updated_at: text,
  },
});
const TURN = new EntitySchema<TurnRow & { readonly id: number; readonly conversation_id: string }>({
  name: 'Turn',
  tableName: 'conversation_turns',
  columns: {
    id: { type: 'integer', primary: true, generated: true },
    conversation_id: text,
    owner: text,
    message: text,
    completed_question: text,
    response: text,
    sources: text,
    trace_id: text,
    created_at: text,
    confidence: { type: 'real', nullable: true },
    review_below: { type: 'real', nullable: true },
    review_reason: optional,
    grounds: text,
  },
});

/** Two statements in one transaction, one request after the other: TypeORM gives all requests the same connection of SQLite. */
function throughEntities(access: DataSource, work: DataSource): Way {
  const keys = access.getRepository(KEY);
  const turns = work.getRepository(TURN);
  let tail: Promise<unknown> = Promise.resolve();
  return {
    name: 'SQLite by entities',
    async findKey(prefix) {
      const row = await keys.findOneBy({ prefix });
      return row === null ? undefined : toKey(row);
    },
    noteUse: (id, at) => keys.update({ id }, { last_used_at: at }),
    append: (conversation, turn) => {
      const { createdAt: at } = turn;
      const written = tail.then(() =>
        work.transaction(async (manager) => {
          const head = { conversation_id: conversation, owner: 'ann', created_at: at, updated_at: at };
          await manager.upsert(HEAD, head, ['conversation_id', 'owner']);
          await manager.insert(TURN, {
            conversation_id: conversation,
            owner: 'ann',
            message: turn.message,
            completed_question: turn.completedQuestion,
            response: turn.response,
            sources: JSON.stringify(turn.sources),
            trace_id: turn.traceId,
            created_at: at,
            grounds: JSON.stringify(turn.grounds),
          });
        }),
      );
      tail = written;
      return written;
    },
    async recent(conversation) {
      const where = { conversation_id: conversation, owner: 'ann' };
      const rows = await turns.find({ where, order: { id: 'DESC' }, take: TURNS });
      return rows.reverse().map(toTurn);
    },
  };
}

interface Cost {
  readonly cpu: number;
  readonly elapsed: number;
}

async function costOf(count: number, atOnce: number, call: (n: number) => Promise<unknown>): Promise<Cost> {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  for (let n = 0; n < count; n += atOnce) await Promise.all(Array.from({ length: atOnce }, (_, i) => call(n + i)));
  const { user, system } = process.cpuUsage(used);
  return { cpu: (user + system) / count, elapsed: ((performance.now() - begun) * 1_000) / count };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

let written = 0;
const CALLS: Readonly<Record<string, (way: Way, n: number) => Promise<unknown>>> = {
  'find a key': (way) => way.findKey('p1'),
  'note the use of a key': (way, n) => way.noteUse('key_1', new Date(n).toISOString()),
  'append a turn': (way) => way.append(`c${++written % 50}`, turnNumber(written)),
  'read 20 turns': (way, n) => way.recent(`c${n % 50}`),
};

async function compare(ways: readonly Way[], scale: number): Promise<void> {
  for (const [name, call] of Object.entries(CALLS)) {
    for (const atOnce of [1, 32]) {
      const costs = ways.map((): Cost[] => []);
      for (let round = 0; round < ROUNDS; round++)
        for (const [i, way] of ways.entries()) costs[i]?.push(await costOf(64 * scale, atOnce, (n) => call(way, n)));
      const shown = ways.map((way, i) => {
        const own = costs[i] ?? [];
        return `${way.name} ${median(own.map(({ cpu }) => cpu)).toFixed(1)} (${median(own.map(({ elapsed }) => elapsed)).toFixed(1)})`;
      });
      console.log(`${name}, ${atOnce} at once: ${shown.join(' | ')}`);
    }
  }
}

async function onSqlite(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-tables-'));
  const open = async (part: Part, name: string) => {
    const file = path.join(folder, name, `${part}.db`);
    const database = await SqliteDatabase.open({
      file,
      durability: part === 'access' ? 'full' : 'normal',
      ...SCHEMAS[part],
      entities: [KEY, HEAD, TURN],
    });
    return database;
  };
  const stores = [];
  for (const name of ['sql', 'hand', 'entities'])
    stores.push([await open('access', name), await open('work', name)] as const);
  for (const [access] of stores) await new SqlKeyStore(access.sql).insert(storedKey());
  const [[a1, w1], [a2, w2], [a3, w3]] = stores as [(typeof stores)[0], (typeof stores)[0], (typeof stores)[0]];
  await compare(
    [
      byHandOnSqlite(a2, w2),
      throughSqlStore('SqlStore', a1.sql, w1.sql),
      throughEntities(a3.dataSource, w3.dataSource),
    ],
    4,
  );
  for (const pair of stores) for (const database of pair) await database.close();
  rmSync(folder, { recursive: true });
}

async function onPostgres(): Promise<void> {
  const server = await openServer();
  const { database } = server;
  await new SqlKeyStore(database).insert(storedKey());
  await compare([byHandOnPostgres(database), throughSqlStore('SqlStore', database, database)], 1);
  await server.drop();
}

await onSqlite();
if (SERVER_LACK === undefined) await onPostgres();
