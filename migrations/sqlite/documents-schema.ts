/**
 * documents.db: documents, categories and what search keeps of them in one file, so that one transaction changes the text and the
 * chunks together.
 */
export const DOCUMENTS_SCHEMA_SQL = `
  CREATE TABLE store_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
  -- Distinguishes this store from every other one: a snapshot of the index is used only with the store that it was made from.
  CREATE TABLE store_identity (name TEXT NOT NULL);
  INSERT INTO store_identity (name) VALUES (hex(randomblob(16)));

  -- Distinct category paths are few; documents and chunks refer to them, so that moving a category rewrites no index.
  -- origin_path is the path under which the row was created: after a merge two rows show the same path, and undoing it separates them.
  -- Documents with the same category and the same groups share a row. access_groups is a sorted JSON list, empty for documents that
  -- every group may see.
  CREATE TABLE category_paths (
    id INTEGER PRIMARY KEY,
    origin_path TEXT NOT NULL,
    current_path TEXT NOT NULL,
    access_groups TEXT NOT NULL DEFAULT '[]');
  CREATE INDEX category_paths_with_groups ON category_paths (access_groups) WHERE access_groups <> '[]';
  CREATE INDEX category_paths_by_current_path ON category_paths (current_path, origin_path);
  CREATE TABLE category_prefixes (
    prefix TEXT NOT NULL,
    path_id INTEGER NOT NULL REFERENCES category_paths (id) ON DELETE CASCADE,
    PRIMARY KEY (prefix, path_id)) WITHOUT ROWID;

  CREATE TABLE documents (
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
    -- Hash of the normalized text.
    content_hash TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    -- Empty until the next start computes it.
    title_trigram_key TEXT NOT NULL DEFAULT '',
    -- Digest of every field; empty until the server has compared the text.
    fingerprint TEXT NOT NULL DEFAULT '',
    headings TEXT NOT NULL DEFAULT '[]');
  CREATE INDEX documents_by_path ON documents (path_id, id);
  -- Holds every column that a title lookup compares: in the table the key is stored after the text.
  CREATE INDEX documents_by_title ON documents (title_trigram_key, path_id);
  CREATE INDEX documents_missing_fingerprint ON documents (id) WHERE fingerprint = '';
  CREATE INDEX documents_by_content ON documents (content_hash);
  -- Uploaded files, compressed, in parts: a row that holds a large file would be read into memory as a whole.
  CREATE TABLE document_originals (
    document_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL);
  CREATE TABLE document_original_parts (
    document_id TEXT NOT NULL,
    part INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (document_id, part));
  CREATE TABLE document_editions (document_id TEXT PRIMARY KEY, previous_id TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX document_editions_by_previous ON document_editions (previous_id);
  CREATE TABLE document_sketches (document_id TEXT PRIMARY KEY, sketch TEXT NOT NULL) WITHOUT ROWID;
  -- The bands of a document follow from its sketch: removing them needs no second index.
  CREATE TABLE document_bands (
    band INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    PRIMARY KEY (band, document_id)) WITHOUT ROWID;

  CREATE TABLE search_documents (
    id INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    url TEXT,
    date TEXT,
    version TEXT,
    metadata TEXT NOT NULL,
    path_id INTEGER NOT NULL REFERENCES category_paths (id));
  CREATE TABLE search_chunks (
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
    metadata TEXT NOT NULL);
  CREATE INDEX search_chunks_by_document ON search_chunks (document);
  -- Holds every column that a filter compares: filtering reads no chunk.
  CREATE INDEX search_chunks_by_path ON search_chunks (path_id, in_force_from, in_force_to);
  CREATE INDEX search_chunks_by_article ON search_chunks (article, document) WHERE article IS NOT NULL;
  CREATE INDEX search_chunks_dated ON search_chunks (in_force_from, in_force_to)
    WHERE in_force_from IS NOT NULL OR in_force_to IS NOT NULL;
  -- The index in memory follows the table: new chunks by their growing id, deleted ones by this list.
  CREATE TABLE chunk_tombstones (id INTEGER PRIMARY KEY AUTOINCREMENT, chunk INTEGER NOT NULL);
  CREATE TRIGGER search_chunks_ad AFTER DELETE ON search_chunks
    BEGIN INSERT INTO chunk_tombstones (chunk) VALUES (old.id); END;

  CREATE TABLE search_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE search_models (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    model TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('fitted', 'provider')),
    dimensions INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    complete INTEGER NOT NULL);
  -- A fitted embedding in parts, so that no single write blocks others for long.
  CREATE TABLE search_model_parts (
    model INTEGER NOT NULL REFERENCES search_models (id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (model, part));
  -- Vectors from a provider, which cannot be computed again without it. Ids grow, so that the index sees what is new.
  CREATE TABLE search_vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    model INTEGER NOT NULL REFERENCES search_models (id) ON DELETE CASCADE,
    chunk INTEGER NOT NULL REFERENCES search_chunks (id) ON DELETE CASCADE,
    vector BLOB NOT NULL);
  CREATE UNIQUE INDEX search_vectors_by_chunk ON search_vectors (chunk, model);

  CREATE TABLE taxonomy_versions (
    version TEXT PRIMARY KEY,
    base_version TEXT,
    created_at TEXT NOT NULL,
    operations TEXT NOT NULL,
    diff TEXT NOT NULL,
    categories TEXT NOT NULL);
  -- The path of each category row in a version, saved when another version is activated.
  CREATE TABLE taxonomy_snapshots (
    version TEXT NOT NULL REFERENCES taxonomy_versions (version),
    path_id INTEGER NOT NULL REFERENCES category_paths (id) ON DELETE CASCADE,
    current_path TEXT NOT NULL,
    PRIMARY KEY (version, path_id)) WITHOUT ROWID;
  CREATE TABLE taxonomy_active (id INTEGER PRIMARY KEY CHECK (id = 1), version TEXT NOT NULL, activated_at TEXT NOT NULL);

  CREATE TABLE agents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agent_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    taxonomy_version TEXT NOT NULL,
    allowed_paths TEXT NOT NULL,
    word_top_k INTEGER NOT NULL,
    vector_top_k INTEGER NOT NULL,
    candidates INTEGER NOT NULL,
    final_top_k INTEGER NOT NULL,
    review_below REAL NOT NULL,
    tools TEXT NOT NULL,
    created_at TEXT NOT NULL);
  CREATE INDEX agents_by_time ON agents (created_at, agent_id);
  -- Ids of agents are derived from this secret where keys are required. SQLite seeds its generator from the operating system.
  CREATE TABLE agent_id_secret (id INTEGER PRIMARY KEY CHECK (id = 1), secret BLOB NOT NULL);
  INSERT INTO agent_id_secret (id, secret) VALUES (1, randomblob(32));`;
