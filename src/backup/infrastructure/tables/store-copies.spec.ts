import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { temporaryFolder } from '../../../../test/support/application.js';
import { fillStore } from '../../../../test/support/filled-store.js';
import { POSTGRES_SERVERS, PostgresUnderTest } from '../../../../test/support/postgres-servers.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { hasIncompleteMigration } from '../../../shared/infrastructure/database/postgres/open-postgres.js';
import { CopyStore } from '../../application/migrate-store.js';
import { CopiedRow, StoreTables, TableDigest } from '../../domain/store-tables.js';
import { storeFile } from '../../../shared/infrastructure/database/embedded-file.js';
import { EmbeddedStore } from './embedded-store.js';
import { PostgresCopy } from './postgres-copy.js';
import { PostgresTables } from './postgres-tables.js';
import { SqliteCopy } from './sqlite-copy.js';
import { SqliteTables } from './sqlite-tables.js';
import { COPIED_TABLES, NOT_COPIED } from './table-list.js';
import { STORE_FILES, StoreFolders } from '../../../shared/domain/store-files.js';

const nobody = () => undefined;
const copyStore = new CopyStore();

/** An embedded store in a separate folder. */
class Embedded {
  readonly folder = temporaryFolder();
  readonly folders: StoreFolders = { store: path.join(this.folder, 'data'), cases: path.join(this.folder, 'cases') };
  private store: EmbeddedStore | undefined;

  async open(): Promise<SqliteTables> {
    this.store ??= await EmbeddedStore.openAll((file) => storeFile(this.folders, file));
    return new SqliteTables('the first store', this.store.connectionOf);
  }

  async filled(rows: number): Promise<SqliteTables> {
    const tables = await this.open();
    if (this.store !== undefined) fillStore(tables.layouts, this.store.connectionOf, rows);
    return tables;
  }

  run(text: string): void {
    this.store?.connectionOf('documents').exec(text);
  }

  async close(): Promise<void> {
    await this.store?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A source whose reader is killed after N batches. */
class Interrupted extends StoreTables {
  readonly place = this.from.place;
  readonly tables = this.from.tables;

  constructor(
    private readonly from: StoreTables,
    private batches: number,
  ) {
    super();
  }

  atOneMoment<T>(work: () => Promise<T>): Promise<T> {
    return this.from.atOneMoment(work);
  }

  async *rows(table: string, after: CopiedRow) {
    for await (const batch of this.from.rows(table, after)) {
      if (this.batches-- === 0) throw new Error('killed');
      yield batch;
    }
  }

  lastNumber(table: string): Promise<number> {
    return this.from.lastNumber(table);
  }

  digest(table: string): Promise<TableDigest> {
    return this.from.digest(table);
  }
}

async function digests(tables: StoreTables): Promise<Map<string, TableDigest>> {
  const found = new Map<string, TableDigest>();
  for (const table of tables.tables) found.set(table, await tables.digest(table));
  return found;
}

describe.each(POSTGRES_SERVERS)('a whole store copied to %s', (_name, open) => {
  let server: PostgresUnderTest;
  let first: Embedded;
  let second: Embedded;
  beforeAll(async () => {
    server = await open();
  });
  beforeEach(async () => {
    await server.database.execute('DROP TABLE IF EXISTS unfinished_copy');
    await server.empty();
    [first, second] = [new Embedded(), new Embedded()];
  });
  afterEach(async () => {
    await first.close();
    await second.close();
  });
  afterAll(() => server.drop());

  const toPostgres = async (from: StoreTables, layouts: SqliteTables['layouts'], tell: () => void = nobody) => {
    const content = await PostgresTables.open(server.database, layouts);
    await copyStore.copyStore(from, await PostgresCopy.open(server.database, content, from.place), tell);
    return content;
  };
  const toEmbedded = async (from: StoreTables, folders: StoreFolders) => {
    const to = await SqliteCopy.open(folders, from.place);
    if (to === undefined) return;
    try {
      await copyStore.copyStore(from, to, nobody);
    } finally {
      await to.close();
    }
  };

  it('is equal in every row of every table, in both directions', async () => {
    const from = await first.filled(3);
    const before = await digests(from);
    expect([...before].filter(([, { rows }]) => rows === 0)).toEqual([]);
    const there = await toPostgres(from, from.layouts);
    expect(await digests(there)).toEqual(before);
    await toEmbedded(there, second.folders);
    expect(await digests(await second.open())).toEqual(before);
    expect(await digests(from)).toEqual(before);
  });

  it('continues with higher numbers than any row ever had', async () => {
    const from = await first.filled(3);
    first.run('DELETE FROM search_documents');
    const there = await toPostgres(from, from.layouts);
    expect(await there.lastNumber('search_chunks')).toBe(3);
    await server.database.change(
      sql`INSERT INTO search_documents (document_id, title, metadata, path_id) VALUES ('n', 'n', '{}', 1)`,
    );
    const made = await server.database.one(sql`
      INSERT INTO search_chunks (chunk_id, document, path_id, ordinal, start, "end", text, metadata)
      SELECT 'n#0', id, 1, 0, 0, 1, 'n', '{}' FROM search_documents RETURNING id`);
    expect(made).toEqual({ id: 4 });
    await server.database.change(sql`DELETE FROM search_documents`);
    await toEmbedded(there, second.folders);
    expect(await (await second.open()).lastNumber('search_chunks')).toBe(4);
  });

  it('does not mark postings as ready if there are none', async () => {
    const there = await toPostgres(await first.filled(2), (await first.open()).layouts);
    await server.database.change(
      sql`INSERT INTO search_settings (key, value) VALUES ('postings_ready', 'kept'), ('vector_model', '1'), ('other', 'x')`,
    );
    await toEmbedded(there, second.folders);
    const db = new Database(storeFile(second.folders, 'documents'), { readonly: true });
    const keys = db.prepare<[], string>('SELECT key FROM search_settings').pluck().all();
    db.close();
    expect(keys).toContain('other');
    expect(keys).not.toContain('postings_ready');
    expect(keys).not.toContain('vector_model');
  });

  it('contains events that were added to a trace later', async () => {
    const from = await first.filled(2);
    const there = await toPostgres(from, from.layouts);
    await server.database.change(sql`INSERT INTO trace_late_events (trace_id, event)
      SELECT trace_id, e FROM traces CROSS JOIN unnest(ARRAY['{"kind":"a"}', '{"kind":"b"}']) AS e`);
    await toEmbedded(there, second.folders);
    await second.open();
    const db = new Database(storeFile(second.folders, 'work'), { readonly: true });
    const events = db.prepare<[], string>('SELECT events FROM traces ORDER BY trace_id').pluck().all();
    db.close();
    expect(events.map((json) => JSON.parse(json)).sort((a, b) => a.length - b.length)).toEqual([
      [{ kind: 'a' }, { kind: 'b' }],
      [{ kind: 'step', i: 1 }, { kind: 'a' }, { kind: 'b' }],
    ]);
  });

  it('resumes after it was killed, and copies no row twice', async () => {
    const from = await first.filled(600);
    const before = await digests(from);
    for (const batches of [0, 3, 8, 40]) {
      await expect(toPostgres(new Interrupted(from, batches), from.layouts)).rejects.toThrow('killed');
      expect(await hasIncompleteMigration(server.database)).toBe(true);
    }
    const content = await PostgresTables.open(server.database, from.layouts);
    expect((await content.digest('category_paths')).rows).toBe(600);
    let copied = 0;
    const there = await toPostgres(from, from.layouts, () => {
      copied++;
    });
    expect(copied).toBeLessThan(95);
    expect(await hasIncompleteMigration(server.database)).toBe(false);
    expect(await digests(there)).toEqual(before);
    for (const batches of [0, 5, 30])
      await expect(toEmbedded(new Interrupted(there, batches), second.folders)).rejects.toThrow('killed');
    expect(STORE_FILES.filter((file) => existsSync(storeFile(second.folders, file)))).toEqual([]);
    await toEmbedded(there, second.folders);
    expect(await digests(await second.open())).toEqual(before);
  });

  it('is not activated if the source was written to between two runs', async () => {
    const from = await first.filled(3);
    await expect(toPostgres(new Interrupted(from, 20), from.layouts)).rejects.toThrow('killed');
    first.run(`UPDATE documents SET title = 'other'`);
    await expect(toPostgres(from, from.layouts)).rejects.toThrow('documents has other contents');
    expect(await hasIncompleteMigration(server.database)).toBe(true);
  });

  it('is neither merged with another store nor overwrites one', async () => {
    const from = await first.filled(3);
    await expect(toPostgres(new Interrupted(from, 5), from.layouts)).rejects.toThrow('killed');
    const content = await PostgresTables.open(server.database, from.layouts);
    await expect(PostgresCopy.open(server.database, content, 'another store')).rejects.toThrow('is not finished');
    const there = await toPostgres(from, from.layouts);
    await expect(PostgresCopy.open(server.database, content, from.place)).rejects.toThrow('There is a store in');
    await toEmbedded(there, second.folders);
    await expect(SqliteCopy.open(second.folders, there.place)).rejects.toThrow('There is a store in');
  });

  it('activates a complete copy if only the renames were missing', async () => {
    const from = await first.filled(3);
    const there = await toPostgres(from, from.layouts);
    const to = await SqliteCopy.open(second.folders, there.place);
    if (to === undefined) throw new Error('a new copy');
    // The process dies after the first rename.
    const blocked = storeFile(second.folders, 'access');
    mkdirSync(path.join(blocked, 'x'), { recursive: true });
    await expect(copyStore.copyStore(there, to, nobody)).rejects.toThrow();
    rmSync(blocked, { recursive: true });
    expect(existsSync(storeFile(second.folders, 'documents'))).toBe(true);
    expect(await SqliteCopy.open(second.folders, there.place)).toBeUndefined();
    expect(await digests(await second.open())).toEqual(await digests(from));
  });

  it('omits no table and no column of either store except the listed ones', async () => {
    const { layouts } = await first.open();
    const embedded = STORE_FILES.flatMap((file) => {
      const db = new Database(storeFile(first.folders, file), { readonly: true });
      const names = db
        .prepare<[], string>(
          `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
        )
        .pluck()
        .all();
      db.close();
      return names.map((name) => `${file}.${name}`);
    });
    const copied = new Set(COPIED_TABLES.map((table) => `${table.file}.${table.embedded}`));
    const left = embedded.filter((name) => !copied.has(name)).map((name) => name.split('.')[1]);
    expect([...new Set(left)].sort()).toEqual([...NOT_COPIED.embedded].sort());

    const columns = await server.database.query<{ table_name: string; column_name: string }>(
      sql`SELECT table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = ${server.database.schema}`,
    );
    const inCopies = new Set(COPIED_TABLES.map(({ shared }) => shared));
    const tables = new Set(columns.map((column) => column.table_name));
    const notKnown = [...tables].filter((table) => !inCopies.has(table) && !NOT_COPIED.shared.includes(table));
    expect(notKnown).toEqual([]);
    for (const layout of layouts) {
      const there = columns.filter((column) => column.table_name === layout.shared).map((column) => column.column_name);
      const common = layout.isReshaped === true ? [] : layout.columns.map(({ name }) => name);
      expect([layout.name, ...[...common, ...Object.keys(layout.added ?? {})].sort()]).toEqual([
        layout.name,
        ...there.sort(),
      ]);
    }
  });
});
