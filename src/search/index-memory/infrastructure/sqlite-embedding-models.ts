import { Injectable } from '@nestjs/common';
import { MainDatabase } from '../../../shared/infrastructure/database/databases.js';
import { PreparedStatements } from '../../../shared/infrastructure/database/prepared-statements.js';
import { EmbeddingModel, EmbeddingModels } from '../../embedding/domain/embedding-models.js';

const COLUMNS = 'm.id, m.model, m.kind, m.dimensions, m.chunks AS passages, m.created_at AS createdAt';

/**
 * Embeddings in the embedded store; a setting says which one serves, so that a change is one row. One class per engine:
 * the form of the search index depends on the engine.
 */
@Injectable()
export class SqliteEmbeddingModels extends EmbeddingModels {
  private readonly read: PreparedStatements;
  private readonly write: PreparedStatements;

  constructor(database: MainDatabase) {
    super();
    this.read = new PreparedStatements(database.reader);
    this.write = new PreparedStatements(database.writer);
  }

  served(): Promise<EmbeddingModel | undefined> {
    return Promise.resolve(this.bySetting('served_model'));
  }

  previous(): Promise<EmbeddingModel | undefined> {
    return Promise.resolve(this.bySetting('previous_model'));
  }

  newestFirst(): Promise<readonly EmbeddingModel[]> {
    const sql = `SELECT ${COLUMNS} FROM search_models m WHERE m.kind = 'provider' OR m.complete = 1 ORDER BY m.id DESC`;
    return Promise.resolve(this.read.get<EmbeddingModel>(sql).all());
  }

  ofProvider(model: string, dimensions: number, createdAt: string): Promise<number> {
    const known = this.write
      .get<{ id: number }>("SELECT id FROM search_models WHERE kind = 'provider' AND model = ? AND dimensions = ?")
      .get(model, dimensions);
    if (known !== undefined) return Promise.resolve(known.id);
    return this.add({ model, kind: 'provider', dimensions, passages: 0, createdAt });
  }

  add(model: Omit<EmbeddingModel, 'id'>): Promise<number> {
    const { lastInsertRowid } = this.write
      .get(
        'INSERT INTO search_models (model, kind, dimensions, chunks, created_at, complete) VALUES (?, ?, ?, ?, ?, 0)',
      )
      .run(model.model, model.kind, model.dimensions, model.passages, model.createdAt);
    return Promise.resolve(Number(lastInsertRowid));
  }

  putPart(id: number, part: number, bytes: Uint8Array): Promise<void> {
    this.write.get('INSERT INTO search_model_parts (model, part, bytes) VALUES (?, ?, ?)').run(id, part, bytes);
    return Promise.resolve();
  }

  serve(id: number | undefined): Promise<void> {
    const before = this.write.get("SELECT value FROM search_settings WHERE key = 'served_model'").pluck().get();
    if (before === String(id)) return Promise.resolve();
    this.write.get("DELETE FROM search_settings WHERE key IN ('served_model', 'previous_model')").run();
    const set = this.write.get('INSERT INTO search_settings (key, value) VALUES (?, ?)');
    if (typeof before === 'string') set.run('previous_model', before);
    if (id === undefined) return Promise.resolve();
    set.run('served_model', String(id));
    this.write.get('UPDATE search_models SET complete = 1 WHERE id = ?').run(id);
    return Promise.resolve();
  }

  removeUnused(): Promise<void> {
    this.write
      .get(
        `DELETE FROM search_models WHERE kind = 'fitted' AND id NOT IN
          (SELECT CAST(value AS INTEGER) FROM search_settings WHERE key IN ('served_model', 'previous_model'))`,
      )
      .run();
    return Promise.resolve();
  }

  private bySetting(key: string): EmbeddingModel | undefined {
    return this.read
      .get<EmbeddingModel>(
        `SELECT ${COLUMNS} FROM search_models m JOIN search_settings s ON s.key = ? AND CAST(s.value AS INTEGER) = m.id`,
      )
      .get(key);
  }
}
