import { AccessGroups, groupsText } from '../../../domain/access-groups.js';
import { CategoryFilter, DocumentPlace } from '../../../domain/category-filter.js';
import { displayPath, foldedPrefixes } from '../../../domain/category-path.js';
import { PostgresDialect } from '../sql-dialect.js';
import { PostgresDatabase } from './postgres-database.js';
import { StoreName } from './postgres-transaction.js';
import { Sql, sql, trusted } from './sql.js';
import { categoryCondition, PathTables } from '../filter-condition.js';

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

  /** Returns the row of a path of cases, which have no groups; inserts it if it is new. Call inside a transaction. */
  async idOf(path: readonly string[]): Promise<number> {
    const display = JSON.stringify(displayPath(path));
    const known = await this.database.one<{ id: number }>(
      sql`SELECT id FROM ${this.paths} WHERE current_path = ${display} AND origin_path = ${display} ORDER BY id LIMIT 1`,
    );
    if (known !== undefined) return known.id;
    const made = await this.inserted(
      sql`INSERT INTO ${this.paths} (origin_path, current_path, changed) SELECT ${display}, ${display}, position
          FROM commit_sequence WHERE store = ${STORE[this.tables]} RETURNING id`,
    );
    await this.writePrefixes(made, path);
    return made;
  }

  /**
   * Returns the rows of documents with these paths and groups, in order; inserts the new ones. There is a row for each combination, so that
   * one condition on the row checks both. Call inside a transaction.
   */
  async placesOf(places: readonly DocumentPlace[]): Promise<number[]> {
    const wanted = places.map(({ canonicalPath, groups }) => ({
      canonicalPath,
      display: JSON.stringify(displayPath(canonicalPath)),
      names: groupsText(groups),
    }));
    const displays = [...new Set(wanted.map(({ display }) => display))];
    const rows = await this.database.query<{ id: number; current_path: string; access_groups: string }>(
      sql`SELECT min(id)::bigint AS id, current_path, access_groups FROM ${this.paths}
          WHERE current_path = ANY(${displays}::text[]) AND origin_path = current_path GROUP BY current_path, access_groups`,
    );
    const key = (display: string, names: string) => `${display} ${names}`;
    const ids = new Map(rows.map((row) => [key(row.current_path, row.access_groups), row.id]));
    for (const { canonicalPath, display, names } of wanted)
      if (!ids.has(key(display, names))) ids.set(key(display, names), await this.insertPlace(canonicalPath, names));
    return wanted.map(({ display, names }) => ids.get(key(display, names)) ?? 0);
  }

  /**
   * Returns the row with the same path and history as another row, for other groups; inserts it if it is new. Call inside a transaction.
   */
  async regrouped(id: number, groups: AccessGroups): Promise<number> {
    const names = groupsText(groups);
    const known = await this.database.one<{ id: number }>(
      sql`SELECT p.id FROM ${this.paths} p JOIN ${this.paths} o ON o.id = ${id} AND o.current_path = p.current_path
            AND o.origin_path = p.origin_path WHERE p.access_groups = ${names} ORDER BY p.id = o.id DESC, p.id LIMIT 1`,
    );
    if (known !== undefined) return known.id;
    const made = await this.inserted(
      sql`INSERT INTO ${this.paths} (origin_path, current_path, access_groups, changed)
          SELECT o.origin_path, o.current_path, ${names}, s.position FROM ${this.paths} o, commit_sequence s
          WHERE o.id = ${id} AND s.store = ${STORE[this.tables]} RETURNING id`,
    );
    await this.database.change(
      sql`INSERT INTO ${this.prefixes} (prefix, path_id) SELECT prefix, ${made}::bigint FROM ${this.prefixes} WHERE path_id = ${id}`,
    );
    // An earlier taxonomy version puts both rows in the same place.
    await this.database.change(sql`INSERT INTO taxonomy_snapshots (version, path_id, current_path)
      SELECT version, ${made}::bigint, current_path FROM taxonomy_snapshots WHERE path_id = ${id}`);
    return made;
  }

  /** Runs an insertion that takes the position of the store. @returns the new row */
  private async inserted(insertion: Sql): Promise<number> {
    const made = await this.database.one<{ id: number }>(insertion);
    if (made === undefined) throw new Error('The store has lost its position; restore it from a backup.');
    return made.id;
  }

  private async insertPlace(path: readonly string[], names: string): Promise<number> {
    const display = JSON.stringify(displayPath(path));
    const made = await this.inserted(
      sql`INSERT INTO ${this.paths} (origin_path, current_path, access_groups, changed) SELECT ${display}, ${display}, ${names}, position
          FROM commit_sequence WHERE store = ${STORE[this.tables]} RETURNING id`,
    );
    await this.writePrefixes(made, path);
    return made;
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
