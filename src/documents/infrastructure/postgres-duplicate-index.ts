import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { pathCondition } from '../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { DocumentSummary } from '../domain/document.js';
import {
  DocumentSketch,
  DuplicateCandidate,
  DuplicateIndex,
  TextIdentity,
  UncomparedDocument,
} from '../domain/duplicate-index.js';
import { bandsOf, NO_SKETCH } from '../domain/text-sketch.js';
import { SUMMARY_COLUMNS, SummaryRow, toSummary } from './document-row.js';

const COLUMNS = trusted(SUMMARY_COLUMNS);
const FROM = trusted('FROM documents d JOIN category_paths p ON p.id = d.path_id');

/** Bands with the document of each, as two lists of equal length. */
function bandLists(documents: readonly DocumentSketch[]): { readonly bands: number[]; readonly ids: string[] } {
  const pairs = documents.flatMap(({ documentId, sketch }) => bandsOf(sketch).map((band) => ({ band, documentId })));
  return { bands: pairs.map(({ band }) => band), ids: pairs.map(({ documentId }) => documentId) };
}

@Injectable()
export class PostgresDuplicateIndex extends DuplicateIndex {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async copies(contentHashes: readonly string[], filter: CategoryFilter): Promise<readonly DocumentSummary[]> {
    const rows = await this.database.query<SummaryRow>(
      sql`SELECT ${COLUMNS} ${FROM} WHERE d.collection = 1 AND d.content_hash = ANY(${[...contentHashes]}::text[])
            AND ${pathCondition(filter, 'd.path_id')} ORDER BY d.created_at COLLATE "C", d.document_id`,
    );
    return rows.map(toSummary);
  }

  async sharingBands(sketch: string, filter: CategoryFilter, limit: number): Promise<readonly DuplicateCandidate[]> {
    const rows = await this.database.query<SummaryRow & { sketch: string }>(
      sql`SELECT ${COLUMNS}, s.sketch ${FROM}
          JOIN document_sketches s ON s.collection = 1 AND s.document_id = d.document_id
          WHERE d.collection = 1 AND ${pathCondition(filter, 'd.path_id')} AND d.document_id IN (
            SELECT b.document_id FROM document_bands b WHERE b.collection = 1 AND b.band = ANY(${[...bandsOf(sketch)]}::integer[]))
          LIMIT ${limit}`,
    );
    return rows.map((row) => ({ document: toSummary(row), sketch: row.sketch }));
  }

  async sketches(documentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.query<{ document_id: string; sketch: string }>(
      sql`SELECT document_id, sketch FROM document_sketches WHERE collection = 1 AND document_id = ANY(${[...documentIds]}::text[])`,
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
    await this.database.change(sql`INSERT INTO document_sketches (document_id, sketch)
      SELECT * FROM unnest(${changed.map(({ documentId }) => documentId)}::text[], ${changed.map(({ sketch }) => sketch)}::text[])
      ON CONFLICT (collection, document_id) DO UPDATE SET sketch = excluded.sketch`);
    const { bands, ids } = bandLists(changed);
    await this.database.change(sql`INSERT INTO document_bands (band, document_id)
      SELECT * FROM unnest(${bands}::integer[], ${ids}::text[]) ON CONFLICT DO NOTHING`);
  }

  async remove(documentId: string): Promise<void> {
    const before = await this.sketches([documentId]);
    await this.removeBands([...before].map(([id, sketch]) => ({ documentId: id, sketch })));
    await this.database.change(sql`DELETE FROM document_sketches WHERE collection = 1 AND document_id = ${documentId}`);
  }

  uncompared(limit: number): Promise<readonly UncomparedDocument[]> {
    return this.database.query<{ documentId: string; text: string }>(
      sql`SELECT document_id AS "documentId", text FROM documents WHERE collection = 1 AND fingerprint = '' LIMIT ${limit}`,
    );
  }

  async compareBy({ documentId, text }: UncomparedDocument, { contentHash, sketch }: TextIdentity): Promise<void> {
    const changed = await this.database
      .change(sql`UPDATE documents SET fingerprint = content_hash, content_hash = ${contentHash}
      WHERE collection = 1 AND document_id = ${documentId} AND fingerprint = '' AND text = ${text}`);
    if (changed > 0) await this.putAll([{ documentId, sketch }]);
  }

  private async removeBands(documents: readonly DocumentSketch[]): Promise<void> {
    const { bands, ids } = bandLists(documents);
    if (bands.length === 0) return;
    await this.database.change(sql`DELETE FROM document_bands b
      USING unnest(${bands}::integer[], ${ids}::text[]) AS gone (band, document_id)
      WHERE b.collection = 1 AND b.band = gone.band AND b.document_id = gone.document_id`);
  }
}
