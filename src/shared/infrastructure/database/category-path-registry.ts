import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { displayPath, foldedPrefixes } from '../../domain/category-path.js';
import { MainDatabase } from './databases.js';

/** Category paths as rows that documents and chunks point to, with the prefixes that the filter asks for. */
@Injectable()
export class CategoryPathRegistry {
  private readonly find: Database.Statement<[string, string], { id: number }>;
  private readonly insert: Database.Statement<[string, string]>;
  private readonly insertPrefix: Database.Statement<[string, number]>;
  private readonly clearPrefixes: Database.Statement<[number]>;
  private readonly setDisplay: Database.Statement<[string, number]>;

  constructor(database: MainDatabase) {
    const db = database.writer;
    this.find = db.prepare('SELECT id FROM category_paths WHERE display = ? AND home = ? ORDER BY id LIMIT 1');
    this.insert = db.prepare('INSERT INTO category_paths (home, display) VALUES (?, ?)');
    this.insertPrefix = db.prepare('INSERT OR IGNORE INTO category_prefixes (prefix, path_id) VALUES (?, ?)');
    this.clearPrefixes = db.prepare('DELETE FROM category_prefixes WHERE path_id = ?');
    this.setDisplay = db.prepare('UPDATE category_paths SET display = ? WHERE id = ?');
  }

  /** Row of a path, made when it is new. Call inside a transaction. */
  idOf(path: readonly string[]): number {
    const display = JSON.stringify(displayPath(path));
    const known = this.find.get(display, display);
    if (known !== undefined) return known.id;
    const id = Number(this.insert.run(display, display).lastInsertRowid);
    this.writePrefixes(id, path);
    return id;
  }

  /** Shows a row, and with it all its documents, under another path. Call inside a transaction. */
  move(id: number, path: readonly string[]): void {
    this.setDisplay.run(JSON.stringify(displayPath(path)), id);
    this.clearPrefixes.run(id);
    this.writePrefixes(id, path);
  }

  private writePrefixes(id: number, path: readonly string[]): void {
    for (const prefix of foldedPrefixes(path)) this.insertPrefix.run(prefix, id);
  }
}
