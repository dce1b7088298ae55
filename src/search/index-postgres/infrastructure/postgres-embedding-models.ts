import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { EmbeddingModel, EmbeddingModels } from '../../embedding/domain/embedding-models.js';

const COLUMNS = trusted('m.id, m.model, m.kind, m.dimensions, m.chunks AS passages, m.created_at AS "createdAt"');

/**
 * Embeddings in the shared store; a setting says which one serves, so that a change is one row. One class per engine:
 * the form of the search index depends on the engine.
 */
@Injectable()
export class PostgresEmbeddingModels extends EmbeddingModels {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  served(): Promise<EmbeddingModel | undefined> {
    return this.bySetting('served_model');
  }

  previous(): Promise<EmbeddingModel | undefined> {
    return this.bySetting('previous_model');
  }

  newestFirst(): Promise<readonly EmbeddingModel[]> {
    return this.database.query<EmbeddingModel>(
      sql`SELECT ${COLUMNS} FROM search_models m WHERE m.kind = 'provider' OR m.complete = 1 ORDER BY m.id DESC`,
    );
  }

  async ofProvider(model: string, dimensions: number, createdAt: string): Promise<number> {
    const known = await this.database.one<{ id: number }>(
      sql`SELECT id FROM search_models WHERE kind = 'provider' AND model = ${model} AND dimensions = ${dimensions}`,
    );
    return known?.id ?? this.add({ model, kind: 'provider', dimensions, passages: 0, createdAt });
  }

  async add({ model, kind, dimensions, passages, createdAt }: Omit<EmbeddingModel, 'id'>): Promise<number> {
    const row = await this.database.one<{ id: number }>(sql`
      INSERT INTO search_models (model, kind, dimensions, chunks, created_at, complete)
      VALUES (${model}, ${kind}, ${dimensions}, ${passages}, ${createdAt}, 0) RETURNING id`);
    if (row === undefined) throw new Error('An embedding was not stored.');
    return row.id;
  }

  async putPart(id: number, part: number, bytes: Uint8Array): Promise<void> {
    await this.database.change(
      sql`INSERT INTO search_model_parts (model, part, bytes) VALUES (${id}, ${part}, ${bytes})`,
    );
  }

  async serve(id: number | undefined): Promise<void> {
    const before = await this.database.one<{ value: string }>(
      sql`SELECT value FROM search_settings WHERE key = 'served_model'`,
    );
    if (before !== undefined && before.value === String(id)) return;
    await this.database.change(sql`DELETE FROM search_settings WHERE key IN ('served_model', 'previous_model')`);
    if (before !== undefined) await this.set('previous_model', before.value);
    if (id === undefined) return;
    await this.set('served_model', String(id));
    await this.database.change(sql`UPDATE search_models SET complete = 1 WHERE id = ${id}`);
  }

  async removeUnused(): Promise<void> {
    await this.database.change(sql`DELETE FROM search_models WHERE kind = 'fitted' AND id NOT IN (
      SELECT value::bigint FROM search_settings WHERE key IN ('served_model', 'previous_model'))`);
  }

  private set(key: string, value: string): Promise<number> {
    return this.database.change(sql`INSERT INTO search_settings (key, value) VALUES (${key}, ${value})`);
  }

  private bySetting(key: string): Promise<EmbeddingModel | undefined> {
    return this.database.one<EmbeddingModel>(
      sql`SELECT ${COLUMNS} FROM search_models m JOIN search_settings s ON s.key = ${key} AND s.value = m.id::text`,
    );
  }
}
