import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { UnembeddedCase } from '../domain/case-index.js';
import { VectorStore } from '../domain/question-embedder.js';

/**
 * Vectors as 32-bit floats; the case store deletes a vector when its question changes. Each engine has its own class:
 * vectors are read in bulk, by arrays here and by `json_each` there.
 */
@Injectable()
export class PostgresCaseVectors extends VectorStore {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async save(model: string, vectors: readonly (UnembeddedCase & { readonly vector: Float32Array })[]): Promise<void> {
    for (const { caseId, query, vector } of vectors) {
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      await this.database.change(sql`INSERT INTO cbr_vectors (case_row, model, vector)
        SELECT id, ${model}, ${bytes}::bytea FROM cbr_cases WHERE case_id = ${caseId} AND query = ${query}
        ON CONFLICT (case_row) DO UPDATE SET model = excluded.model, vector = excluded.vector`);
    }
  }

  async load(model: string, cases: readonly UnembeddedCase[]): Promise<ReadonlyMap<string, Float32Array>> {
    const rows = await this.database.query<{ case_id: string; query: string; vector: Uint8Array }>(
      sql`SELECT c.case_id, c.query, v.vector FROM cbr_vectors v JOIN cbr_cases c ON c.id = v.case_row
          WHERE c.case_id = ANY(${cases.map(({ caseId }) => caseId)}::text[]) AND v.model = ${model}`,
    );
    const asked = new Map(cases.map(({ caseId, query }) => [caseId, query]));
    const same = rows.filter((row) => asked.get(row.case_id) === row.query);
    // Copied: a buffer of the driver may not be aligned to four bytes.
    return new Map(same.map((row) => [row.case_id, new Float32Array(new Uint8Array(row.vector).buffer)]));
  }
}
