import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { foldedPrefixes } from '../../src/shared/domain/category-path.js';

export interface InForce {
  readonly from?: string;
  readonly to?: string;
}

/** A database file with the parts of the documents that classification learns from. */
export class CategorisedDocuments {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'models-'));
  readonly file = path.join(this.folder, 'documents.db');
  private readonly writer = new Database(this.file);
  private documents = 0;

  constructor() {
    this.writer.exec(`CREATE TABLE category_paths (id INTEGER PRIMARY KEY, current_path TEXT NOT NULL);
    CREATE TABLE category_prefixes (prefix TEXT NOT NULL, path_id INTEGER NOT NULL);
    CREATE TABLE documents (id INTEGER PRIMARY KEY, document_id TEXT, title TEXT, text TEXT, path_id INTEGER,
      effective_from TEXT, effective_to TEXT)`);
    this.put('Garden/Roses', 'Pruning roses', 'Roses are pruned in March above a bud.');
    this.put('Garden/Lawn', 'Mowing', 'The lawn is mown each week.');
    this.put('Harbour', 'Berths', 'Ships book a berth at the office.');
  }

  put(category: string, title: string, text: string, { from, to }: InForce = {}): void {
    const labels = category.split('/');
    const id = Number(
      this.writer.prepare('INSERT INTO category_paths (current_path) VALUES (?)').run(JSON.stringify(labels))
        .lastInsertRowid,
    );
    for (const prefix of foldedPrefixes(labels))
      this.writer.prepare('INSERT INTO category_prefixes VALUES (?, ?)').run(prefix, id);
    this.writer
      .prepare(
        'INSERT INTO documents (document_id, title, text, path_id, effective_from, effective_to) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(`d${this.documents++}`, title, text, id, from ?? null, to ?? null);
  }

  close(): void {
    this.writer.close();
    rmSync(this.folder, { recursive: true });
  }
}
