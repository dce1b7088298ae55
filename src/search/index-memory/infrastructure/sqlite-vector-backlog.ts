import { Injectable } from '@nestjs/common';
import { MainDatabase } from '../../../shared/infrastructure/database/databases.js';
import { PreparedStatements } from '../../../shared/infrastructure/database/prepared-statements.js';
import { VectorBacklog } from '../../embedding/domain/embedding-models.js';
import { NO_MODEL, toWaiting, PendingEmbeddingRow } from '../../infrastructure/chunk-row.js';

const MISSING = 'NOT EXISTS (SELECT 1 FROM search_vectors v WHERE v.chunk = c.id AND v.model = ?)';

/**
 * Passages without a vector of a provider's model, oldest first. One class per engine: the form of the search index
 * depends on the engine.
 */
@Injectable()
export class SqliteVectorBacklog extends VectorBacklog {
  private readonly read: PreparedStatements;
  private readonly write: PreparedStatements;

  constructor(database: MainDatabase) {
    super();
    this.read = new PreparedStatements(database.reader);
    this.write = new PreparedStatements(database.writer);
  }

  next(model: number | undefined, limit: number): Promise<readonly { id: number; text: string }[]> {
    const rows = this.read
      .get<PendingEmbeddingRow>(
        `SELECT c.id, d.title, c.section, c.text FROM search_chunks c JOIN search_documents d ON d.id = c.document
          WHERE ${MISSING} ORDER BY c.id LIMIT ?`,
      )
      .all(model ?? NO_MODEL, limit);
    return Promise.resolve(rows.map(toWaiting));
  }

  count(model: number | undefined): Promise<number> {
    const row = this.read
      .get<{ n: number }>(`SELECT count(*) AS n FROM search_chunks c WHERE ${MISSING}`)
      .get(model ?? NO_MODEL);
    return Promise.resolve(row?.n ?? 0);
  }

  store(model: number, vectors: readonly { id: number; vector: Float32Array }[]): Promise<void> {
    const insert = this.write.get(
      'INSERT OR REPLACE INTO search_vectors (model, chunk, vector) SELECT ?, id, ? FROM search_chunks WHERE id = ?',
    );
    for (const { id, vector } of vectors)
      insert.run(model, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength), id);
    return Promise.resolve();
  }
}
