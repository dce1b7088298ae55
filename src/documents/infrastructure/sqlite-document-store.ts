import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { AccessGroups } from '../../shared/domain/access-groups.js';
import { atOrBelow, CategoryFilter } from '../../shared/domain/category-filter.js';
import { encodeNameCursor, Page } from '../../shared/domain/page.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { NEAR_ENOUGH, nearness, trigramsOf } from '../../text/trigram-similarity.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { filterCondition } from '../../shared/infrastructure/database/filter-condition.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
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

const COLUMNS = SUMMARY_COLUMNS;
const FROM = 'FROM documents d JOIN category_paths p ON p.id = d.path_id';

/** Number of titles that are compared without a pause: about 3 ms. Other requests continue between the pieces. */
const COMPARED_AT_ONCE = 1_000;

/** Number of sources that are checked without a pause. Other requests continue between the pieces. */
const CHECKED_AT_ONCE = 100;

interface TitleRow {
  readonly id: number;
  readonly spelling: string;
}

interface NearTitle {
  readonly id: number;
  readonly near: number;
}

/**
 * A class for each engine: documents are loaded in bulk; titles are compared here in pieces on this thread, and there by an index of
 * trigrams.
 */
@Injectable()
export class SqliteDocumentStore extends DocumentStore {
  private readonly writer: Database.Database;
  private readonly reader: Database.Database;
  private readonly readState: Database.Statement<[string], StateRow>;
  private readonly upsert: Database.Statement;

  constructor(
    database: MainDatabase,
    private readonly paths: CategoryPathRegistry,
  ) {
    super();
    this.writer = database.writer;
    this.reader = database.reader;
    this.readState = this.writer.prepare(
      `SELECT d.content_hash, d.fingerprint, d.chunks, p.current_path AS canonical_path, p.access_groups, d.created_at, d.updated_at ${FROM} WHERE d.document_id = ?`,
    );
    this.upsert = this.writer
      .prepare(`INSERT INTO documents (document_id, title, text, content_type, path_id, source_url, date, version,
        effective_from, effective_to, metadata, content_hash, chunks, created_at, updated_at, title_trigram_key, fingerprint, headings)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (document_id) DO UPDATE SET title = excluded.title, text = excluded.text, content_type = excluded.content_type, path_id = excluded.path_id,
        source_url = excluded.source_url, date = excluded.date, version = excluded.version, effective_from = excluded.effective_from,
        effective_to = excluded.effective_to, metadata = excluded.metadata, content_hash = excluded.content_hash, chunks = excluded.chunks,
        updated_at = excluded.updated_at, title_trigram_key = excluded.title_trigram_key, fingerprint = excluded.fingerprint, headings = excluded.headings`);
  }

  find(documentId: string, filter: CategoryFilter): Promise<StoredDocument | undefined> {
    const inside = filterCondition(filter, 'd.path_id');
    const row = this.reader
      .prepare<unknown[], SummaryRow & TextRow>(
        `SELECT ${COLUMNS}, d.text, d.headings ${FROM} WHERE d.document_id = ? AND ${inside.sql}`,
      )
      .get(documentId, ...inside.params);
    return Promise.resolve(row === undefined ? undefined : toDocument(row));
  }

  state(documentId: string): Promise<DocumentState | undefined> {
    const row = this.readState.get(documentId);
    return Promise.resolve(row === undefined ? undefined : toState(row));
  }

  list(query: {
    filter: CategoryFilter;
    path: readonly string[] | undefined;
    after: string;
    limit: number;
  }): Promise<Page<DocumentSummary>> {
    const inside = filterCondition(query.filter, 'd.path_id');
    const below = filterCondition(atOrBelow(query.path), 'd.path_id');
    const rows = this.reader
      .prepare<unknown[], SummaryRow>(
        `SELECT ${COLUMNS} ${FROM} WHERE d.document_id > ? AND ${inside.sql} AND ${below.sql} ORDER BY d.document_id LIMIT ?`,
      )
      .all(query.after, ...inside.params, ...below.params, query.limit + 1);
    const items = rows.slice(0, query.limit);
    const last = items.at(-1);
    return Promise.resolve({
      items: items.map(toSummary),
      nextCursor: rows.length > query.limit && last !== undefined ? encodeNameCursor(last.document_id) : null,
    });
  }

  /** Compares with each title inside the filter. */
  async resembling(query: RoughTitle): Promise<readonly DocumentSummary[]> {
    const inside = filterCondition(query.filter, 'd.path_id');
    const below = filterCondition(atOrBelow(query.path), 'd.path_id');
    const part = this.reader.prepare<unknown[], TitleRow>(
      `SELECT d.id, d.title_trigram_key AS spelling FROM documents d
       WHERE (d.title_trigram_key, d.id) > (?, ?) AND ${inside.sql} AND ${below.sql} ORDER BY d.title_trigram_key, d.id LIMIT ?`,
    );
    const asked = trigramsOf(query.spelling);
    let best: NearTitle[] = [];
    let last: TitleRow = { id: 0, spelling: '' };
    for (;;) {
      const rows = part.all(last.spelling, last.id, ...inside.params, ...below.params, COMPARED_AT_ONCE);
      const near = rows.map(({ id, spelling }) => ({ id, near: nearness(asked, spelling) }));
      best = [...best, ...near.filter((each) => each.near >= NEAR_ENOUGH)]
        .sort((a, b) => b.near - a.near || a.id - b.id)
        .slice(0, query.limit);
      last = rows.at(-1) ?? last;
      if (rows.length < COMPARED_AT_ONCE) break;
      await setImmediate();
    }
    const read = this.reader.prepare<[number], SummaryRow>(`SELECT ${COLUMNS} ${FROM} WHERE d.id = ?`);
    // Removed during the comparison of titles.
    const found = best.map(({ id }) => read.get(id)).filter((row) => row !== undefined);
    return found.map(toSummary);
  }

  async holding(sources: readonly QuotedSource[], filter: CategoryFilter): Promise<ReadonlySet<number>> {
    const inside = filterCondition(filter, 'd.path_id');
    const read = this.reader
      .prepare<unknown[], number>(
        `SELECT a.key FROM json_each(?) a JOIN documents d ON d.document_id = json_extract(a.value, '$[0]')
         WHERE ${inside.sql}
           AND (json_extract(a.value, '$[1]') IS NULL OR instr(d.text, json_extract(a.value, '$[1]')) > 0)
           AND (json_extract(a.value, '$[2]') IS NULL OR d.updated_at <= json_extract(a.value, '$[2]'))`,
      )
      .pluck();
    const held = new Set<number>();
    for (let from = 0; from < sources.length; from += CHECKED_AT_ONCE) {
      if (from > 0) await setImmediate();
      const part = sources.slice(from, from + CHECKED_AT_ONCE);
      const asked = part.map(({ documentId, quote, unchangedSince }) => [documentId, quote, unchangedSince]);
      for (const place of read.all(JSON.stringify(asked), ...inside.params)) held.add(from + place);
    }
    return held;
  }

  backfillTitleKeys(limit: number): Promise<number> {
    const rows = this.writer
      .prepare<[number], { id: number; title: string }>(
        "SELECT id, title FROM documents WHERE title_trigram_key = '' LIMIT ?",
      )
      .all(limit);
    const spell = this.writer.prepare('UPDATE documents SET title_trigram_key = ? WHERE id = ?');
    for (const { id, title } of rows) spell.run(titleSpelling(title), id);
    return Promise.resolve(rows.length);
  }

  put(document: DocumentRecord): Promise<void> {
    this.upsert.run(
      document.documentId,
      document.title,
      document.text,
      document.contentType,
      this.paths.placeOf(document),
      document.sourceUrl,
      document.date,
      document.version,
      document.effectiveFrom,
      document.effectiveTo,
      JSON.stringify(document.metadata),
      document.contentHash,
      document.chunks,
      document.createdAt,
      document.updatedAt,
      titleSpelling(document.title),
      document.fingerprint,
      marksOf(document),
    );
    return Promise.resolve();
  }

  regroup(documentId: string, groups: AccessGroups): Promise<void> {
    const row = this.writer
      .prepare<[string], { path_id: number }>('SELECT path_id FROM documents WHERE document_id = ?')
      .get(documentId);
    if (row !== undefined)
      this.writer
        .prepare('UPDATE documents SET path_id = ? WHERE document_id = ?')
        .run(this.paths.regrouped(row.path_id, groups), documentId);
    return Promise.resolve();
  }

  remove(documentId: string): Promise<void> {
    this.writer.prepare('DELETE FROM documents WHERE document_id = ?').run(documentId);
    return Promise.resolve();
  }
}
