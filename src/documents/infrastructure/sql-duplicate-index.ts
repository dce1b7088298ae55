import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Sql, sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { DocumentSummary } from '../domain/document.js';
import {
  DocumentSketch,
  DuplicateCandidate,
  DuplicateIndex,
  TextIdentity,
  UncomparedDocument,
} from '../domain/duplicate-index.js';
import { bandsOf, NO_SKETCH } from '../domain/text-sketch.js';
import { SUMMARY_COLUMNS, SummaryRow, toSummary, documentKey, inCollection } from './document-row.js';
import { categoryCondition } from '../../shared/infrastructure/database/filter-condition.js';

const COLUMNS = trusted(SUMMARY_COLUMNS);
const CANDIDATE_COLUMNS = trusted('d.document_id AS "documentId", d.content_hash AS "contentHash", s.sketch');
/** Documents that are read at once. */
const AT_ONCE = 1_000;
const FROM = trusted('FROM documents d JOIN category_paths p ON p.id = d.path_id');

/** Bands with the document of each. */
function bandRows(documents: readonly DocumentSketch[]): (readonly [number, string])[] {
  return documents.flatMap(({ documentId, sketch }) => bandsOf(sketch).map((band) => [band, documentId] as const));
}

@Injectable()
export class SqlDuplicateIndex extends DuplicateIndex {
  /** ISO times, which sort by their bytes. */
  private readonly createdAt: Sql;

  private readonly candidates: Sql;

  constructor(private readonly store: MainSqlStore) {
    super();
    this.candidates = sql`FROM documents d
      JOIN document_sketches s ON ${inCollection(store.dialect, 's.')} AND s.document_id = d.document_id`;
    this.createdAt = trusted(store.dialect.name === 'postgres' ? 'd.created_at COLLATE "C"' : 'd.created_at');
  }

  async copies(contentHashes: readonly string[], filter: CategoryFilter): Promise<readonly DocumentSummary[]> {
    const rows = await this.store.query<SummaryRow>(
      sql`SELECT ${COLUMNS} ${FROM} WHERE ${inCollection(this.store.dialect, 'd.')} AND ${this.store.dialect.isOneOf('d.content_hash', contentHashes)}
            AND ${categoryCondition(this.store.dialect, filter, 'd.path_id')} ORDER BY ${this.createdAt}, d.document_id`,
    );
    return rows.map(toSummary);
  }

  sharingBands(sketch: string, limit: number): Promise<readonly DuplicateCandidate[]> {
    const { dialect } = this.store;
    return this.store.query<DuplicateCandidate>(sql`SELECT ${CANDIDATE_COLUMNS} ${this.candidates}
      WHERE ${inCollection(dialect, 'd.')} AND d.document_id IN (SELECT b.document_id FROM document_bands b
        WHERE ${inCollection(dialect, 'b.')} AND ${dialect.isOneOf('b.band', bandsOf(sketch))} LIMIT ${limit})`);
  }

  /** Category by category, in the order of an index: neither the rows of other categories nor earlier ones are read. */
  async *inside(filter: CategoryFilter): AsyncGenerator<readonly DuplicateCandidate[]> {
    const { dialect } = this.store;
    const [key, first] = dialect.name === 'postgres' ? [trusted('d.document_id'), ''] : [trusted('d.id'), 0];
    const paths = await this.store.query<{ id: number }>(
      sql`SELECT id FROM category_paths WHERE ${categoryCondition(dialect, filter, 'id')} ORDER BY id`,
    );
    for (const { id } of paths) {
      let after: string | number | undefined = first;
      while (after !== undefined) {
        const rows: readonly (DuplicateCandidate & { readonly key: string | number })[] = await this.store.query(
          sql`SELECT ${key} AS "key", ${CANDIDATE_COLUMNS} ${this.candidates}
            WHERE ${inCollection(dialect, 'd.')} AND d.path_id = ${id} AND ${key} > ${after} ORDER BY ${key} LIMIT ${AT_ONCE}`,
        );
        yield rows;
        after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.key;
      }
    }
  }

  async summaries(documentIds: readonly string[], filter: CategoryFilter): Promise<readonly DocumentSummary[]> {
    const { dialect } = this.store;
    const rows = await this.store.query<SummaryRow>(sql`SELECT ${COLUMNS} ${FROM} WHERE ${inCollection(dialect, 'd.')}
      AND ${dialect.isOneOf('d.document_id', documentIds)} AND ${categoryCondition(dialect, filter, 'd.path_id')}
      ORDER BY ${this.createdAt}, d.document_id`);
    return rows.map(toSummary);
  }

  async sketches(documentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.store.query<{ document_id: string; sketch: string }>(
      sql`SELECT document_id, sketch FROM document_sketches WHERE ${inCollection(this.store.dialect)} AND ${this.store.dialect.isOneOf('document_id', documentIds)}`,
    );
    return new Map(rows.map((row) => [row.document_id, row.sketch]));
  }

  async putAll(documents: readonly DocumentSketch[]): Promise<void> {
    const before = await this.sketches(documents.map(({ documentId }) => documentId));
    const changed = documents.filter(({ documentId, sketch }) => before.get(documentId) !== sketch);
    if (changed.length === 0) return;
    await this.removeBands(
      changed.map(({ documentId }) => ({ documentId, sketch: before.get(documentId) ?? NO_SKETCH })),
    );
    const { dialect } = this.store;
    const sketches = changed.map(({ documentId, sketch }) => [documentId, sketch]);
    await this.store.change(sql`INSERT INTO document_sketches (document_id, sketch)
      ${dialect.rows(['text', 'text'], sketches)}
      ON CONFLICT (${documentKey(dialect)}) DO UPDATE SET sketch = excluded.sketch`);
    await this.store.change(sql`INSERT INTO document_bands (band, document_id)
      ${dialect.rows(['integer', 'text'], bandRows(changed))} ON CONFLICT DO NOTHING`);
  }

  async remove(documentId: string): Promise<void> {
    const before = await this.sketches([documentId]);
    await this.removeBands([...before].map(([id, sketch]) => ({ documentId: id, sketch })));
    await this.store.change(
      sql`DELETE FROM document_sketches WHERE ${inCollection(this.store.dialect)} AND document_id = ${documentId}`,
    );
  }

  uncompared(limit: number): Promise<readonly UncomparedDocument[]> {
    return this.store.query<{ documentId: string; text: string }>(
      sql`SELECT document_id AS "documentId", text FROM documents WHERE ${inCollection(this.store.dialect)} AND fingerprint = '' LIMIT ${limit}`,
    );
  }

  async compareBy({ documentId, text }: UncomparedDocument, { contentHash, sketch }: TextIdentity): Promise<void> {
    const changed = await this.store
      .change(sql`UPDATE documents SET fingerprint = content_hash, content_hash = ${contentHash}
      WHERE ${inCollection(this.store.dialect)} AND document_id = ${documentId} AND fingerprint = '' AND text = ${text}`);
    if (changed > 0) await this.putAll([{ documentId, sketch }]);
  }

  private async removeBands(documents: readonly DocumentSketch[]): Promise<void> {
    const rows = bandRows(documents);
    if (rows.length === 0) return;
    const { dialect } = this.store;
    await this.store.change(sql`DELETE FROM document_bands
      WHERE ${inCollection(dialect)} AND (band, document_id) IN (${dialect.rows(['integer', 'text'], rows)})`);
  }
}
