import type Database from 'better-sqlite3';
import { PreparedStatements } from '../../../shared/infrastructure/database/prepared-statements.js';

/** The model in service, as the store names it. */
export interface ServedModel {
  readonly id: number;
  readonly model: string;
  readonly kind: 'fitted' | 'provider';
  readonly dimensions: number;
}

/** Reads which model serves, and a fitted model's bytes. */
export class ServedModelReader {
  private readonly statements: PreparedStatements;

  constructor(reader: Database.Database) {
    this.statements = new PreparedStatements(reader);
  }

  /** Undefined if none was fitted or completed yet: hashed n-grams serve. */
  current(): ServedModel | undefined {
    return this.statements
      .get<ServedModel>(
        `SELECT m.id, m.model, m.kind, m.dimensions FROM search_models m
          JOIN search_settings s ON s.key = 'served_model' AND CAST(s.value AS INTEGER) = m.id`,
      )
      .get();
  }

  bytes(id: number): Uint8Array {
    const size = this.statements
      .get('SELECT sum(length(bytes)) FROM search_model_parts WHERE model = ?')
      .pluck()
      .get(id);
    const bytes = new Uint8Array(Number(size ?? 0));
    let at = 0;
    // One part after the other: a large model has 15 MB, which need not be in memory twice.
    for (const part of this.parts(id)) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  private *parts(id: number): Generator<Uint8Array> {
    const rows = this.statements.get<{ bytes: Uint8Array }>(
      'SELECT bytes FROM search_model_parts WHERE model = ? ORDER BY part',
    );
    for (const { bytes } of rows.iterate(id)) yield bytes;
  }
}
