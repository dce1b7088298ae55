/** access.db: API keys, in a separate file: they must survive a power cut and must not be in a backup of documents. */
export const ACCESS_SCHEMA_SQL = `
  -- number orders the list and is never reused, so that the cursor of a page stays valid.
  CREATE TABLE api_keys (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL UNIQUE,
    secret_hash TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    allowed_category_paths TEXT,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    last_used_at TEXT,
    -- A key that was once found expired stays expired.
    expired_at TEXT,
    -- A JSON list.
    access_groups TEXT NOT NULL DEFAULT '[]');
  -- The latest time that was ever read: an earlier reading of the clock is not trusted.
  CREATE TABLE clock_watermark (id INTEGER PRIMARY KEY CHECK (id = 1), seen_at TEXT NOT NULL);`;
