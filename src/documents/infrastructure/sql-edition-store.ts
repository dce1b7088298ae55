import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { EditionLink, EditionStore } from '../domain/document.js';
import { documentKey, inCollection } from './document-row.js';

@Injectable()
export class SqlEditionStore extends EditionStore {
  constructor(private readonly store: MainSqlStore) {
    super();
  }

  linksOf(documentIds: readonly string[]): Promise<readonly EditionLink[]> {
    const asked = [...documentIds];
    return this.store.query<{ documentId: string; previousId: string }>(
      sql`SELECT document_id AS "documentId", previous_id AS "previousId" FROM document_editions
          WHERE ${inCollection(this.store.dialect)} AND (${this.store.dialect.isOneOf('document_id', asked)} OR ${this.store.dialect.isOneOf('previous_id', asked)})
          ORDER BY document_id`,
    );
  }

  async link({ documentId, previousId }: EditionLink): Promise<void> {
    await this.store.change(sql`INSERT INTO document_editions (document_id, previous_id)
      VALUES (${documentId}, ${previousId})
      ON CONFLICT (${documentKey(this.store.dialect)}) DO UPDATE SET previous_id = excluded.previous_id`);
  }

  async remove(documentId: string): Promise<void> {
    await this.store.change(sql`DELETE FROM document_editions
      WHERE ${inCollection(this.store.dialect)} AND (document_id = ${documentId} OR previous_id = ${documentId})`);
  }
}
