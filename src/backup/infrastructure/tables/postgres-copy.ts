import { ConflictError } from '../../../shared/domain/domain-error.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import {
  hasIncompleteMigration,
  UNFINISHED_COPY,
} from '../../../shared/infrastructure/database/postgres/open-postgres.js';
import { CopiedRow, CopiedValue, CopyProgress, StoreCopy, isCopiedRow } from '../../domain/store-tables.js';
import { PostgresTables } from './postgres-tables.js';
import { Column, ColumnType, quoted, TableLayout } from './table-layout.js';

const PROGRESS = trusted(UNFINISHED_COPY);
/** How a text of a list becomes a value of the column. */
const FROM_TEXT: Readonly<Record<ColumnType, (name: string) => string>> = {
  integer: (name) => `${name}::bigint`,
  real: (name) => `${name}::double precision`,
  text: (name) => name,
  blob: (name) => `decode(${name}, 'base64')`,
};

function toText(value: CopiedValue): string | null {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : Buffer.from(value).toString('base64');
}

/** Columns and expressions of a copied row `r`. */
function assignments(layout: TableLayout): [column: string, expression: string][] {
  const common =
    layout.isReshaped === true
      ? []
      : layout.columns.map((column): [string, string] => [quoted(column.name), `r.${quoted(column.name)}`]);
  const added = Object.entries(layout.added ?? {}).map(([name, value]): [string, string] => [quoted(name), value]);
  return [...common, ...added];
}

/**
 * One list of texts for each column: one statement for a whole batch, whose text does not depend on the number of rows.
 */
function lists(columns: readonly Column[], rows: readonly CopiedRow[]): Sql {
  return columns
    .map((_, i) => sql`${rows.map((row) => toText(row[i] ?? null))}::text[]`)
    .reduce((all, one) => sql`${all}, ${one}`);
}

function insertion(layout: TableLayout, rows: readonly CopiedRow[]): Sql {
  const targets = assignments(layout);
  const names = layout.columns.map(({ name }) => quoted(name)).join(', ');
  const values = layout.columns.map(({ name, type }) => `${FROM_TEXT[type](`u.${quoted(name)}`)} AS ${quoted(name)}`);
  return sql`INSERT INTO ${trusted(layout.shared)} (${trusted(targets.map(([column]) => column).join(', '))})
    SELECT ${trusted(targets.map(([, expression]) => expression).join(', '))}
    FROM (SELECT ${trusted(values.join(', '))} FROM unnest(${lists(layout.columns, rows)}) AS u (${trusted(names)})) AS r`;
}

/**
 * A schema that is being filled. A table in it stores the progress; the service refuses to start with that table. Each
 * engine has its own class: this one fills a schema in batches by `unnest`.
 */
export class PostgresCopy extends StoreCopy {
  private constructor(
    private readonly database: PostgresDatabase,
    readonly content: PostgresTables,
  ) {
    super();
  }

  /**
   * @param source of the rows; a copy from another source does not resume
   * @throws ConflictError if the schema already contains a store
   */
  static async open(database: PostgresDatabase, content: PostgresTables, source: string): Promise<PostgresCopy> {
    const known = await PostgresCopy.source(database);
    if (known === undefined) {
      const full = await PostgresCopy.firstFullTable(database, content);
      if (full !== undefined)
        throw new ConflictError(
          `There is a store in ${content.place} (${full} has rows); name a DATABASE_SCHEMA that is empty or does not exist.`,
        );
      await PostgresCopy.begin(database, source);
    }
    if (known !== undefined && known !== source)
      throw new ConflictError(
        `A copy of ${known} into ${content.place} is not finished; finish it, or drop the schema and start again.`,
      );
    return new PostgresCopy(database, content);
  }

  private static async source(database: PostgresDatabase): Promise<string | undefined> {
    if (!(await hasIncompleteMigration(database))) return undefined;
    const row = await database.one<{ progress: string }>(sql`SELECT progress FROM ${PROGRESS} WHERE name = ''`);
    return row?.progress ?? '';
  }

  /** A table of a store that contains rows of its own; undefined for a new store. */
  static async firstFullTable(database: PostgresDatabase, content: PostgresTables): Promise<string | undefined> {
    for (const table of content.tables) {
      const { shared, where, isSeeded } = content.layout(table);
      if (isSeeded === true) continue;
      const rows = sql`SELECT 1 FROM ${trusted(shared)} t WHERE ${trusted(where ?? 'true')} LIMIT 1`;
      if ((await database.one(rows)) !== undefined) return table;
    }
    return undefined;
  }

  private static begin(database: PostgresDatabase, source: string): Promise<void> {
    return database.transaction(async () => {
      await database.execute(`CREATE TABLE ${UNFINISHED_COPY} (name text PRIMARY KEY, progress text NOT NULL)`);
      await database.change(sql`INSERT INTO ${PROGRESS} (name, progress) VALUES ('', ${source})`);
    });
  }

  async progress(table: string): Promise<CopyProgress> {
    const row = await this.database.one<{ progress: string }>(
      sql`SELECT progress FROM ${PROGRESS} WHERE name = ${table}`,
    );
    if (row === undefined) return { after: [], isDone: false };
    const after: unknown = JSON.parse(row.progress);
    return isCopiedRow(after) ? { after, isDone: false } : { after: [], isDone: true };
  }

  async take(table: string, rows: readonly CopiedRow[]): Promise<void> {
    const layout = this.content.layout(table);
    await this.database.transaction(async () => {
      if (layout.isSeeded === true) await this.clear(layout);
      await this.database.change(insertion(layout, rows));
      await this.note(table, JSON.stringify(rows.at(-1)?.slice(0, layout.keyLength)));
    });
  }

  async complete(table: string, lastNumber: number): Promise<void> {
    const layout = this.content.layout(table);
    const key = layout.columns[0];
    if (lastNumber > 0 && key !== undefined && layout.isReshaped !== true)
      await this.database.query(
        // No effect if the column has no numbers of its own.
        sql`SELECT setval(pg_get_serial_sequence(${layout.shared}, ${key.name})::regclass, ${lastNumber}::bigint)`,
      );
    await this.note(table, '"done"');
  }

  /** Replicas read every change since the position before the first. */
  async finish(): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.change(sql`UPDATE commit_sequence SET position = 1 WHERE position = 0`);
      await this.database.execute(`DROP TABLE ${UNFINISHED_COPY}`);
    });
    const tables = new Set(this.content.tables.map((table) => this.content.layout(table).shared));
    await this.database.transaction(async () => {
      await this.database.execute(`SET LOCAL statement_timeout = 0; ANALYZE ${[...tables].join(', ')}`);
    });
  }

  private async clear({ shared, where }: TableLayout): Promise<void> {
    await this.database.change(sql`DELETE FROM ${trusted(shared)} t WHERE ${trusted(where ?? 'true')}`);
  }

  private async note(table: string, progress: string): Promise<void> {
    await this.database.change(sql`INSERT INTO ${PROGRESS} (name, progress) VALUES (${table}, ${progress})
      ON CONFLICT (name) DO UPDATE SET progress = excluded.progress`);
  }
}
