import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { filterCondition } from '../../shared/infrastructure/database/filter-condition.js';
import { joinParts, OriginalFile, OriginalStore, PackedOriginal, partsOf } from '../domain/original.js';

@Injectable()
export class SqliteOriginalStore extends OriginalStore {
  constructor(private readonly database: MainDatabase) {
    super();
  }

  find(documentId: string, filter: CategoryFilter): Promise<PackedOriginal | undefined> {
    const inside = filterCondition(filter, 'd.path_id');
    const { reader } = this.database;
    // Both of one moment: another file may be put meanwhile.
    const read = reader.transaction(() => {
      const file = reader
        .prepare<unknown[], OriginalFile>(
          `SELECT o.name, o.media_type AS mediaType, o.bytes AS byteLength, o.sha256 FROM document_originals o
           JOIN documents d ON d.document_id = o.document_id WHERE o.document_id = ? AND ${inside.sql}`,
        )
        .get(documentId, ...inside.params);
      if (file === undefined) return undefined;
      const parts = reader
        .prepare<[string], Uint8Array>('SELECT data FROM document_original_parts WHERE document_id = ? ORDER BY part')
        .pluck()
        .all(documentId);
      return { ...file, packed: joinParts(parts) };
    });
    return Promise.resolve(read());
  }

  async put(documentId: string, original: PackedOriginal): Promise<void> {
    await this.remove(documentId);
    const { name, mediaType, byteLength, sha256 } = original;
    this.database.writer
      .prepare('INSERT INTO document_originals (document_id, name, media_type, bytes, sha256) VALUES (?, ?, ?, ?, ?)')
      .run(documentId, name, mediaType, byteLength, sha256);
    const insert = this.database.writer.prepare(
      'INSERT INTO document_original_parts (document_id, part, data) VALUES (?, ?, ?)',
    );
    let part = 0;
    for (const data of partsOf(original)) insert.run(documentId, part++, data);
  }

  remove(documentId: string): Promise<void> {
    for (const table of ['document_original_parts', 'document_originals'])
      this.database.writer.prepare(`DELETE FROM ${table} WHERE document_id = ?`).run(documentId);
    return Promise.resolve();
  }
}
