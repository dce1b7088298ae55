import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { IndexMaintenance } from '../domain/index-maintenance.js';

/** Pages of the lexical index that one step merges: a few milliseconds, so that writers are not kept waiting. */
const PAGES_A_STEP = 500;

@Injectable()
export class SqliteIndexMaintenance extends IndexMaintenance {
  private readonly db: Database.Database;

  constructor(database: MainDatabase) {
    super();
    this.db = database.writer;
  }

  mergeStep(): Promise<boolean> {
    const before = this.totalChanges();
    // A positive page count continues a merge; FTS5 changes fewer than two rows when there is nothing left to merge.
    this.db.prepare("INSERT INTO search_words (search_words, rank) VALUES ('merge', ?)").run(PAGES_A_STEP);
    return Promise.resolve(this.totalChanges() - before >= 2);
  }

  refreshStatistics(): Promise<void> {
    this.db.exec('PRAGMA optimize');
    this.db.pragma('wal_checkpoint(PASSIVE)');
    return Promise.resolve();
  }

  lastOptimized(): Promise<string | undefined> {
    return Promise.resolve(this.setting('optimized_at'));
  }

  markOptimized(at: string): Promise<void> {
    this.set('optimized_at', at);
    this.set('optimized_sequence', String(this.sequence()));
    return Promise.resolve();
  }

  changesSince(): Promise<number> {
    return Promise.resolve(this.sequence() - Number(this.setting('optimized_sequence') ?? 0));
  }

  /** Row ids of chunks only grow, so the last one counts the passages ever written. */
  private sequence(): number {
    const value: unknown = this.db
      .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'search_chunks'")
      .pluck()
      .get();
    return typeof value === 'number' ? value : 0;
  }

  private totalChanges(): number {
    return Number(this.db.prepare('SELECT total_changes()').pluck().get());
  }

  private setting(key: string): string | undefined {
    const value: unknown = this.db.prepare('SELECT value FROM search_settings WHERE key = ?').pluck().get(key);
    return typeof value === 'string' ? value : undefined;
  }

  private set(key: string, value: string): void {
    this.db
      .prepare(
        'INSERT INTO search_settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      )
      .run(key, value);
  }
}
