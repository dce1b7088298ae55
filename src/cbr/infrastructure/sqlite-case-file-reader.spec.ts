import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { temporaryFolder } from '../../../test/support/application.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { SqliteCaseFileReader } from './sqlite-case-file-reader.js';

/** The table of the specification's own program. */
const CASES = `CREATE TABLE cbr_cases (case_id TEXT PRIMARY KEY, query TEXT NOT NULL, category_path TEXT NOT NULL,
  content TEXT NOT NULL, quality_score REAL DEFAULT 0.0, usage_count INTEGER DEFAULT 0, success_rate REAL DEFAULT 0.0,
  metadata TEXT DEFAULT '{}', created_at TEXT DEFAULT CURRENT_TIMESTAMP, updated_at TEXT DEFAULT CURRENT_TIMESTAMP)`;

describe('the database file of another installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function file(fill: (db: Database.Database) => void): Uint8Array {
    const name = path.join(folder, 'cbr_system.db');
    const db = new Database(name);
    db.pragma('synchronous = OFF');
    fill(db);
    db.close();
    return readFileSync(name);
  }

  async function read(bytes: Uint8Array) {
    const records = [];
    for await (const line of new SqliteCaseFileReader().read(bytes)) records.push(line.record);
    return records;
  }

  it.each(['delete', 'wal'])('is read in journal mode %s, JSON and times as in an export', async (mode) => {
    const bytes = file((db) => {
      db.pragma(`journal_mode = ${mode}`);
      db.exec(CASES);
      db.prepare(
        'INSERT INTO cbr_cases (case_id, query, category_path, content, quality_score, metadata, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ).run('c1', '휴학은?', '["학사", "학적"]', 'x', 0.7, '{"a": 1}', '2025-01-02 03:04:05', '2025-01-02 03:04:05');
      db.prepare(
        'INSERT INTO cbr_cases (case_id, query, category_path, content, metadata) VALUES (?, ?, ?, ?, NULL)',
      ).run('c2', 'q', '[]', 'y');
    });
    const [first, second] = await read(bytes);
    expect(first).toEqual({
      case_id: 'c1',
      query: '휴학은?',
      category_path: ['학사', '학적'],
      content: 'x',
      quality_score: 0.7,
      usage_count: 0,
      success_rate: 0,
      metadata: { a: 1 },
      created_at: '2025-01-02T03:04:05Z',
      updated_at: '2025-01-02T03:04:05Z',
    });
    expect(second).toMatchObject({ case_id: 'c2', category_path: [] });
    expect(second).not.toHaveProperty('metadata');
  });

  it.each<[string, () => Uint8Array]>([
    ['text', () => Buffer.from('{"case_id": "a"}')],
    ['nothing', () => new Uint8Array()],
    ['a header alone', () => Buffer.from('SQLite format 3\0')],
    ['another database', () => file((db) => db.exec('CREATE TABLE cbr_logs (a)'))],
    ['a table without answers', () => file((db) => db.exec('CREATE TABLE cbr_cases (case_id, query, category_path)'))],
    [
      'a view, which could compute for ever',
      () =>
        file((db) =>
          db.exec(
            "CREATE VIEW cbr_cases AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS case_id, 'q' AS query, '[]' AS category_path, 'c' AS content FROM n",
          ),
        ),
    ],
    [
      'a computed column',
      () =>
        file((db) =>
          db.exec('CREATE TABLE cbr_cases (case_id, query, category_path, content AS (hex(zeroblob(500000000))))'),
        ),
    ],
    [
      'a virtual table',
      () => file((db) => db.exec('CREATE VIRTUAL TABLE cbr_cases USING fts5(case_id, query, category_path, content)')),
    ],
    [
      'damaged pages',
      () => {
        const bytes = file((db) => {
          db.exec(CASES);
          const insert = db.prepare(
            'INSERT INTO cbr_cases (case_id, query, category_path, content) VALUES (?, ?, ?, ?)',
          );
          db.exec('BEGIN');
          for (let i = 0; i < 500; i++) insert.run(`c${i}`, 'q'.repeat(100), '["A"]', 'x'.repeat(100));
          db.exec('COMMIT');
        });
        bytes.fill(0xff, 8_192, 40_000);
        return bytes;
      },
    ],
  ])('is refused when it is %s', async (_, bytes) => {
    await expect(read(bytes())).rejects.toThrow(DomainError);
  });
});
