import type Database from 'better-sqlite3';
import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import {
  ConfigurationDraft,
  ConfigurationSchema,
  ConfigurationStore,
  ConfigurationVersion,
} from '../domain/configuration-version.js';
import { ConfigurationRow, storedDocument, toConfigurationVersion } from './configuration-row.js';

@Injectable()
export class SqliteConfigurationStore extends ConfigurationStore {
  private readonly db: Database.Database;

  constructor(
    database: WorkDatabase,
    private readonly schema: ConfigurationSchema,
  ) {
    super();
    this.db = database.writer;
  }

  active(): Promise<ConfigurationVersion | undefined> {
    return this.one('SELECT * FROM configuration_versions WHERE active = 1', []);
  }

  activeNumber(): Promise<number | undefined> {
    const row = this.db
      .prepare<[], { version: number }>('SELECT version FROM configuration_versions WHERE active = 1')
      .get();
    return Promise.resolve(row?.version);
  }

  find(version: number): Promise<ConfigurationVersion | undefined> {
    return this.one('SELECT * FROM configuration_versions WHERE version = ?', [version]);
  }

  history(limit: number): Promise<readonly ConfigurationVersion[]> {
    const rows = this.db
      .prepare<[number], ConfigurationRow>('SELECT * FROM configuration_versions ORDER BY version DESC LIMIT ?')
      .all(limit);
    return Promise.resolve(rows.map((row) => toConfigurationVersion(row, this.schema)));
  }

  add(draft: ConfigurationDraft): Promise<ConfigurationVersion> {
    const { document, hash } = storedDocument(draft);
    const insert = this.db.prepare(
      `INSERT INTO configuration_versions (hash, files_hash, patches, document, note, created_at, active)
       VALUES (?, ?, ?, ?, ?, ?, 1)`,
    );
    const version = this.db.transaction(() => {
      this.db.exec('UPDATE configuration_versions SET active = 0 WHERE active = 1');
      const { filesHash, patches, note, createdAt } = draft;
      return Number(insert.run(hash, filesHash, JSON.stringify(patches), document, note, createdAt).lastInsertRowid);
    })();
    return Promise.resolve({ ...draft, version, hash });
  }

  activate(version: number): Promise<void> {
    this.db.transaction(() => {
      this.db.exec('UPDATE configuration_versions SET active = 0 WHERE active = 1');
      this.db.prepare<[number]>('UPDATE configuration_versions SET active = 1 WHERE version = ?').run(version);
    })();
    return Promise.resolve();
  }

  /** Another process on the same file is noticed by looking (`activeNumber`). */
  onChange(): void {
    return;
  }

  private one(sql: string, values: readonly unknown[]): Promise<ConfigurationVersion | undefined> {
    const row = this.db.prepare<unknown[], ConfigurationRow>(sql).get(...values);
    return Promise.resolve(row === undefined ? undefined : toConfigurationVersion(row, this.schema));
  }
}
