import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '../../shared/infrastructure/database/prepared-statements.js';
import { UnembeddedCase } from '../domain/case-index.js';
import { VectorStore } from '../domain/question-embedder.js';
import { CaseDatabase } from './case-database.js';

/**
 * Vectors as 32-bit floats; the case store deletes a vector when its question changes. Each engine has its own class:
 * vectors are read in bulk, by `json_each` here and by arrays there.
 */
@Injectable()
export class SqliteCaseVectors extends VectorStore {
  private readonly committed: PreparedStatements;
  private readonly own: PreparedStatements;

  constructor(database: CaseDatabase) {
    super();
    this.committed = new PreparedStatements(database.reader);
    this.own = new PreparedStatements(database.writer);
  }

  save(model: string, vectors: readonly (UnembeddedCase & { readonly vector: Float32Array })[]): Promise<void> {
    const insert = this.own.get(
      `INSERT OR REPLACE INTO cbr_vectors (case_row, model, vector) SELECT id, ?, ? FROM cbr_cases WHERE case_id = ? AND query = ?`,
    );
    for (const { caseId, query, vector } of vectors)
      insert.run(model, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength), caseId, query);
    return Promise.resolve();
  }

  load(model: string, cases: readonly UnembeddedCase[]): Promise<ReadonlyMap<string, Float32Array>> {
    const find = this.committed.get<{ vector: Buffer }>(
      `SELECT v.vector FROM cbr_vectors v JOIN cbr_cases c ON c.id = v.case_row WHERE c.case_id = ? AND c.query = ? AND v.model = ?`,
    );
    const found = cases.flatMap(({ caseId, query }) => {
      const row = find.get(caseId, query, model);
      // Copied: a buffer of the driver may not be aligned to four bytes.
      return row === undefined ? [] : [[caseId, new Float32Array(new Uint8Array(row.vector).buffer)] as const];
    });
    return Promise.resolve(new Map(found));
  }
}
