import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { deadlineOf } from '../../../shared/domain/time-limit.js';

/** The database for one search: every statement ends on the server when the search is cancelled. */
export class DatabaseReader {
  constructor(
    private readonly database: PostgresDatabase,
    private readonly signal: AbortSignal | undefined,
  ) {}

  query<Row extends object>(statement: Sql): Promise<readonly Row[]> {
    return this.database.query<Row>(statement, this.signal);
  }

  /** Milliseconds left for the search, at least one; undefined without a deadline. */
  get remainingMs(): number | undefined {
    const deadline = deadlineOf(this.signal);
    return deadline === undefined ? undefined : Math.max(1, Math.ceil(deadline - performance.now()));
  }

  one<Row extends object>(statement: Sql): Promise<Row | undefined> {
    return this.database.one<Row>(statement, this.signal);
  }
}
