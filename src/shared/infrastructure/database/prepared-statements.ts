import type Database from 'better-sqlite3';

/** Statements of one connection by their SQL, prepared on first use. Their number is bounded, since the SQL comes from code. */
export class PreparedStatements {
  private readonly known = new Map<string, Database.Statement>();

  constructor(private readonly db: Database.Database) {}

  /** `Row` is the type of a selected row. */
  get<Row>(sql: string): Database.Statement<unknown[], Row>;
  get(sql: string): Database.Statement {
    let statement = this.known.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      this.known.set(sql, statement);
    }
    return statement;
  }
}
