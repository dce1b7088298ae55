import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../../shared/infrastructure/database/databases.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, SqlValue } from '../../../shared/infrastructure/database/postgres/sql.js';

/** Standard SQL, for the store in use. */
export abstract class SourceDatabase {
  abstract query<Row extends object>(statement: Sql): Promise<readonly Row[]>;
  /** @returns how many rows the statement changed */
  abstract change(statement: Sql): Promise<number>;
}

/** SQLite binds `$1` by its name. */
function named(values: readonly SqlValue[]): Record<string, unknown> {
  return Object.fromEntries(
    values.map((value, i) => [String(i + 1), typeof value === 'boolean' ? Number(value) : value]),
  );
}

@Injectable()
export class SqliteSourceDatabase extends SourceDatabase {
  constructor(private readonly database: WorkDatabase) {
    super();
  }

  query<Row extends object>(statement: Sql): Promise<readonly Row[]> {
    const { text, values } = statement.whole;
    return Promise.resolve(this.database.writer.prepare<[Record<string, unknown>], Row>(text).all(named(values)));
  }

  change(statement: Sql): Promise<number> {
    const { text, values } = statement.whole;
    return Promise.resolve(this.database.writer.prepare(text).run(named(values)).changes);
  }
}

@Injectable()
export class PostgresSourceDatabase extends SourceDatabase {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  query<Row extends object>(statement: Sql): Promise<readonly Row[]> {
    return this.database.query<Row>(statement);
  }

  change(statement: Sql): Promise<number> {
    return this.database.change(statement);
  }
}
