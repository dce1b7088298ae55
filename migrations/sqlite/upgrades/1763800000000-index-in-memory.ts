import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Words and vectors are searched in memory, by an index that is built from the passages at the start. What stays in the file is
 * what cannot be computed again: vectors that a model server gave, and the embedding that was fitted on the corpus.
 */
export class IndexInMemory1763800000000 implements MigrationInterface {
  readonly name = 'IndexInMemory1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE search_vocabulary');
    await runner.query('DROP TABLE search_words');
    await runner.query('DROP INDEX search_chunks_unembedded');
    await runner.query('ALTER TABLE search_chunks DROP COLUMN embedded');
    await runner.query('ALTER TABLE search_documents DROP COLUMN name_key');
    await runner.query('DELETE FROM search_settings');

    // The index follows the table: new passages by their growing id, removed ones by this list.
    await runner.query('CREATE TABLE search_removals (id INTEGER PRIMARY KEY AUTOINCREMENT, chunk INTEGER NOT NULL)');
    await runner.query(`CREATE TRIGGER search_chunks_removed AFTER DELETE ON search_chunks
      BEGIN INSERT INTO search_removals (chunk) VALUES (old.id); END`);

    await runner.query(`CREATE TABLE search_models (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      model TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('fitted', 'provider')),
      dimensions INTEGER NOT NULL,
      passages INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      complete INTEGER NOT NULL)`);
    // A fitted embedding in parts, so that no single write keeps others waiting.
    await runner.query(`CREATE TABLE search_model_parts (
      model INTEGER NOT NULL REFERENCES search_models (id) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (model, part))`);
    // Vectors of a provider. Ids increase, so that the index can read the new ones.
    await runner.query(`CREATE TABLE search_vectors (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      model INTEGER NOT NULL REFERENCES search_models (id) ON DELETE CASCADE,
      chunk INTEGER NOT NULL REFERENCES search_chunks (id) ON DELETE CASCADE,
      vector BLOB NOT NULL)`);
    await runner.query('CREATE UNIQUE INDEX search_vectors_by_chunk ON search_vectors (chunk, model)');
  }

  /** The tables of words and vectors cannot be filled by a migration; an earlier version loads its documents again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER search_chunks_removed');
    for (const table of ['search_vectors', 'search_model_parts', 'search_models', 'search_removals'])
      await runner.query(`DROP TABLE ${table}`);
    await runner.query('ALTER TABLE search_chunks ADD COLUMN embedded INTEGER NOT NULL DEFAULT 0');
    await runner.query("ALTER TABLE search_documents ADD COLUMN name_key TEXT NOT NULL DEFAULT ''");
    await runner.query('CREATE INDEX search_chunks_unembedded ON search_chunks (id) WHERE embedded = 0');
    await runner.query(
      `CREATE VIRTUAL TABLE search_words USING fts5(heading, body, content='', contentless_delete=1, tokenize="ascii tokenchars '-._'")`,
    );
    await runner.query(`CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search_words, 'row')`);
  }
}
