import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { filterCondition } from '../../shared/infrastructure/database/filter-condition.js';
import { DocumentSummary } from '../domain/document.js';
import {
  DocumentSketch,
  DuplicateCandidate,
  DuplicateIndex,
  TextIdentity,
  UncomparedDocument,
} from '../domain/duplicate-index.js';
import { bandsOf } from '../domain/text-sketch.js';
import { SUMMARY_COLUMNS, SummaryRow, toSummary } from './document-row.js';

const FROM = 'FROM documents d JOIN category_paths p ON p.id = d.path_id';

@Injectable()
export class SqliteDuplicateIndex extends DuplicateIndex {
  private readonly writer: Database.Database;
  private readonly reader: Database.Database;
  private readonly readSketch: Database.Statement<[string], string>;
  private readonly putSketch: Database.Statement<[string, string]>;
  private readonly putBand: Database.Statement<[number, string]>;
  private readonly removeBand: Database.Statement<[number, string]>;

  constructor({ writer, reader }: MainDatabase) {
    super();
    this.writer = writer;
    this.reader = reader;
    this.readSketch = writer
      .prepare<[string], string>('SELECT sketch FROM document_sketches WHERE document_id = ?')
      .pluck();
    this.putSketch = writer.prepare('INSERT OR REPLACE INTO document_sketches (document_id, sketch) VALUES (?, ?)');
    this.putBand = writer.prepare('INSERT OR IGNORE INTO document_bands (band, document_id) VALUES (?, ?)');
    this.removeBand = writer.prepare('DELETE FROM document_bands WHERE band = ? AND document_id = ?');
  }

  copies(contentHashes: readonly string[], filter: CategoryFilter): Promise<readonly DocumentSummary[]> {
    const inside = filterCondition(filter, 'd.path_id');
    // Also asked inside of a transaction, which sees what it wrote.
    const rows = this.writer
      .prepare<unknown[], SummaryRow>(
        `SELECT ${SUMMARY_COLUMNS} ${FROM} WHERE d.content_hash IN (SELECT value FROM json_each(?)) AND ${inside.sql}
         ORDER BY d.created_at, d.document_id`,
      )
      .all(JSON.stringify(contentHashes), ...inside.params);
    return Promise.resolve(rows.map(toSummary));
  }

  sharingBands(sketch: string, filter: CategoryFilter, limit: number): Promise<readonly DuplicateCandidate[]> {
    const inside = filterCondition(filter, 'd.path_id');
    const rows = this.reader
      .prepare<unknown[], SummaryRow & { sketch: string }>(
        `SELECT ${SUMMARY_COLUMNS}, s.sketch ${FROM} JOIN document_sketches s ON s.document_id = d.document_id
         WHERE d.document_id IN (SELECT b.document_id FROM json_each(?) a JOIN document_bands b ON b.band = a.value) AND ${inside.sql}
         LIMIT ?`,
      )
      .all(JSON.stringify(bandsOf(sketch)), ...inside.params, limit);
    return Promise.resolve(rows.map((row) => ({ document: toSummary(row), sketch: row.sketch })));
  }

  sketches(documentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = this.reader
      .prepare<[string], { document_id: string; sketch: string }>(
        'SELECT document_id, sketch FROM document_sketches WHERE document_id IN (SELECT value FROM json_each(?))',
      )
      .all(JSON.stringify(documentIds));
    return Promise.resolve(new Map(rows.map((row) => [row.document_id, row.sketch])));
  }

  async putAll(documents: readonly DocumentSketch[]): Promise<void> {
    for (const { documentId, sketch } of documents) {
      if (this.readSketch.get(documentId) === sketch) continue;
      await this.remove(documentId);
      this.putSketch.run(documentId, sketch);
      for (const band of bandsOf(sketch)) this.putBand.run(band, documentId);
    }
  }

  remove(documentId: string): Promise<void> {
    const sketch = this.readSketch.get(documentId);
    if (sketch === undefined) return Promise.resolve();
    for (const band of bandsOf(sketch)) this.removeBand.run(band, documentId);
    this.writer.prepare('DELETE FROM document_sketches WHERE document_id = ?').run(documentId);
    return Promise.resolve();
  }

  uncompared(limit: number): Promise<readonly UncomparedDocument[]> {
    return Promise.resolve(
      this.reader
        .prepare<[number], UncomparedDocument>(
          "SELECT document_id AS documentId, text FROM documents WHERE fingerprint = '' LIMIT ?",
        )
        .all(limit),
    );
  }

  async compareBy({ documentId, text }: UncomparedDocument, { contentHash, sketch }: TextIdentity): Promise<void> {
    const { changes } = this.writer
      .prepare(
        `UPDATE documents SET fingerprint = content_hash, content_hash = ? WHERE document_id = ? AND fingerprint = '' AND text = ?`,
      )
      .run(contentHash, documentId, text);
    if (changes > 0) await this.putAll([{ documentId, sketch }]);
  }
}
