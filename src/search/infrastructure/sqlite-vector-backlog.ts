import { Injectable } from '@nestjs/common';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { passageHeading, VectorBacklog } from '../domain/search-index.js';
import { VectorTable } from './vector-table.js';

interface WaitingRow {
  readonly id: number;
  readonly title: string;
  readonly section: string | null;
  readonly text: string;
}

/** Passages without a vector, oldest first. */
@Injectable()
export class SqliteVectorBacklog extends VectorBacklog {
  constructor(
    private readonly database: MainDatabase,
    private readonly vectors: VectorTable,
  ) {
    super();
  }

  next(limit: number): Promise<readonly { id: number; text: string }[]> {
    const rows = this.database.reader
      .prepare<[number], WaitingRow>(
        'SELECT c.id, d.title, c.section, c.text FROM search_chunks c JOIN search_documents d ON d.id = c.document WHERE c.embedded = 0 ORDER BY c.id LIMIT ?',
      )
      .all(limit);
    return Promise.resolve(
      rows.map((row) => ({ id: row.id, text: `${passageHeading(row.title, row.section ?? undefined)}\n${row.text}` })),
    );
  }

  /** A passage that was deleted meanwhile is passed over. Call inside a transaction. */
  store(vectors: readonly { id: number; vector: Float32Array }[]): Promise<void> {
    const db = this.database.writer;
    const first = vectors[0];
    if (first !== undefined) this.vectors.ensure(first.vector.length);
    const mark = db.prepare('UPDATE search_chunks SET embedded = 1 WHERE id = ? AND embedded = 0');
    for (const { id, vector } of vectors) {
      if (mark.run(id).changes === 0 || vector.every((x) => x === 0)) continue;
      db.prepare('INSERT INTO search_vectors (chunk, embedding) VALUES (?, ?)').run(
        BigInt(id),
        Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
      );
    }
    return Promise.resolve();
  }
}
