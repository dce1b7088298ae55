import { Injectable } from '@nestjs/common';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { toRecord, toSettings } from '../domain/source-record.js';
import { SourceStore } from '../domain/source-store.js';
import { Source } from '../domain/source.js';
import { sourceRecordSchema } from './source-record-schema.js';

interface SourceRow {
  readonly source_id: string;
  readonly owner: string;
  readonly settings: string;
}

function toSource({ source_id: id, owner, settings }: SourceRow): Source {
  // Stored schedules name their time zone.
  return { id, origin: 'api', owner, settings: toSettings(sourceRecordSchema.parse(JSON.parse(settings)), 'UTC') };
}

/** Sources of the API, in the store in use. */
@Injectable()
export class SqlSourceStore extends SourceStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async list(): Promise<readonly Source[]> {
    const rows = await this.store.query<SourceRow>(sql`SELECT source_id, owner, settings FROM sources ORDER BY name`);
    return rows.map(toSource);
  }

  async find(sourceId: string): Promise<Source | undefined> {
    const [row] = await this.store.query<SourceRow>(
      sql`SELECT source_id, owner, settings FROM sources WHERE source_id = ${sourceId}`,
    );
    return row === undefined ? undefined : toSource(row);
  }

  async put({ id, owner, settings }: Source): Promise<void> {
    await this.store.change(sql`INSERT INTO sources (source_id, owner, name, settings)
      VALUES (${id}, ${owner}, ${settings.name}, ${JSON.stringify(toRecord(settings))})
      ON CONFLICT (source_id) DO UPDATE SET owner = excluded.owner, name = excluded.name, settings = excluded.settings`);
  }

  async remove(sourceId: string): Promise<void> {
    await this.store.change(sql`DELETE FROM sources WHERE source_id = ${sourceId}`);
    await this.store.change(sql`DELETE FROM source_starts WHERE source_id = ${sourceId}`);
    await this.store.change(sql`DELETE FROM source_files WHERE source_id = ${sourceId}`);
    await this.store.change(sql`DELETE FROM source_runs WHERE source_id = ${sourceId}`);
  }

  async claimStart(sourceId: string, at: string): Promise<boolean> {
    const changed = await this.store.change(sql`INSERT INTO source_starts (source_id, planned_at)
      VALUES (${sourceId}, ${at}) ON CONFLICT (source_id) DO UPDATE SET planned_at = excluded.planned_at
      WHERE source_starts.planned_at < excluded.planned_at`);
    return changed > 0;
  }
}
