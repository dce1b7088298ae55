import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { VectorBacklog } from '../../embedding/domain/embedding-models.js';
import { readWordStorage } from './stored-settings.js';
import { putVectors, unlessZero } from './postings-writer.js';
import { NO_MODEL, toWaiting, PendingEmbeddingRow } from '../../infrastructure/chunk-row.js';

function missing(model: number | undefined): Sql {
  return sql`c.collection = 1 AND NOT EXISTS (
    SELECT 1 FROM search_vectors v WHERE v.collection = 1 AND v.chunk = c.id AND v.model = ${model ?? NO_MODEL})`;
}

/**
 * Passages without a vector of a provider's model, oldest first. One class per engine: the form of the search index
 * depends on the engine.
 */
@Injectable()
export class PostgresVectorBacklog extends VectorBacklog {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async next(model: number | undefined, limit: number): Promise<readonly { id: number; text: string }[]> {
    const rows = await this.database.query<PendingEmbeddingRow>(
      sql`SELECT c.id, d.title, c.section, c.text FROM search_chunks c
            JOIN search_documents d ON d.collection = c.collection AND d.id = c.document
          WHERE ${missing(model)} ORDER BY c.id LIMIT ${limit}`,
    );
    return rows.map(toWaiting);
  }

  async count(model: number | undefined): Promise<number> {
    const row = await this.database.one<{ n: number }>(
      sql`SELECT count(*) AS n FROM search_chunks c WHERE ${missing(model)}`,
    );
    return row?.n ?? 0;
  }

  /** A vector that replaces another gets a new number, so that replicas read it. */
  async store(model: number, vectors: readonly { id: number; vector: Float32Array }[]): Promise<void> {
    await this.database.change(
      sql`DELETE FROM search_vectors WHERE collection = 1 AND model = ${model} AND chunk = ANY(${vectors.map(({ id }) => id)}::bigint[])`,
    );
    for (const { id, vector } of vectors) {
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      await this.database.change(sql`INSERT INTO search_vectors (model, chunk, vector)
        SELECT ${model}, id, ${bytes} FROM search_chunks WHERE collection = 1 AND id = ${id}`);
    }
    const { isKept, vectorModel } = await readWordStorage(this.database);
    if (isKept && vectorModel === model)
      await putVectors(
        this.database,
        model,
        vectors.filter(({ vector }) => unlessZero(vector) !== undefined),
      );
  }
}
