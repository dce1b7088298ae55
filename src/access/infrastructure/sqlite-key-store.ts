import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { AccessDatabase } from '../../shared/infrastructure/database/databases.js';
import { PreparedStatements } from '../../shared/infrastructure/database/prepared-statements.js';
import { StoredKey } from '../domain/api-key.js';
import { KeyStore, ListedKey } from '../domain/key-store.js';
import { KeyRow, toKey } from './key-row.js';

@Injectable()
export class SqliteKeyStore extends KeyStore {
  private readonly writer: Database.Database;
  private readonly read: PreparedStatements;

  constructor(database: AccessDatabase) {
    super();
    this.writer = database.writer;
    this.read = new PreparedStatements(database.reader);
  }

  insert(key: StoredKey): Promise<void> {
    this.writer
      .prepare(
        `INSERT INTO api_keys (id, prefix, secret_hash, name, scopes, allowed_category_paths, created_at, expires_at, last_used_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        key.id,
        key.prefix,
        key.secretHash,
        key.name,
        JSON.stringify(key.scopes),
        key.allowedCategoryPaths === null ? null : JSON.stringify(key.allowedCategoryPaths),
        key.createdAt,
        key.expiresAt,
        key.lastUsedAt,
      );
    return Promise.resolve();
  }

  find(id: string): Promise<StoredKey | undefined> {
    return this.one('SELECT * FROM api_keys WHERE id = ?', id);
  }

  withPrefix(prefix: string): Promise<StoredKey | undefined> {
    return this.one('SELECT * FROM api_keys WHERE prefix = ?', prefix);
  }

  list(after: number, limit: number): Promise<readonly ListedKey[]> {
    const rows = this.read
      .get<KeyRow>('SELECT * FROM api_keys WHERE "row" > ? ORDER BY "row" LIMIT ?')
      .all(after, limit);
    return Promise.resolve(rows.map((row) => ({ row: row.row, key: toKey(row) })));
  }

  replaceSecret(id: string, { prefix, hash }: { readonly prefix: string; readonly hash: string }): Promise<boolean> {
    const done = this.writer
      .prepare('UPDATE api_keys SET prefix = ?, secret_hash = ? WHERE id = ?')
      .run(prefix, hash, id);
    return Promise.resolve(done.changes > 0);
  }

  noteUse(id: string, at: string): Promise<void> {
    this.writer.prepare('UPDATE api_keys SET last_used_at = ? WHERE id = ?').run(at, id);
    return Promise.resolve();
  }

  noteExpired(id: string, at: string): Promise<void> {
    this.writer.prepare('UPDATE api_keys SET expired_at = coalesce(expired_at, ?) WHERE id = ?').run(at, id);
    return Promise.resolve();
  }

  latestTime(): Promise<string | undefined> {
    const row = this.read.get<{ seen_at: string }>('SELECT seen_at FROM latest_time').get();
    return Promise.resolve(row?.seen_at);
  }

  raiseLatestTime(at: string): Promise<string> {
    const row = this.writer
      .prepare<[string], { seen_at: string }>(
        `INSERT INTO latest_time (id, seen_at) VALUES (1, ?)
           ON CONFLICT (id) DO UPDATE SET seen_at = max(seen_at, excluded.seen_at) RETURNING seen_at`,
      )
      .get(at);
    return Promise.resolve(row?.seen_at ?? at);
  }

  remove(id: string): Promise<boolean> {
    return Promise.resolve(this.writer.prepare('DELETE FROM api_keys WHERE id = ?').run(id).changes > 0);
  }

  private one(sql: string, value: string): Promise<StoredKey | undefined> {
    const row = this.read.get<KeyRow>(sql).get(value);
    return Promise.resolve(row === undefined ? undefined : toKey(row));
  }
}
