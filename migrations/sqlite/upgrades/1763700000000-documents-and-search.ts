import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Documents, categories and the search index in one file, so that one transaction touches text, words, vectors and filter.
 * The vector table is made by the search adapter, since its width depends on the embedding model.
 */
export class DocumentsAndSearch1763700000000 implements MigrationInterface {
  readonly name = 'DocumentsAndSearch1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE documents (
      id INTEGER PRIMARY KEY,
      document_id TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      text TEXT NOT NULL,
      content_type TEXT NOT NULL,
      path_id INTEGER NOT NULL REFERENCES category_paths (id),
      source_url TEXT,
      date TEXT,
      version TEXT,
      effective_from TEXT,
      effective_to TEXT,
      metadata TEXT NOT NULL,
      content_hash TEXT NOT NULL,
      chunks INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL)`);
    await runner.query('CREATE TABLE store_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)');
    await runner.query('CREATE INDEX documents_by_path ON documents (path_id, id)');

    // Distinct category paths are few; documents and chunks point to them, so that moving a category rewrites no index.
    // `home` is the path under which the row was made: after a merge two rows show the same path, and undoing it parts them again.
    await runner.query(`CREATE TABLE category_paths (
      id INTEGER PRIMARY KEY,
      home TEXT NOT NULL,
      display TEXT NOT NULL)`);
    await runner.query('CREATE INDEX category_paths_by_display ON category_paths (display, home)');
    await runner.query(`CREATE TABLE category_prefixes (
      prefix TEXT NOT NULL,
      path_id INTEGER NOT NULL REFERENCES category_paths (id) ON DELETE CASCADE,
      PRIMARY KEY (prefix, path_id)) WITHOUT ROWID`);

    await runner.query(`CREATE TABLE search_documents (
      id INTEGER PRIMARY KEY,
      document_id TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      name_key TEXT NOT NULL,
      url TEXT,
      date TEXT,
      version TEXT,
      metadata TEXT NOT NULL,
      path_id INTEGER NOT NULL REFERENCES category_paths (id))`);
    await runner.query(`CREATE TABLE search_chunks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chunk_id TEXT NOT NULL UNIQUE,
      document INTEGER NOT NULL REFERENCES search_documents (id) ON DELETE CASCADE,
      path_id INTEGER NOT NULL REFERENCES category_paths (id),
      in_force_from TEXT,
      in_force_to TEXT,
      ordinal INTEGER NOT NULL,
      start INTEGER NOT NULL,
      "end" INTEGER NOT NULL,
      section TEXT,
      article TEXT,
      text TEXT NOT NULL,
      metadata TEXT NOT NULL,
      embedded INTEGER NOT NULL)`);
    await runner.query('CREATE INDEX search_chunks_by_document ON search_chunks (document)');
    // Holds all that the scope asks, so that a filter reads no passage.
    await runner.query('CREATE INDEX search_chunks_by_path ON search_chunks (path_id, in_force_from, in_force_to)');
    await runner.query(
      'CREATE INDEX search_chunks_by_article ON search_chunks (article, document) WHERE article IS NOT NULL',
    );
    await runner.query('CREATE INDEX search_chunks_unembedded ON search_chunks (id) WHERE embedded = 0');
    await runner.query(
      'CREATE INDEX search_chunks_dated ON search_chunks (in_force_from, in_force_to) WHERE in_force_from IS NOT NULL OR in_force_to IS NOT NULL',
    );
    // Terms come prepared by the analyser, one blank between them; the tokenizer must only cut at blanks.
    await runner.query(
      `CREATE VIRTUAL TABLE search_words USING fts5(heading, body, content='', contentless_delete=1, tokenize="ascii tokenchars '-._'")`,
    );
    await runner.query(`CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search_words, 'row')`);
    await runner.query('CREATE TABLE search_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)');

    await runner.query(`CREATE TABLE taxonomy_versions (
      version TEXT PRIMARY KEY,
      base_version TEXT,
      created_at TEXT NOT NULL,
      operations TEXT NOT NULL,
      diff TEXT NOT NULL,
      categories TEXT NOT NULL)`);
    // The state of each category row in a taxonomy version when the next version replaced it.
    await runner.query(`CREATE TABLE taxonomy_snapshots (
      version TEXT NOT NULL REFERENCES taxonomy_versions (version),
      path_id INTEGER NOT NULL REFERENCES category_paths (id) ON DELETE CASCADE,
      display TEXT NOT NULL,
      PRIMARY KEY (version, path_id)) WITHOUT ROWID`);
    await runner.query(
      'CREATE TABLE taxonomy_active (id INTEGER PRIMARY KEY CHECK (id = 1), version TEXT NOT NULL, activated_at TEXT NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'taxonomy_active',
      'taxonomy_snapshots',
      'taxonomy_versions',
      'search_settings',
      'search_vocabulary',
      'search_words',
      'search_chunks',
      'search_documents',
      'documents',
      'store_settings',
      'category_prefixes',
      'category_paths',
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
