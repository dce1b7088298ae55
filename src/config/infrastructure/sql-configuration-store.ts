import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../shared/domain/domain-error.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import {
  ConfigurationDraft,
  ConfigurationSchema,
  ConfigurationStore,
  ConfigurationSummary,
  ConfigurationVersion,
} from '../domain/configuration-version.js';
import { ConfigurationRow, storedDocument, toConfigurationVersion } from './configuration-row.js';

/** Notification that other replicas receive at the commit. */
const NOTICE = 'configuration';

/** Versions of the configuration; replicas change them one after the other. */
@Injectable()
export class SqlConfigurationStore extends ConfigurationStore {
  constructor(
    private readonly store: WorkSqlStore,
    private readonly schema: ConfigurationSchema,
  ) {
    super();
  }

  async active(): Promise<ConfigurationVersion | undefined> {
    return this.read(
      await this.store.one<ConfigurationRow>(sql`SELECT * FROM configuration_versions WHERE active = 1`),
    );
  }

  async activeNumber(): Promise<number | undefined> {
    const row = await this.store.one<{ version: number }>(
      sql`SELECT version FROM configuration_versions WHERE active = 1`,
    );
    return row?.version;
  }

  async find(version: number): Promise<ConfigurationVersion | undefined> {
    return this.read(
      await this.store.one<ConfigurationRow>(
        sql`SELECT * FROM configuration_versions WHERE version = CAST(${version} AS bigint)`,
      ),
    );
  }

  async history(limit: number): Promise<readonly ConfigurationVersion[]> {
    const rows = await this.store.query<ConfigurationRow>(
      sql`SELECT * FROM configuration_versions ORDER BY version DESC LIMIT ${limit}`,
    );
    return rows.map((row) => toConfigurationVersion(row, this.schema));
  }

  async summaries(before: number, limit: number): Promise<readonly ConfigurationSummary[]> {
    const rows = await this.store.query<Omit<ConfigurationRow, 'document'> & { readonly active: number }>(
      sql`SELECT version, hash, note, created_at, created_by, active FROM configuration_versions
        WHERE version < CAST(${before} AS bigint) ORDER BY version DESC LIMIT ${limit}`,
    );
    return rows.map(({ version, hash, note, created_at: createdAt, created_by: createdBy, active }) => ({
      version,
      hash,
      note,
      createdAt,
      createdBy,
      isActive: active === 1,
    }));
  }

  async add(draft: ConfigurationDraft, basedOn?: number): Promise<ConfigurationVersion> {
    const { document, hash } = storedDocument(draft);
    const { filesHash, patches, note, createdAt, createdBy } = draft;
    const row = await this.alone(basedOn, () =>
      this.store.one<{ version: number }>(sql`
        INSERT INTO configuration_versions (hash, files_hash, patches, document, note, created_at, created_by, active)
        VALUES (${hash}, ${filesHash}, ${JSON.stringify(patches)}, ${document}, ${note}, ${createdAt},
          ${createdBy}, 1) RETURNING version`),
    );
    if (row === undefined) throw new Error('The version of the configuration was not stored.');
    return { ...draft, version: row.version, hash };
  }

  async activate(version: number, basedOn?: number): Promise<void> {
    await this.alone(basedOn, () =>
      this.store.change(sql`UPDATE configuration_versions SET active = 1 WHERE version = CAST(${version} AS bigint)`),
    );
  }

  onChange(listener: () => void): void {
    this.store.onOneNotice(NOTICE, listener);
  }

  /** Runs `work` under a lock: two concurrent activations would both find no active version. @throws ConflictError */
  private alone<T>(basedOn: number | undefined, work: () => Promise<T>): Promise<T> {
    return this.store.transaction(async () => {
      await this.store.lockTable('configuration_versions');
      const active = basedOn === undefined ? undefined : await this.activeNumber();
      if (active !== basedOn)
        throw new ConflictError(
          `Version ${basedOn} of the configuration is no longer in service, but ${active ?? 'none'} is; read it and make the change again.`,
        );
      await this.store.change(sql`UPDATE configuration_versions SET active = 0 WHERE active = 1`);
      await this.store.notify(NOTICE);
      return work();
    });
  }

  private read(row: ConfigurationRow | undefined): ConfigurationVersion | undefined {
    return row === undefined ? undefined : toConfigurationVersion(row, this.schema);
  }
}
