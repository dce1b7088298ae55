import { Injectable } from '@nestjs/common';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { PreparedStatements } from '../../shared/infrastructure/database/prepared-statements.js';
import { Analyser } from '../domain/analyser.js';
import { nameKey } from '../domain/article-reference.js';
import { DocumentInput, passageHeading, PassageInput, SearchIndexWriter } from '../domain/search-index.js';
import { VectorTable } from './vector-table.js';

/** Writing side of the embedded index. It writes on the connection of the transaction that its caller opened. */
@Injectable()
export class SqliteSearchIndexWriter extends SearchIndexWriter {
  /** Prepared on first use: the vector table comes and goes with the embedding model. */
  private readonly statements: PreparedStatements;

  constructor(
    database: MainDatabase,
    private readonly paths: CategoryPathRegistry,
    private readonly vectors: VectorTable,
    private readonly analyser: Analyser,
  ) {
    super();
    this.statements = new PreparedStatements(database.writer);
  }

  put(document: DocumentInput, vectors: readonly Float32Array[]): Promise<void> {
    this.clear(document.documentId);
    const pathId = this.paths.idOf(document.canonicalPath);
    const row = this.run(
      'INSERT INTO search_documents (document_id, title, name_key, url, date, version, metadata, path_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      document.documentId,
      document.title,
      nameKey(document.title),
      document.url,
      document.date,
      document.version,
      JSON.stringify(document.metadata),
      pathId,
    );
    document.passages.forEach((passage, ordinal) => {
      const id = this.putPassage({ document, documentRow: row, pathId, ordinal }, passage, vectors[ordinal]);
      const heading = this.analyser.termsOf(passageHeading(document.title, passage.section));
      this.run(
        'INSERT INTO search_words (rowid, heading, body) VALUES (?, ?, ?)',
        id,
        heading.join(' '),
        this.analyser.termsOf(passage.text).join(' '),
      );
    });
    return Promise.resolve();
  }

  remove(documentId: string): Promise<void> {
    this.clear(documentId);
    return Promise.resolve();
  }

  private putPassage(
    place: { document: DocumentInput; documentRow: number | bigint; pathId: number; ordinal: number },
    passage: PassageInput,
    vector: Float32Array | undefined,
  ): number {
    const { document, ordinal } = place;
    if (vector !== undefined && vector.length > 0) this.vectors.ensure(vector.length);
    const id = Number(
      this.run(
        `INSERT INTO search_chunks (chunk_id, document, path_id, in_force_from, in_force_to, ordinal, start, "end", section, article, text, metadata, embedded)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        `${document.documentId}#${ordinal}`,
        place.documentRow,
        place.pathId,
        document.effectiveFrom,
        document.effectiveTo,
        ordinal,
        passage.start,
        passage.end,
        passage.section ?? null,
        passage.article ?? null,
        passage.text,
        JSON.stringify(passage.metadata),
        vector === undefined ? 0 : 1,
      ),
    );
    // A text without letters has the zero vector, which has no direction: it is embedded, and near to nothing.
    if (vector?.some((x) => x !== 0)) this.putVector(id, vector);
    return id;
  }

  private putVector(id: number, vector: Float32Array): void {
    this.run(
      'INSERT INTO search_vectors (chunk, embedding) VALUES (?, ?)',
      BigInt(id),
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
    );
  }

  private clear(documentId: string): void {
    const chunks = this.statements
      .get('SELECT c.id FROM search_chunks c JOIN search_documents d ON d.id = c.document WHERE d.document_id = ?')
      .pluck()
      .all(documentId);
    const withVectors = this.vectors.exists();
    for (const id of chunks) {
      this.run('DELETE FROM search_words WHERE rowid = ?', id);
      if (withVectors) this.run('DELETE FROM search_vectors WHERE chunk = ?', id);
    }
    this.run('DELETE FROM search_documents WHERE document_id = ?', documentId);
  }

  private run(sql: string, ...params: unknown[]): number | bigint {
    return this.statements.get(sql).run(...params).lastInsertRowid;
  }
}
