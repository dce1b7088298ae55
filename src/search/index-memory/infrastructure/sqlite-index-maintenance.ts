import { SqliteThread, threadError } from '../../../shared/infrastructure/database/sqlite-thread.js';
import { Injectable } from '@nestjs/common';
import { CategoryFilter, mayUseSharedModels } from '../../../shared/domain/category-filter.js';
import { filterCondition } from '../../../shared/infrastructure/database/filter-condition.js';
import { MainDatabase } from '../../../shared/infrastructure/database/databases.js';
import { PreparedStatements } from '../../../shared/infrastructure/database/prepared-statements.js';
import { IndexMaintenance, StoreStatistics } from '../../maintenance/domain/index-maintenance.js';
import type Database from 'better-sqlite3';
import { IndexVersion } from '../../domain/indexed-passage.js';

/**
 * Number of removals that stay listed. An index looks several times a second, so one that lags further is no longer
 * running.
 */
const LISTED_REMOVALS = 1_000_000;

/** One class per engine: the form of the search index depends on the engine. */
@Injectable()
export class SqliteIndexMaintenance extends IndexMaintenance {
  private readonly read: PreparedStatements;
  private readonly write: PreparedStatements;

  constructor(private readonly database: MainDatabase) {
    super();
    this.read = new PreparedStatements(database.reader);
    this.write = new PreparedStatements(database.writer);
  }

  /** In a thread with its own connection: sampling every table and syncing the disk take up to half a second. */
  refreshStatistics(): Promise<void> {
    const worker = new SqliteThread(new URL('./maintenance-worker.js', import.meta.url), {
      workerData: this.database.file,
    });
    return new Promise((resolve, reject) => {
      worker.on('error', (thrown: unknown) => reject(threadError(thrown, 'maintenance')));
      worker.on('exit', () => resolve());
    });
  }

  lastOptimized(): Promise<string | undefined> {
    const value: unknown = this.read.get("SELECT value FROM search_settings WHERE key = 'optimized_at'").pluck().get();
    return Promise.resolve(typeof value === 'string' ? value : undefined);
  }

  markOptimized(at: string): Promise<void> {
    this.write
      .get(
        "INSERT INTO search_settings (key, value) VALUES ('optimized_at', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      )
      .run(at);
    this.write
      .get('DELETE FROM chunk_tombstones WHERE id <= (SELECT max(id) FROM chunk_tombstones) - ?')
      .run(LISTED_REMOVALS);
    return Promise.resolve();
  }

  /** Row ids of passages only increase. */
  sequence(): Promise<number> {
    return Promise.resolve(this.number("SELECT seq FROM sqlite_sequence WHERE name = 'search_chunks'"));
  }

  statistics(filter: CategoryFilter): Promise<StoreStatistics> {
    if (filter.kind === 'restricted') return Promise.resolve(this.statisticsWithin(filter));
    return Promise.resolve({
      documents: this.number('SELECT count(*) FROM search_documents'),
      chunks: this.number('SELECT count(*) FROM search_chunks'),
      sizeBytes: this.database.sizeBytes(),
    });
  }

  /** The size of the file would reveal the size of a hidden category. */
  private statisticsWithin(filter: CategoryFilter): StoreStatistics {
    const inside = filterCondition(filter, 'path_id');
    const isSizeKnown = mayUseSharedModels(filter);
    const size = isSizeKnown ? '0' : 'coalesce(sum(length(text)), 0)';
    const row = this.read
      .get<StoreStatistics>(
        `SELECT count(DISTINCT document) AS documents, count(*) AS chunks, ${size} AS sizeBytes
          FROM search_chunks WHERE ${inside.sql}`,
      )
      .get(...inside.params) ?? { documents: 0, chunks: 0, sizeBytes: 0 };
    return isSizeKnown ? { ...row, sizeBytes: this.database.sizeBytes() } : row;
  }

  private number(sql: string): number {
    return Number(this.read.get(sql).pluck().get() ?? 0);
  }
}

/** SQLite's own count of commits by other connections: the reader itself never writes, so it sees every commit. */
@Injectable()
export class SqliteIndexVersion extends IndexVersion {
  private readonly dataVersion: Database.Statement;

  constructor(database: MainDatabase) {
    super();
    this.dataVersion = database.reader.prepare('PRAGMA data_version').pluck();
  }

  current(): number {
    return Number(this.dataVersion.get());
  }

  /** The index reads the store itself. */
  settled(): Promise<void> {
    return Promise.resolve();
  }
}
