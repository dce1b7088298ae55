import { Injectable } from '@nestjs/common';
import { AccessGroups } from '../../shared/domain/access-groups.js';
import { atOrBelow, CategoryFilter } from '../../shared/domain/category-filter.js';
import { encodeNameCursor, Page } from '../../shared/domain/page.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import {
  pathCondition,
  PostgresCategoryPaths,
} from '../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import {
  DocumentRecord,
  DocumentState,
  DocumentStore,
  DocumentSummary,
  RoughTitle,
  StoredDocument,
  titleSpelling,
} from '../domain/document.js';
import {
  marksOf,
  StateRow,
  SUMMARY_COLUMNS,
  SummaryRow,
  TextRow,
  toDocument,
  toState,
  toSummary,
} from './document-row.js';

const COLUMNS = trusted(SUMMARY_COLUMNS);
const FROM = trusted('FROM documents d JOIN category_paths p ON p.id = d.path_id WHERE d.collection = 1 AND');

/** pg_trgm word similarity below which a title cannot be among the nearest. */
const CANDIDATE_FROM = '0.3';

/**
 * Texts in the shared store.
 * A class for each engine: documents are loaded in bulk; titles are compared here by an index of trigrams, and there in pieces on its
 * thread.
 */
@Injectable()
export class PostgresDocumentStore extends DocumentStore {
  private readonly paths: PostgresCategoryPaths;

  constructor(private readonly database: PostgresDatabase) {
    super();
    this.paths = new PostgresCategoryPaths(database, '');
  }

  async find(documentId: string, filter: CategoryFilter): Promise<StoredDocument | undefined> {
    const row = await this.database.one<SummaryRow & TextRow>(
      sql`SELECT ${COLUMNS}, d.text, d.headings ${FROM} d.document_id = ${documentId} AND ${pathCondition(filter, 'd.path_id')}`,
    );
    return row === undefined ? undefined : toDocument(row);
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
    const rows = await this.database.query<SummaryRow>(
      sql`SELECT ${COLUMNS} ${FROM} d.document_id > ${query.after} AND ${pathCondition(query.filter, 'd.path_id')}
            AND ${pathCondition(atOrBelow(query.path), 'd.path_id')} ORDER BY d.document_id LIMIT ${query.limit + 1}`,
    );
    const items = rows.slice(0, query.limit);
    const last = items.at(-1);
    return {
      items: items.map(toSummary),
      nextCursor: rows.length > query.limit && last !== undefined ? encodeNameCursor(last.document_id) : null,
    };
  }

  async resembling(query: RoughTitle): Promise<readonly DocumentSummary[]> {
    const { spelling } = query;
    // The similarity threshold of pg_trgm applies to a transaction.
    const rows = await this.database.transaction(async () => {
      await this.database.query(sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${CANDIDATE_FROM}, true)`);
      return this.database.query<SummaryRow>(
        sql`SELECT ${COLUMNS} ${FROM} d.title_trigram_key %> ${spelling} AND ${pathCondition(query.filter, 'd.path_id')}
              AND ${pathCondition(atOrBelow(query.path), 'd.path_id')}
            ORDER BY word_similarity(${spelling}, d.title_trigram_key) DESC, d.document_id LIMIT ${query.limit}`,
      );
    });
    return rows.map(toSummary);
  }

  async holding(sources: readonly QuotedSource[], filter: CategoryFilter): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<{ n: number }>(
      sql`SELECT a.n FROM unnest(${sources.map(({ documentId }) => documentId)}::text[],
            ${sources.map(({ quote }) => quote ?? null)}::text[],
            ${sources.map(({ unchangedSince }) => unchangedSince ?? null)}::text[])
            WITH ORDINALITY AS a (document_id, quote, since, n)
          JOIN documents d ON d.collection = 1 AND d.document_id = a.document_id
          WHERE ${pathCondition(filter, 'd.path_id')} AND (a.quote IS NULL OR strpos(d.text, a.quote) > 0)
            AND (a.since IS NULL OR d.updated_at COLLATE "C" <= a.since)`,
    );
    return new Set(rows.map(({ n }) => n - 1));
  }

  async backfillTitleKeys(limit: number): Promise<number> {
    const rows = await this.database.query<{ document_id: string; title: string }>(
      sql`SELECT document_id, title FROM documents WHERE collection = 1 AND title_trigram_key = '' LIMIT ${limit}`,
    );
    if (rows.length === 0) return 0;
    await this.database.change(sql`UPDATE documents d SET title_trigram_key = n.spelling
      FROM unnest(${rows.map((row) => row.document_id)}::text[], ${rows.map(({ title }) => title)}::text[],
        ${rows.map(({ title }) => titleSpelling(title))}::text[]) AS n (document_id, title, spelling)
      WHERE d.collection = 1 AND d.document_id = n.document_id AND d.title = n.title`);
    return rows.length;
  }

  put(document: DocumentRecord): Promise<void> {
    return this.putAll([document]);
  }

  override async states(documentIds: readonly string[]): Promise<ReadonlyMap<string, DocumentState>> {
    const rows = await this.database.query<StateRow & { document_id: string }>(
      sql`SELECT d.document_id, d.content_hash, d.fingerprint, d.chunks, p.current_path AS canonical_path, p.access_groups, d.created_at, d.updated_at ${FROM}
          d.document_id = ANY(${[...documentIds]}::text[])`,
    );
    return new Map(rows.map((row) => [row.document_id, toState(row)]));
  }

  /** One statement for all documents, with one list per column. */
  override async putAll(documents: readonly DocumentRecord[]): Promise<void> {
    if (documents.length === 0) return;
    const paths = await this.paths.placesOf(documents);
    const column = <T>(read: (document: DocumentRecord) => T) => documents.map(read);
    await this.database
      .change(sql`INSERT INTO documents (document_id, title, text, content_type, path_id, source_url, date, version,
        effective_from, effective_to, metadata, content_hash, chunks, created_at, updated_at, title_trigram_key, fingerprint, headings, changed)
      SELECT d.*, (SELECT position FROM commit_sequence WHERE store = 'documents')
      FROM unnest(${column((d) => d.documentId)}::text[], ${column((d) => d.title)}::text[], ${column((d) => d.text)}::text[],
        ${column((d) => d.contentType)}::text[], ${paths}::bigint[], ${column((d) => d.sourceUrl)}::text[],
        ${column((d) => d.date)}::text[], ${column((d) => d.version)}::text[], ${column((d) => d.effectiveFrom)}::text[],
        ${column((d) => d.effectiveTo)}::text[], ${column((d) => JSON.stringify(d.metadata))}::text[],
        ${column((d) => d.contentHash)}::text[], ${column((d) => d.chunks)}::integer[], ${column((d) => d.createdAt)}::text[],
        ${column((d) => d.updatedAt)}::text[], ${column((d) => titleSpelling(d.title))}::text[],
        ${column((d) => d.fingerprint)}::text[],
        ${column((d) => marksOf(d))}::text[]) AS d
      ON CONFLICT (collection, document_id) DO UPDATE SET title = excluded.title, text = excluded.text,
        content_type = excluded.content_type, path_id = excluded.path_id, source_url = excluded.source_url,
        date = excluded.date, version = excluded.version, effective_from = excluded.effective_from,
        effective_to = excluded.effective_to, metadata = excluded.metadata, content_hash = excluded.content_hash,
        chunks = excluded.chunks, updated_at = excluded.updated_at,
        title_trigram_key = excluded.title_trigram_key, fingerprint = excluded.fingerprint, headings = excluded.headings, changed = excluded.changed`);
  }

  async regroup(documentId: string, groups: AccessGroups): Promise<void> {
    const row = await this.database.one<{ path_id: number }>(
      sql`SELECT path_id FROM documents WHERE collection = 1 AND document_id = ${documentId}`,
    );
    if (row === undefined) return;
    const place = await this.paths.regrouped(row.path_id, groups);
    await this.database.change(
      sql`UPDATE documents SET path_id = ${place}, changed = (SELECT position FROM commit_sequence WHERE store = 'documents')
          WHERE collection = 1 AND document_id = ${documentId}`,
    );
  }

  async remove(documentId: string): Promise<void> {
    await this.database.change(sql`DELETE FROM documents WHERE collection = 1 AND document_id = ${documentId}`);
  }
}
