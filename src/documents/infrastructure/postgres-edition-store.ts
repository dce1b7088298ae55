import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { EditionLink, EditionStore } from '../domain/edition-store.js';

@Injectable()
export class PostgresEditionStore extends EditionStore {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  linksOf(documentIds: readonly string[]): Promise<readonly EditionLink[]> {
    const asked = [...documentIds];
    return this.database.query<{ documentId: string; previousId: string }>(
      sql`SELECT document_id AS "documentId", previous_id AS "previousId" FROM document_editions
          WHERE collection = 1 AND (document_id = ANY(${asked}::text[]) OR previous_id = ANY(${asked}::text[]))
          ORDER BY document_id`,
    );
  }

  async link({ documentId, previousId }: EditionLink): Promise<void> {
    await this.database.change(sql`INSERT INTO document_editions (document_id, previous_id)
      VALUES (${documentId}, ${previousId})
      ON CONFLICT (collection, document_id) DO UPDATE SET previous_id = excluded.previous_id`);
  }

  async remove(documentId: string): Promise<void> {
    await this.database.change(sql`DELETE FROM document_editions
      WHERE collection = 1 AND (document_id = ${documentId} OR previous_id = ${documentId})`);
  }
}
