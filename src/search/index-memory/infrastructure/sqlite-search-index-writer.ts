import { Injectable } from '@nestjs/common';
import { AccessGroups } from '../../../shared/domain/access-groups.js';
import { CategoryPathRegistry } from '../../../shared/infrastructure/database/category-path-registry.js';
import { MainDatabase } from '../../../shared/infrastructure/database/databases.js';
import { PreparedStatements } from '../../../shared/infrastructure/database/prepared-statements.js';
import { DocumentInput, PassageInput, SearchIndexWriter } from '../../domain/indexed-passage.js';
import { EventLoopYielder } from '../../../shared/domain/steps.js';

/** Passages between two checks of the clock. */
const PASSAGES_AT_ONCE = 100;

interface Place {
  readonly document: DocumentInput;
  readonly documentRow: number;
  readonly pathId: number;
  readonly ordinal: number;
}

/**
 * The write side of the embedded index: rows of documents and passages, on the connection of the transaction that its
 * caller opened. The in-memory index reads them there. One class per engine: it loads the search index in bulk, and the
 * form of the index depends on the engine.
 */
@Injectable()
export class SqliteSearchIndexWriter extends SearchIndexWriter {
  private readonly statements: PreparedStatements;

  constructor(
    database: MainDatabase,
    private readonly paths: CategoryPathRegistry,
  ) {
    super();
    this.statements = new PreparedStatements(database.writer);
  }

  /** The in-memory index parses the words. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  /** Other requests run between the passages of a long document. */
  async put(document: DocumentInput): Promise<readonly number[]> {
    const others = new EventLoopYielder();
    this.clear(document.documentId);
    const pathId = this.paths.placeOf(document);
    const documentRow = this.run(
      'INSERT INTO search_documents (document_id, title, url, date, version, metadata, path_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
      document.documentId,
      document.title,
      document.url,
      document.date,
      document.version,
      JSON.stringify(document.metadata),
      pathId,
    );
    const place = { document, documentRow, pathId };
    const ids: number[] = [];
    for (const [ordinal, passage] of document.passages.entries()) {
      ids.push(this.putPassage({ ...place, ordinal }, passage));
      if (ordinal % PASSAGES_AT_ONCE === PASSAGES_AT_ONCE - 1) await others.yieldIfDue();
    }
    return ids;
  }

  /**
   * Copies the rows under new ids and removes the former ones: the in-memory index follows both as for a replaced document. A provider's
   * vectors are copied too.
   */
  regroup(documentId: string, groups: AccessGroups): Promise<void> {
    const former = this.statements
      .get<{ id: number; path_id: number }>('SELECT id, path_id FROM search_documents WHERE document_id = ?')
      .get(documentId);
    const pathId = former === undefined ? undefined : this.paths.regrouped(former.path_id, groups);
    if (former === undefined || pathId === undefined || pathId === former.path_id) return Promise.resolve();
    // Both ids are unique, and no id contains a control character.
    this.run('UPDATE search_documents SET document_id = char(1) || document_id WHERE id = ?', former.id);
    this.run('UPDATE search_chunks SET chunk_id = char(1) || chunk_id WHERE document = ?', former.id);
    const document = this.run(
      `INSERT INTO search_documents (document_id, title, url, date, version, metadata, path_id)
       SELECT ?, title, url, date, version, metadata, ? FROM search_documents WHERE id = ?`,
      documentId,
      pathId,
      former.id,
    );
    this.run(
      `INSERT INTO search_chunks (chunk_id, document, path_id, in_force_from, in_force_to, ordinal, start, "end", section, article, text, metadata)
       SELECT substr(chunk_id, 2), ?, ?, in_force_from, in_force_to, ordinal, start, "end", section, article, text, metadata
       FROM search_chunks WHERE document = ? ORDER BY ordinal`,
      document,
      pathId,
      former.id,
    );
    this.run(
      `INSERT INTO search_vectors (model, chunk, vector)
       SELECT v.model, n.id, v.vector FROM search_chunks o JOIN search_vectors v ON v.chunk = o.id
         JOIN search_chunks n ON n.document = ? AND n.ordinal = o.ordinal
       WHERE o.document = ? ORDER BY v.id`,
      document,
      former.id,
    );
    this.run('DELETE FROM search_documents WHERE id = ?', former.id);
    return Promise.resolve();
  }

  remove(documentId: string): Promise<void> {
    this.clear(documentId);
    return Promise.resolve();
  }

  private putPassage({ document, documentRow, pathId, ordinal }: Place, passage: PassageInput): number {
    return this.run(
      `INSERT INTO search_chunks (chunk_id, document, path_id, in_force_from, in_force_to, ordinal, start, "end", section, article, text, metadata)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      `${document.documentId}#${ordinal}`,
      documentRow,
      pathId,
      document.effectiveFrom,
      document.effectiveTo,
      ordinal,
      passage.start,
      passage.end,
      passage.section ?? null,
      passage.article ?? null,
      passage.text,
      JSON.stringify(passage.metadata),
    );
  }

  /** Passages are removed with their document; a trigger lists them for the in-memory index. */
  private clear(documentId: string): void {
    this.run('DELETE FROM search_documents WHERE document_id = ?', documentId);
  }

  private run(sql: string, ...params: unknown[]): number {
    return Number(this.statements.get(sql).run(...params).lastInsertRowid);
  }
}
