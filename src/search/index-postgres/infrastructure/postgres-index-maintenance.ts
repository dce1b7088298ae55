import { Injectable } from '@nestjs/common';
import { CategoryFilter, mayUseSharedModels } from '../../../shared/domain/category-filter.js';
import { pathCondition } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { IndexMaintenance, StoreStatistics } from '../../maintenance/domain/index-maintenance.js';

/** Number of removals that stay listed; a replica that lags further is no longer running. */
const LISTED_REMOVALS = 1_000_000;
const TABLES = ['documents', 'search_documents', 'search_chunks', 'search_vectors', 'search_model_parts'];

/**
 * Maintenance of the shared store; the server manages its own log. One class per engine: the form of the search index
 * depends on the engine.
 */
@Injectable()
export class PostgresIndexMaintenance extends IndexMaintenance {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async refreshStatistics(): Promise<void> {
    await this.database.execute(
      'ANALYZE documents, search_documents, search_chunks, category_paths, category_prefixes, search_words, search_terms, category_stats, chunk_vectors',
    );
  }

  async lastOptimized(): Promise<string | undefined> {
    const row = await this.database.one<{ value: string }>(
      sql`SELECT value FROM search_settings WHERE key = 'optimized_at'`,
    );
    return row?.value;
  }

  async markOptimized(at: string): Promise<void> {
    await this.database.change(sql`INSERT INTO search_settings (key, value) VALUES ('optimized_at', ${at})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
    await this.database.change(
      sql`DELETE FROM document_tombstones WHERE id <= (SELECT max(id) FROM document_tombstones) - ${LISTED_REMOVALS}::bigint`,
    );
  }

  /** Row ids of passages only increase; those of removed ones count too. */
  async sequence(): Promise<number> {
    const row = await this.database.one<{ last: number }>(
      sql`SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('search_chunks', 'id')::regclass), 0) AS last`,
    );
    return row?.last ?? 0;
  }

  async statistics(filter: CategoryFilter): Promise<StoreStatistics> {
    const size = sql`(SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(${TABLES}::text[]) AS name)::bigint`;
    const statement =
      filter.kind === 'unrestricted'
        ? sql`SELECT (SELECT count(*) FROM search_documents) AS documents, (SELECT count(*) FROM search_chunks) AS chunks,
                ${size} AS "sizeBytes"`
        : sql`SELECT count(DISTINCT document) AS documents, count(*) AS chunks,
                ${mayUseSharedModels(filter) ? size : sql`coalesce(sum(length(text)), 0)::bigint`} AS "sizeBytes"
              FROM search_chunks WHERE collection = 1 AND ${pathCondition(filter, 'path_id')}`;
    return (await this.database.one<StoreStatistics>(statement)) ?? { documents: 0, chunks: 0, sizeBytes: 0 };
  }
}
