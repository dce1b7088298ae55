import { Injectable } from '@nestjs/common';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { PreparedStatements } from '../../shared/infrastructure/database/prepared-statements.js';
import { IndexMaintenance, StoreStatistics } from '../domain/index-maintenance.js';

/**
 * Removals that stay listed. An index that has not looked for longer than that many removals is not alive any more: it looks several
 * times a second.
 */
const LISTED_REMOVALS = 1_000_000;

@Injectable()
export class SqliteIndexMaintenance extends IndexMaintenance {
  private readonly read: PreparedStatements;
  private readonly write: PreparedStatements;

  constructor(private readonly database: MainDatabase) {
    super();
    this.read = new PreparedStatements(database.reader);
    this.write = new PreparedStatements(database.writer);
  }

  refreshStatistics(): Promise<void> {
    const { writer } = this.database;
    writer.exec('PRAGMA optimize');
    // Inside of a transaction, that of an upload for instance, SQLite refuses a checkpoint; the next one shortens the log then.
    if (!writer.inTransaction) writer.pragma('wal_checkpoint(PASSIVE)');
    return Promise.resolve();
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
      .get('DELETE FROM search_removals WHERE id <= (SELECT max(id) FROM search_removals) - ?')
      .run(LISTED_REMOVALS);
    return Promise.resolve();
  }

  /** Row ids of passages only grow. */
  sequence(): Promise<number> {
    return Promise.resolve(this.number("SELECT seq FROM sqlite_sequence WHERE name = 'search_chunks'"));
  }

  statistics(): Promise<StoreStatistics> {
    return Promise.resolve({
      documents: this.number('SELECT count(*) FROM search_documents'),
      chunks: this.number('SELECT count(*) FROM search_chunks'),
      sizeBytes: this.database.sizeBytes(),
    });
  }

  private number(sql: string): number {
    return Number(this.read.get(sql).pluck().get() ?? 0);
  }
}
