import type Database from 'better-sqlite3';
import { PreparedStatements } from '../../../shared/infrastructure/database/prepared-statements.js';
import { MirrorChanges, MirrorRow, MirrorState, PathRow } from './mirror-changes.js';

/** Inserts rows into a table; their columns may be in any order. */
function insertInto(table: string, row: MirrorRow): string {
  const columns = Object.keys(row);
  const named = columns.map((column) => `"${column}"`).join(', ');
  return `INSERT OR REPLACE INTO ${table} (${named}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** Writes rows of the shared store into the mirror's tables. Call inside the mirror's transaction. */
export class MirrorWriter {
  private readonly statements: PreparedStatements;

  constructor(db: Database.Database) {
    this.statements = new PreparedStatements(db);
  }

  /**
   * Removals first: a replaced row must not stay together with its replacement.
   * @returns the state that it has copied
   */
  async take(changes: MirrorChanges, from: MirrorState): Promise<MirrorState> {
    const position = await changes.position();
    const removals = await changes.removals();
    for (const { document } of removals) this.remove(document);
    for (const path of await changes.paths()) this.putPath(path);
    for await (const texts of changes.texts()) for (const text of texts) this.put('documents', text);
    const document = await this.putAll('search_documents', changes.documents(), from.document);
    const chunk = await this.putAll('search_chunks', changes.chunks(), from.chunk);
    await this.putModels(changes);
    const vector = await this.putAll('search_vectors', changes.vectors(), from.vector);
    this.run('DELETE FROM search_settings');
    for (const { key, value } of await changes.settings())
      this.run('INSERT INTO search_settings (key, value) VALUES (?, ?)', key, value);
    return { position, removal: removals.at(-1)?.id ?? from.removal, document, chunk, vector };
  }

  private remove(document: number): void {
    this.run(
      'DELETE FROM documents WHERE document_id = (SELECT document_id FROM search_documents WHERE id = ?)',
      document,
    );
    this.run('DELETE FROM search_documents WHERE id = ?', document);
  }

  private putPath(path: PathRow): void {
    this.run(
      `INSERT INTO category_paths (id, origin_path, current_path, access_groups) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET current_path = excluded.current_path, access_groups = excluded.access_groups`,
      path.id,
      path.origin_path,
      path.current_path,
      path.access_groups,
    );
    this.run('DELETE FROM category_prefixes WHERE path_id = ?', path.id);
    for (const prefix of path.prefixes)
      this.run('INSERT INTO category_prefixes (prefix, path_id) VALUES (?, ?)', prefix, path.id);
  }

  /** A fitted embedding is copied with its bytes once it is complete. */
  private async putModels(changes: MirrorChanges): Promise<void> {
    const models = await changes.models();
    const known = this.statements.get<{ id: number; complete: number }>('SELECT id, complete FROM search_models').all();
    const kept = new Set(models.map(({ id }) => id));
    for (const { id } of known) if (!kept.has(id)) this.run('DELETE FROM search_models WHERE id = ?', id);
    const whole = new Set(known.filter(({ complete }) => complete === 1).map(({ id }) => id));
    const there = new Set(known.map(({ id }) => id));
    for (const model of models) {
      if (!there.has(model.id)) this.put('search_models', model);
      if (model.complete !== 1 || whole.has(model.id)) continue;
      this.run('UPDATE search_models SET complete = 1 WHERE id = ?', model.id);
      for (const part of await changes.parts(model.id)) this.put('search_model_parts', part);
      whole.add(model.id);
    }
  }

  private async putAll(
    table: string,
    batches: AsyncIterable<readonly (MirrorRow & { readonly id: number })[]>,
    from: number,
  ): Promise<number> {
    let last = from;
    for await (const rows of batches) {
      for (const row of rows) this.put(table, row);
      last = rows.at(-1)?.id ?? last;
    }
    return last;
  }

  private put(table: string, row: MirrorRow): void {
    this.run(insertInto(table, row), ...Object.values(row));
  }

  private run(sql: string, ...values: unknown[]): void {
    this.statements.get(sql).run(...values);
  }
}
