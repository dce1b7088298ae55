import { CategoryFilter } from '../../../domain/category-filter.js';
import { displayPath, foldedPrefixes } from '../../../domain/category-path.js';
import { categoryCondition, PathTables } from '../category-condition.js';
import { PostgresDialect } from '../sql-dialect.js';
import { PostgresDatabase } from './postgres-database.js';
import { StoreName } from './postgres-transaction.js';
import { Sql, sql, trusted } from './sql.js';

const STORE: Readonly<Record<PathTables, StoreName>> = { '': 'documents', cbr_: 'cases' };

/** Stores category paths as rows that documents, passages and cases refer to, with their prefixes for the filter. */
export class PostgresCategoryPaths {
  private readonly paths: Sql;
  private readonly prefixes: Sql;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly tables: PathTables,
  ) {
    this.paths = trusted(`${tables}category_paths`);
    this.prefixes = trusted(`${tables}category_prefixes`);
  }

  /** Returns the row of a path; inserts it if it is new. Call inside a transaction. */
  async idOf(path: readonly string[]): Promise<number> {
    const display = JSON.stringify(displayPath(path));
    const known = await this.database.one<{ id: number }>(
      sql`SELECT id FROM ${this.paths} WHERE current_path = ${display} AND origin_path = ${display} ORDER BY id LIMIT 1`,
    );
    if (known !== undefined) return known.id;
    const made = await this.database.one<{ id: number }>(
      sql`INSERT INTO ${this.paths} (origin_path, current_path, changed) SELECT ${display}, ${display}, position
          FROM commit_sequence WHERE store = ${STORE[this.tables]} RETURNING id`,
    );
    if (made === undefined) throw new Error('The store has lost its position; restore it from a backup.');
    await this.writePrefixes(made.id, path);
    return made.id;
  }

  /** Returns the rows of several paths, in order; inserts the new ones. Call inside a transaction. */
  async idsOf(paths: readonly (readonly string[])[]): Promise<number[]> {
    const displays = paths.map((path) => JSON.stringify(displayPath(path)));
    const rows = await this.database.query<{ id: number; current_path: string }>(
      sql`SELECT min(id)::bigint AS id, current_path FROM ${this.paths} WHERE current_path = ANY(${[...new Set(displays)]}::text[]) AND origin_path = current_path
          GROUP BY current_path`,
    );
    const ids = new Map(rows.map(({ id, current_path }) => [current_path, id]));
    for (const [i, path] of paths.entries()) {
      const display = displays[i] ?? '';
      if (!ids.has(display)) ids.set(display, await this.idOf(path));
    }
    return displays.map((display) => ids.get(display) ?? 0);
  }

  /** Moves a row, with all its documents, to another path. Call inside a transaction. */
  async move(id: number, path: readonly string[]): Promise<void> {
    const display = JSON.stringify(displayPath(path));
    await this.database.change(
      sql`UPDATE ${this.paths} SET current_path = ${display},
            changed = (SELECT position FROM commit_sequence WHERE store = ${STORE[this.tables]}) WHERE id = ${id}`,
    );
    await this.database.change(sql`DELETE FROM ${this.prefixes} WHERE path_id = ${id}`);
    await this.writePrefixes(id, path);
  }

  private async writePrefixes(id: number, path: readonly string[]): Promise<void> {
    await this.database.change(
      sql`INSERT INTO ${this.prefixes} (prefix, path_id) SELECT unnest(${foldedPrefixes(path)}::text[]), ${id}
          ON CONFLICT DO NOTHING`,
    );
  }
}

const DIALECT = new PostgresDialect();

/**
 * The category filter for code that is specific to PostgreSQL.
 * @param column the column that holds the path's row id; a constant of the caller, never input
 * @param tables tables of the paths
 */
export function pathCondition(filter: CategoryFilter, column: string, tables: PathTables = ''): Sql {
  return categoryCondition(DIALECT, filter, column, tables);
}
