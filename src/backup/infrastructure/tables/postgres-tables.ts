import { randomBytes } from 'node:crypto';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { CopiedRow, CopiedValue, StoreTables, TableDigest } from '../../domain/store-tables.js';
import { digestOf, inBatches } from './row-digest.js';
import { Column, quoted, TableLayout } from './table-layout.js';

/** Number of rows that the server sends at a time. */
const FETCH = 200;
const SECRET_BYTES = 32;

type Row = Readonly<Record<string, unknown>>;

function toValue(value: unknown): CopiedValue {
  if (typeof value === 'string' || typeof value === 'number' || value === null || value instanceof Uint8Array)
    return value;
  throw new Error(`A value of the database cannot be copied: ${typeof value}.`);
}

/**
 * The tables of a store in PostgreSQL. Texts are ordered by their bytes, as in the embedded store. Each engine has its
 * own class: it reads every column of every table of one engine, raw.
 */
export class PostgresTables extends StoreTables {
  readonly tables: readonly string[];

  private constructor(
    private readonly database: PostgresDatabase,
    private readonly layouts: readonly TableLayout[],
  ) {
    super();
    this.tables = layouts.map(({ name }) => name);
  }

  /** @param layouts of the embedded store, common to both */
  static async open(database: PostgresDatabase, layouts: readonly TableLayout[]): Promise<PostgresTables> {
    // Created by the first process that needs it. A copy must contain it, since ids of agents are derived from it.
    await database.change(
      sql`INSERT INTO store_settings (key, value) VALUES ('agent_id_secret', ${randomBytes(SECRET_BYTES).toString('hex')})
          ON CONFLICT (key) DO NOTHING`,
    );
    return new PostgresTables(database, layouts);
  }

  get place(): string {
    return `the schema ${this.database.schema} of DATABASE_URL`;
  }

  layout(table: string): TableLayout {
    const layout = this.layouts.find(({ name }) => name === table);
    if (layout === undefined) throw new Error(`No table ${table} is copied.`);
    return layout;
  }

  /** Reads one snapshot while the service writes. A nested call uses the outer transaction. */
  atOneMoment<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(
      async () => {
        // Reading a large store and writing it elsewhere takes longer than any request may.
        await this.database.execute(
          'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
        );
        return work();
      },
      { snapshot: true },
    );
  }

  rows(table: string, after: CopiedRow): AsyncGenerator<CopiedRow[]> {
    return inBatches(this.read(this.layout(table), after));
  }

  async lastNumber(table: string): Promise<number> {
    const layout = this.layout(table);
    const key = layout.columns[0];
    if (layout.keyLength !== 1 || key?.type !== 'integer' || layout.isReshaped === true) return 0;
    const row = await this.database.one<{ last: number }>(sql`SELECT greatest(
        coalesce(pg_sequence_last_value(pg_get_serial_sequence(${layout.shared}, ${key.name})::regclass), 0),
        (SELECT coalesce(max(${trusted(quoted(key.name))}), 0) FROM ${trusted(layout.shared)}))::bigint AS last`);
    return row?.last ?? 0;
  }

  digest(table: string): Promise<TableDigest> {
    return this.atOneMoment(() => digestOf(this.rows(table, [])));
  }

  /** By a cursor, which sorts the rows once and ends with the caller's transaction. */
  private async *read(layout: TableLayout, after: CopiedRow): AsyncGenerator<CopiedRow> {
    const cursor = `copy_of_${layout.name}`;
    await this.database.query(sql`DECLARE ${trusted(cursor)} NO SCROLL CURSOR FOR ${this.selection(layout, after)}`);
    for (;;) {
      const rows = await this.database.query<Row>(trusted(`FETCH ${FETCH} FROM ${cursor}`));
      for (const row of rows) yield layout.columns.map(({ name }) => toValue(row[name]));
      if (rows.length < FETCH) break;
    }
    await this.database.query(trusted(`CLOSE ${cursor}`));
  }

  private selection(layout: TableLayout, after: CopiedRow): Sql {
    const columns = layout.columns.map((column) => this.expression(layout, column));
    const selected = layout.columns.map(({ name }, i) => `${columns[i] ?? ''} AS ${quoted(name)}`);
    const key = layout.columns
      .slice(0, layout.keyLength)
      .map((column, i) => `${columns[i] ?? ''}${column.type === 'text' ? ' COLLATE "C"' : ''}`);
    const from = sql`SELECT ${trusted(selected.join(', '))} FROM ${trusted(layout.shared)} t
      WHERE ${trusted(layout.where ?? 'true')}`;
    const behind = after.length === 0 ? sql`true` : sql`(${trusted(key.join(', '))}) > (${valuesOf(layout, after)})`;
    return sql`${from} AND ${behind} ORDER BY ${trusted(key.join(', '))}`;
  }

  private expression(layout: TableLayout, column: Column): string {
    return layout.read?.[column.name] ?? `t.${quoted(column.name)}`;
  }
}

/** The values of a key, each with its type. */
function valuesOf(layout: TableLayout, key: CopiedRow): Sql {
  return key
    .map((value, i) => sql`${value}::${trusted(layout.columns[i]?.type === 'integer' ? 'bigint' : 'text')}`)
    .reduce((all, one) => sql`${all}, ${one}`);
}
