import { Injectable } from '@nestjs/common';
import { groupsText } from '../../shared/domain/access-groups.js';
import { joined, Sql, sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { AccessSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { StoredKey } from '../domain/api-key.js';
import { KeyStore, ListedKey } from '../domain/key-store.js';
import { KeyRow, toKey } from './key-row.js';

/** Stored keys. After one replica revokes a key, the next request to any replica no longer finds it. */
@Injectable()
export class SqlKeyStore extends KeyStore {
  constructor(private readonly store: AccessSqlStore) {
    super();
  }

  async insert(key: StoredKey): Promise<void> {
    const paths = key.allowedCategoryPaths === null ? null : JSON.stringify(key.allowedCategoryPaths);
    await this.store.change(sql`
      INSERT INTO api_keys (id, prefix, secret_hash, name, scopes, allowed_category_paths, access_groups, created_at, expires_at, last_used_at, owner, created_by)
      VALUES (${key.id}, ${key.prefix}, ${key.secretHash}, ${key.name}, ${JSON.stringify(key.scopes)}, ${paths}, ${groupsText(key.groups)}, ${key.createdAt},
        ${key.expiresAt}, ${key.lastUsedAt}, ${key.owner ?? null}, ${key.createdBy ?? null})`);
  }

  find(id: string): Promise<StoredKey | undefined> {
    return this.one(sql`SELECT * FROM api_keys WHERE id = ${id}`);
  }

  withPrefix(prefix: string): Promise<StoredKey | undefined> {
    return this.one(sql`SELECT * FROM api_keys WHERE prefix = ${prefix}`);
  }

  async list(after: number, limit: number): Promise<readonly ListedKey[]> {
    const rows = await this.store.query<KeyRow>(
      sql`SELECT * FROM api_keys WHERE number > CAST(${after} AS bigint) ORDER BY number LIMIT ${limit}`,
    );
    return rows.map((row) => ({ row: row.number, key: toKey(row) }));
  }

  async listOfOwner(owner: string, limit: number): Promise<readonly StoredKey[]> {
    const rows = await this.store.query<KeyRow>(
      sql`SELECT * FROM api_keys WHERE owner = ${owner} ORDER BY number LIMIT ${limit}`,
    );
    return rows.map(toKey);
  }

  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const listed = joined(ids.map((id) => sql`${id}`));
    const rows = await this.store.query<KeyRow>(sql`SELECT * FROM api_keys WHERE id IN (${listed})`);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async replaceSecret(
    id: string,
    secret: { readonly prefix: string; readonly hash: string },
    createdBy: string | undefined,
  ): Promise<boolean> {
    const done = await this.store.change(sql`UPDATE api_keys
      SET prefix = ${secret.prefix}, secret_hash = ${secret.hash}, created_by = ${createdBy ?? null} WHERE id = ${id}`);
    return done > 0;
  }

  async noteUse(id: string, at: string): Promise<void> {
    await this.store.change(sql`UPDATE api_keys SET last_used_at = ${at} WHERE id = ${id}`);
  }

  async noteExpired(id: string, at: string): Promise<void> {
    await this.store.change(sql`UPDATE api_keys SET expired_at = coalesce(expired_at, ${at}) WHERE id = ${id}`);
  }

  async latestTime(): Promise<string | undefined> {
    return (await this.store.one<{ seen_at: string }>(sql`SELECT seen_at FROM clock_watermark`))?.seen_at;
  }

  async raiseLatestTime(at: string): Promise<string> {
    const row = await this.store.one<{
      seen_at: string;
    }>(sql`INSERT INTO clock_watermark (id, seen_at) VALUES (1, ${at})
      ON CONFLICT (id) DO UPDATE SET seen_at =
        CASE WHEN excluded.seen_at > clock_watermark.seen_at THEN excluded.seen_at ELSE clock_watermark.seen_at END
      RETURNING seen_at`);
    return row?.seen_at ?? at;
  }

  async remove(id: string): Promise<boolean> {
    return (await this.store.change(sql`DELETE FROM api_keys WHERE id = ${id}`)) > 0;
  }

  private async one(statement: Sql): Promise<StoredKey | undefined> {
    const row = await this.store.one<KeyRow>(statement);
    return row === undefined ? undefined : toKey(row);
  }
}
