import { Injectable } from '@nestjs/common';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { SourceFile, SourceFiles } from '../domain/source-store.js';
import { documentIdsSchema } from './source-record-schema.js';

interface FileRow {
  readonly path: string;
  readonly document_id: string;
  readonly state: SourceFile['state'];
  readonly hash: string;
  readonly version: string;
  readonly fields: string;
  readonly documents: string;
}

function toFile({ document_id: documentId, documents, ...row }: FileRow): SourceFile {
  return { ...row, documentId, documents: documentIdsSchema.parse(JSON.parse(documents)) };
}

/** Files of sources, in the store in use. */
@Injectable()
export class SqlSourceFiles extends SourceFiles {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async list(sourceId: string): Promise<readonly SourceFile[]> {
    const rows = await this.store.query<FileRow>(
      sql`SELECT path, document_id, state, hash, version, fields, documents FROM source_files
          WHERE source_id = ${sourceId} ORDER BY path`,
    );
    return rows.map(toFile);
  }

  async hasDocument(documentId: string): Promise<boolean> {
    const rows = await this.store.query<{ found: number }>(
      sql`SELECT 1 AS found FROM source_files WHERE document_id = ${documentId}`,
    );
    return rows.length > 0;
  }

  async put(sourceId: string, file: SourceFile): Promise<void> {
    const documents = JSON.stringify(file.documents);
    await this.store.change(sql`INSERT INTO source_files
        (source_id, path, document_id, state, hash, version, fields, documents)
      VALUES (${sourceId}, ${file.path}, ${file.documentId}, ${file.state}, ${file.hash}, ${file.version}, ${file.fields},
        ${documents})
      ON CONFLICT (source_id, path) DO UPDATE SET document_id = excluded.document_id, state = excluded.state,
        hash = excluded.hash, version = excluded.version, fields = excluded.fields, documents = excluded.documents`);
  }

  async move(sourceId: string, from: string, to: SourceFile): Promise<void> {
    await this.store.change(sql`UPDATE source_files SET path = ${to.path}, state = ${to.state}
      WHERE source_id = ${sourceId} AND path = ${from}`);
  }

  async remove(sourceId: string, path: string): Promise<void> {
    await this.store.change(sql`DELETE FROM source_files WHERE source_id = ${sourceId} AND path = ${path}`);
  }
}
