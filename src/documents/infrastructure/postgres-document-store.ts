import { Injectable } from '@nestjs/common';
import { CategoryFilter, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { foldPath } from '../../shared/domain/category-path.js';
import { encodeNameCursor, Page } from '../../shared/domain/page.js';
import {
  pathCondition,
  PostgresCategoryPaths,
} from '../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { DocumentState, DocumentStore, DocumentSummary, StoredDocument } from '../domain/document.js';
import { labels, SummaryRow, toSummary } from './document-row.js';

const COLUMNS =
  trusted(`d.document_id, d.title, d.content_type, p.display AS canonical_path, d.source_url, d.date, d.version,
  d.effective_from, d.effective_to, d.metadata, d.content_hash, d.chunks, d.created_at, d.updated_at`);
const FROM = trusted('FROM documents d JOIN category_paths p ON p.id = d.path_id WHERE d.collection = 1 AND');

function toState(row: SummaryRow): DocumentState {
  return {
    contentHash: row.content_hash,
    chunks: row.chunks,
    canonicalPath: labels(row.canonical_path),
    createdAt: row.created_at,
  };
}

/** Texts in the shared store. */
@Injectable()
export class PostgresDocumentStore extends DocumentStore {
  private readonly paths: PostgresCategoryPaths;

  constructor(private readonly database: PostgresDatabase) {
    super();
    this.paths = new PostgresCategoryPaths(database, '');
  }

  async find(documentId: string, filter: CategoryFilter): Promise<StoredDocument | undefined> {
    const row = await this.database.one<SummaryRow & { text: string }>(
      sql`SELECT ${COLUMNS}, d.text ${FROM} d.document_id = ${documentId} AND ${pathCondition(filter, 'd.path_id')}`,
    );
    return row === undefined ? undefined : { ...toSummary(row), text: row.text };
  }

  async state(documentId: string): Promise<DocumentState | undefined> {
    return (await this.states([documentId])).get(documentId);
  }

  async list(query: {
    filter: CategoryFilter;
    path: readonly string[] | undefined;
    after: string;
    limit: number;
  }): Promise<Page<DocumentSummary>> {
    const below: CategoryFilter =
      query.path === undefined ? UNRESTRICTED : { kind: 'restricted', allowed: new Set([foldPath(query.path)]) };
    const rows = await this.database.query<SummaryRow>(
      sql`SELECT ${COLUMNS} ${FROM} d.document_id > ${query.after} AND ${pathCondition(query.filter, 'd.path_id')}
            AND ${pathCondition(below, 'd.path_id')} ORDER BY d.document_id LIMIT ${query.limit + 1}`,
    );
    const items = rows.slice(0, query.limit);
    const last = items.at(-1);
    return {
      items: items.map(toSummary),
      nextCursor: rows.length > query.limit && last !== undefined ? encodeNameCursor(last.document_id) : null,
    };
  }

  put(document: StoredDocument): Promise<void> {
    return this.putAll([document]);
  }

  override async states(documentIds: readonly string[]): Promise<ReadonlyMap<string, DocumentState>> {
    const rows = await this.database.query<SummaryRow>(
      sql`SELECT d.document_id, d.content_hash, d.chunks, p.display AS canonical_path, d.created_at ${FROM}
          d.document_id = ANY(${[...documentIds]}::text[])`,
    );
    return new Map(rows.map((row) => [row.document_id, toState(row)]));
  }

  /** One statement for all documents, a list for each column. */
  override async putAll(documents: readonly StoredDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const paths = await this.paths.idsOf(documents.map(({ canonicalPath }) => canonicalPath));
    const column = <T>(read: (document: StoredDocument) => T) => documents.map(read);
    await this.database
      .change(sql`INSERT INTO documents (document_id, title, text, content_type, path_id, source_url, date, version,
        effective_from, effective_to, metadata, content_hash, chunks, created_at, updated_at, changed)
      SELECT d.*, (SELECT position FROM store_positions WHERE store = 'documents')
      FROM unnest(${column((d) => d.documentId)}::text[], ${column((d) => d.title)}::text[], ${column((d) => d.text)}::text[],
        ${column((d) => d.contentType)}::text[], ${paths}::bigint[], ${column((d) => d.sourceUrl)}::text[],
        ${column((d) => d.date)}::text[], ${column((d) => d.version)}::text[], ${column((d) => d.effectiveFrom)}::text[],
        ${column((d) => d.effectiveTo)}::text[], ${column((d) => JSON.stringify(d.metadata))}::text[],
        ${column((d) => d.contentHash)}::text[], ${column((d) => d.chunks)}::integer[], ${column((d) => d.createdAt)}::text[],
        ${column((d) => d.updatedAt)}::text[]) AS d
      ON CONFLICT (collection, document_id) DO UPDATE SET title = excluded.title, text = excluded.text,
        content_type = excluded.content_type, path_id = excluded.path_id, source_url = excluded.source_url,
        date = excluded.date, version = excluded.version, effective_from = excluded.effective_from,
        effective_to = excluded.effective_to, metadata = excluded.metadata, content_hash = excluded.content_hash,
        chunks = excluded.chunks, updated_at = excluded.updated_at, changed = excluded.changed`);
  }

  async remove(documentId: string): Promise<void> {
    await this.database.change(sql`DELETE FROM documents WHERE collection = 1 AND document_id = ${documentId}`);
  }
}
