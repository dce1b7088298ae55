import { Injectable } from '@nestjs/common';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { EditionLink, EditionStore } from '../domain/edition-store.js';

@Injectable()
export class SqliteEditionStore extends EditionStore {
  constructor(private readonly database: MainDatabase) {
    super();
  }

  linksOf(documentIds: readonly string[]): Promise<readonly EditionLink[]> {
    const asked = JSON.stringify(documentIds);
    return Promise.resolve(
      this.database.reader
        .prepare<[string, string], EditionLink>(
          `SELECT document_id AS documentId, previous_id AS previousId FROM document_editions
           WHERE document_id IN (SELECT value FROM json_each(?)) OR previous_id IN (SELECT value FROM json_each(?))
           ORDER BY document_id`,
        )
        .all(asked, asked),
    );
  }

  link({ documentId, previousId }: EditionLink): Promise<void> {
    this.database.writer
      .prepare('INSERT OR REPLACE INTO document_editions (document_id, previous_id) VALUES (?, ?)')
      .run(documentId, previousId);
    return Promise.resolve();
  }

  remove(documentId: string): Promise<void> {
    this.database.writer
      .prepare('DELETE FROM document_editions WHERE document_id = ? OR previous_id = ?')
      .run(documentId, documentId);
    return Promise.resolve();
  }
}
