import Database from 'better-sqlite3';
import { TryLaterError } from '../../domain/domain-error.js';
import { IN_MEMORY } from './embedded-file.js';
import { GroupedWrites } from './grouped-writes.js';
import { Sql, SqlValue } from './postgres/sql.js';
import { SqliteDialect } from './sql-dialect.js';
import { SqlStore, TransactionOptions } from './sql-store.js';
import { SqliteTransaction } from './sqlite-transaction.js';

/** The statements of one connection, prepared on first use. Their number is bounded, since the texts come from code. */
class Statements {
  private readonly byTemplate = new WeakMap<readonly string[], Database.Statement>();
  private readonly byText = new Map<string, Database.Statement>();

  constructor(private readonly db: Database.Database) {}

  /** `Row` is the type of a selected row. */
  of<Row>(statement: Sql): Database.Statement<unknown[], Row>;
  of(statement: Sql): Database.Statement {
    const { template } = statement;
    const known = template === undefined ? undefined : this.byTemplate.get(template);
    if (known !== undefined) return known;
    const prepared = this.prepared(statement.textWithMarks);
    if (template !== undefined) this.byTemplate.set(template, prepared);
    return prepared;
  }

  private prepared(text: string): Database.Statement {
    const prepared = this.byText.get(text) ?? this.db.prepare(text);
    this.byText.set(text, prepared);
    return prepared;
  }
}

/** Converts lists to JSON for `json_each`, and booleans to numbers, which SQLite lacks. */
function toParameter(value: SqlValue): unknown {
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

const valuesOf = (statement: Sql) => statement.values.map(toParameter);

/** A snapshot for reads, on a separate connection: reads and writes do not block each other. */
interface Snapshots {
  readonly db: Database.Database;
  readonly transaction: SqliteTransaction;
  readonly statements: Statements;
}

export interface SqliteConnections {
  /** Absolute path, or `:memory:`. */
  readonly file: string;
  readonly writer: Database.Database;
  /** Sees committed data only. */
  readonly reader: Database.Database;
}

/**
 * The tables of one SQLite file. SQLite runs synchronously on this thread; only the access to the writer is asynchronous. A transaction may
 * wait between two statements, and a statement of another request must not run inside it. So each write outside of a transaction uses the
 * same queue, and the writes of one turn of the event loop share a transaction.
 */
export class SqliteStore extends SqlStore {
  readonly dialect = new SqliteDialect();
  private readonly onWriter: Statements;
  private readonly onReader: Statements;
  private snapshots: Snapshots | undefined;

  /**
   * @param units every transaction on the writing connection
   * @param writes every write outside of transactions
   */
  constructor(
    private readonly connections: SqliteConnections,
    private readonly units: SqliteTransaction,
    private readonly writes: GroupedWrites,
  ) {
    super();
    this.onWriter = new Statements(connections.writer);
    this.onReader = new Statements(connections.reader);
  }

  async query<Row extends object>(statement: Sql): Promise<readonly Row[]> {
    const prepared = this.reading.of<Row>(statement);
    if (prepared.readonly) return prepared.all(...valuesOf(statement));
    return this.write(() => this.onWriter.of<Row>(statement).all(...valuesOf(statement)), true);
  }

  override async one<Row extends object>(statement: Sql): Promise<Row | undefined> {
    const prepared = this.reading.of<Row>(statement);
    if (prepared.readonly) return prepared.get(...valuesOf(statement));
    return (await this.query<Row>(statement))[0];
  }

  change(statement: Sql): Promise<number> {
    return this.write(() => this.onWriter.of(statement).run(...valuesOf(statement)).changes, true);
  }

  changeTogether(statements: readonly Sql[]): Promise<void> {
    return this.write(() => {
      for (const statement of statements) this.onWriter.of(statement).run(...valuesOf(statement));
    }, statements.length === 1);
  }

  transaction<T>(work: () => Promise<T>, { snapshot = false }: TransactionOptions = {}): Promise<T> {
    // A store in memory exists only in its connection.
    if (!snapshot || this.units.isOwn || this.connections.file === IN_MEMORY) return this.units.run(work);
    this.snapshots ??= this.openSnapshots();
    return this.snapshots.transaction.run(work);
  }

  /** The transaction uses the only writing connection. */
  lockTable(): Promise<void> {
    return Promise.resolve();
  }

  notify(): Promise<void> {
    return Promise.resolve();
  }

  onOneNotice(): void {
    return;
  }

  close(): void {
    this.snapshots?.db.close();
    this.snapshots = undefined;
  }

  /** A transaction sees its own writes, a snapshot its state, and all other reads see committed data. */
  private get reading(): Statements {
    if (this.units.isOwn) return this.onWriter;
    return this.snapshots?.transaction.isOwn === true ? this.snapshots.statements : this.onReader;
  }

  private async write<T>(statements: () => T, isOne: boolean): Promise<T> {
    if (this.snapshots?.transaction.isOwn === true)
      throw new TryLaterError('store-unwritable', 'A snapshot of the store is read-only, and nothing was stored.', 1);
    return this.units.isOwn ? statements() : this.writes.run(statements, isOne);
  }

  private openSnapshots(): Snapshots {
    const db = new Database(this.connections.file, { readonly: true, fileMustExist: true });
    db.pragma('busy_timeout = 5000');
    return { db, transaction: new SqliteTransaction(db, { isSnapshot: true }), statements: new Statements(db) };
  }
}
