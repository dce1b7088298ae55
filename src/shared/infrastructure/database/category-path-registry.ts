import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { AccessGroups, groupsText } from '../../domain/access-groups.js';
import type { DocumentPlace } from '../../domain/category-filter.js';
import { displayPath, foldedPrefixes } from '../../domain/category-path.js';
import { MainDatabase } from './databases.js';
import { PreparedStatements } from './prepared-statements.js';

/** A row with its new path. */
export interface MovedRow {
  readonly id: number;
  readonly path: readonly string[];
}

interface PlaceRow {
  readonly origin_path: string;
  readonly current_path: string;
  readonly access_groups: string;
}

/** Rows per statement that deletes prefixes. */
const CLEARED_AT_ONCE = 10_000;

/**
 * Stores category paths as rows that documents and chunks refer to, with their prefixes for the filter. The file of documents has a row for
 * each combination of a path and groups, so that one condition on the row checks both.
 */
@Injectable()
export class CategoryPathRegistry {
  private readonly find: Database.Statement<[string, string], { id: number }>;
  private readonly insert: Database.Statement<[string, string]>;
  private readonly insertPrefix: Database.Statement<[string, number]>;
  private readonly clearPrefixes: Database.Statement<[string]>;
  /** The file of cases has no groups: its registry never prepares the statements of documents. */
  private readonly statements: PreparedStatements;
  private readonly setDisplay: Database.Statement<[string, number]>;

  constructor(database: MainDatabase) {
    const db = database.writer;
    this.statements = new PreparedStatements(db);
    this.find = db.prepare(
      'SELECT id FROM category_paths WHERE current_path = ? AND origin_path = ? ORDER BY id LIMIT 1',
    );
    this.insert = db.prepare('INSERT INTO category_paths (origin_path, current_path) VALUES (?, ?)');
    this.insertPrefix = db.prepare('INSERT OR IGNORE INTO category_prefixes (prefix, path_id) VALUES (?, ?)');
    this.clearPrefixes = db.prepare('DELETE FROM category_prefixes WHERE path_id IN (SELECT value FROM json_each(?))');
    this.setDisplay = db.prepare('UPDATE category_paths SET current_path = ? WHERE id = ?');
  }

  /** Returns the row of a path of cases, which have no groups; inserts it if it is new. Call inside a transaction. */
  idOf(path: readonly string[]): number {
    const display = JSON.stringify(displayPath(path));
    const known = this.find.get(display, display);
    if (known !== undefined) return known.id;
    const id = Number(this.insert.run(display, display).lastInsertRowid);
    this.writePrefixes(id, path);
    return id;
  }

  /** Returns the row of documents with this path and these groups; inserts it if it is new. Call inside a transaction. */
  placeOf({ canonicalPath, groups }: DocumentPlace): number {
    const display = JSON.stringify(displayPath(canonicalPath));
    const place = { origin_path: display, current_path: display, access_groups: groupsText(groups) };
    const known = this.rowOf(place);
    if (known !== undefined) return known;
    const id = this.insertRow(place);
    this.writePrefixes(id, canonicalPath);
    return id;
  }

  /**
   * Returns the row with the same path and history as another row, for other groups; inserts it if it is new. Call inside a transaction.
   */
  regrouped(id: number, groups: AccessGroups): number {
    const names = groupsText(groups);
    const row = this.statements
      .get<PlaceRow>('SELECT origin_path, current_path, access_groups FROM category_paths WHERE id = ?')
      .get(id);
    if (row === undefined || row.access_groups === names) return id;
    const place = { ...row, access_groups: names };
    const known = this.rowOf(place);
    if (known !== undefined) return known;
    const made = this.insertRow(place);
    this.statements
      .get('INSERT INTO category_prefixes (prefix, path_id) SELECT prefix, ? FROM category_prefixes WHERE path_id = ?')
      .run(made, id);
    // An earlier taxonomy version puts both rows in the same place.
    this.statements
      .get(
        'INSERT INTO taxonomy_snapshots (version, path_id, current_path) SELECT version, ?, current_path FROM taxonomy_snapshots WHERE path_id = ?',
      )
      .run(made, id);
    return made;
  }

  /** Moves a row, with all its documents, to another path. Call inside a transaction. */
  move(id: number, path: readonly string[]): void {
    this.clearPrefixes.run(JSON.stringify([id]));
    this.show(id, path);
  }

  /**
   * Moves rows, with all their documents, to other paths. Call inside a transaction.
   * @param yieldIfDue yields to other requests between the rows
   */
  async moveAll(rows: readonly MovedRow[], yieldIfDue: () => Promise<void>): Promise<void> {
    // The prefixes have no index by row: one scan handles many rows.
    for (let i = 0; i < rows.length; i += CLEARED_AT_ONCE) {
      this.clearPrefixes.run(JSON.stringify(rows.slice(i, i + CLEARED_AT_ONCE).map(({ id }) => id)));
      await yieldIfDue();
    }
    for (const { id, path } of rows) {
      this.show(id, path);
      await yieldIfDue();
    }
  }

  private rowOf({ origin_path, current_path, access_groups }: PlaceRow): number | undefined {
    return this.statements
      .get<{ id: number }>(
        'SELECT id FROM category_paths WHERE current_path = ? AND origin_path = ? AND access_groups = ? ORDER BY id LIMIT 1',
      )
      .get(current_path, origin_path, access_groups)?.id;
  }

  private insertRow({ origin_path, current_path, access_groups }: PlaceRow): number {
    const { lastInsertRowid } = this.statements
      .get('INSERT INTO category_paths (origin_path, current_path, access_groups) VALUES (?, ?, ?)')
      .run(origin_path, current_path, access_groups);
    return Number(lastInsertRowid);
  }

  private show(id: number, path: readonly string[]): void {
    this.setDisplay.run(JSON.stringify(displayPath(path)), id);
    this.writePrefixes(id, path);
  }

  private writePrefixes(id: number, path: readonly string[]): void {
    for (const prefix of foldedPrefixes(path)) this.insertPrefix.run(prefix, id);
  }
}
