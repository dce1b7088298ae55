import { Injectable, OnModuleInit } from '@nestjs/common';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { PreparedStatements } from '../../shared/infrastructure/database/prepared-statements.js';
import { Embedder } from '../domain/search-index.js';

/**
 * The table of vectors, made for one embedding model. Another model's vectors are never compared with it: when the model
 * changes, the table is made anew and every passage waits for its vector again, while search goes on by words.
 */
@Injectable()
export class VectorTable implements OnModuleInit {
  private readonly statements: PreparedStatements;

  constructor(
    private readonly database: MainDatabase,
    private readonly embedder: Embedder,
  ) {
    this.statements = new PreparedStatements(database.writer);
  }

  /** Vectors of another model are of no use to this one: they go, and every passage waits for its own. */
  onModuleInit(): void {
    const stored = this.setting('embedding_model');
    if (stored === undefined || stored === this.embedder.model) return;
    const db = this.database.writer;
    db.transaction(() => {
      db.exec('DROP TABLE IF EXISTS search_vectors');
      db.exec("DELETE FROM search_settings WHERE key IN ('embedding_model', 'embedding_dimensions')");
      db.exec('UPDATE search_chunks SET embedded = 0');
    })();
  }

  /** Whether there is a table with vectors of the current model. */
  exists(): boolean {
    return (
      this.setting('embedding_model') === this.embedder.model && Number(this.setting('embedding_dimensions') ?? 0) > 0
    );
  }

  dimensions(): number {
    return Number(this.setting('embedding_dimensions') ?? this.embedder.dimensions);
  }

  /** Makes the table for vectors of this width, if it is not there. Call inside a transaction, with a width of at least 1. */
  ensure(dimensions: number): void {
    if (this.exists() && this.dimensions() === dimensions) return;
    const db = this.database.writer;
    db.exec('DROP TABLE IF EXISTS search_vectors');
    db.exec(
      `CREATE VIRTUAL TABLE search_vectors USING vec0(chunk INTEGER PRIMARY KEY, embedding float[${Math.trunc(dimensions)}])`,
    );
    db.exec('UPDATE search_chunks SET embedded = 0');
    this.set('embedding_model', this.embedder.model);
    this.set('embedding_dimensions', String(dimensions));
  }

  private setting(key: string): string | undefined {
    const row: unknown = this.statements.get('SELECT value FROM search_settings WHERE key = ?').pluck().get(key);
    return typeof row === 'string' ? row : undefined;
  }

  private set(key: string, value: string): void {
    this.database.writer
      .prepare(
        'INSERT INTO search_settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      )
      .run(key, value);
  }
}
