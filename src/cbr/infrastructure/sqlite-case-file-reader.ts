import { Injectable } from '@nestjs/common';
import Database from 'better-sqlite3';
import { DomainError } from '../../shared/domain/domain-error.js';
import { CaseFileReader, ImportLine } from '../application/import-cases.js';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { SampleCases } from '../application/load-sample-cases.js';
import { readMap } from './case-rows.js';
import { projectRoot } from '../../shared/infrastructure/configuration-folders.js';

const MAGIC = 'SQLite format 3\0';
/** Header bytes for WAL (2) or a rollback journal (1); a copy in memory has no separate log. */
const FORMAT_BYTES = [18, 19];
const NEEDED = ['case_id', 'query', 'category_path', 'content'];
const WANTED = [...NEEDED, 'quality_score', 'usage_count', 'success_rate', 'metadata', 'created_at', 'updated_at'];
/** The format of SQLite's CURRENT_TIMESTAMP, in UTC. */
const SQLITE_TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/u;

function refused(reason: string): DomainError {
  return new DomainError(
    'invalid',
    'invalid-case-file',
    `The file is not a case database: ${reason}. Send a cbr_system.db with a table cbr_cases, or NDJSON as GET /cbr/export writes it.`,
  );
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function isoTime(value: unknown): unknown {
  const match = typeof value === 'string' ? SQLITE_TIME.exec(value) : null;
  return match === null ? value : `${match[1] ?? ''}T${match[2] ?? ''}Z`;
}

/** Values in the format of an export: the file stores JSON as text; NULL is absent. */
function toRecord(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values = {
    ...row,
    category_path: parsed(row['category_path']),
    metadata: parsed(row['metadata']) ?? undefined,
    created_at: isoTime(row['created_at']),
    updated_at: isoTime(row['updated_at']),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Opens a copy in memory, read-only: the upload touches no disk and no other file. A view, a virtual table or a
 * generated column could run any expression when it is read, so only a plain table with plain columns is read.
 */
@Injectable()
export class SqliteCaseFileReader extends CaseFileReader {
  async *read(bytes: Uint8Array): AsyncGenerator<ImportLine> {
    const db = this.open(bytes);
    try {
      const columns = this.columns(db);
      const rows = db.prepare(`SELECT ${columns.join(', ')} FROM main.cbr_cases NOT INDEXED ORDER BY rowid`).iterate();
      let line = 0;
      for (const row of rows) {
        line++;
        yield await Promise.resolve({ line, record: isRow(row) ? toRecord(row) : refused('a row cannot be read') });
      }
    } catch (error) {
      if (error instanceof DomainError || !(error instanceof Database.SqliteError)) throw error;
      throw refused('it is damaged');
    } finally {
      db.close();
    }
  }

  private open(bytes: Uint8Array): Database.Database {
    const copy = Buffer.from(bytes);
    if (copy.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) throw refused('it is not an SQLite file');
    for (const at of FORMAT_BYTES) if (copy[at] === 2) copy[at] = 1;
    try {
      const db = new Database(copy, { readonly: true });
      db.pragma('trusted_schema = OFF');
      db.pragma('cell_size_check = ON');
      return db;
    } catch {
      throw refused('it is damaged');
    }
  }

  private columns(db: Database.Database): string[] {
    // Views and virtual tables have no root page, whatever their SQL is.
    const isPlain = db
      .prepare("SELECT 1 FROM main.sqlite_master WHERE name = 'cbr_cases' AND type = 'table' AND rootpage > 0")
      .get();
    if (isPlain === undefined) throw refused('it has no plain table cbr_cases');
    // The statement, not the table function of that name: a table in the file could shadow the function.
    const found: unknown = db.pragma('main.table_xinfo(cbr_cases)');
    const columns = Array.isArray(found) ? found.filter(isRow) : [];
    const plain = new Set(columns.filter(({ hidden }) => hidden === 0).map(({ name }) => name));
    const missing = NEEDED.filter((name) => !plain.has(name));
    if (missing.length > 0) throw refused(`its table cbr_cases has no plain column ${missing.join(', ')}`);
    return WANTED.filter((name) => plain.has(name));
  }
}

/** Cases over both sample corpora, in Korean and English, one per line. */
@Injectable()
export class FileSampleCases extends SampleCases {
  async *records(): AsyncGenerator<ImportLine> {
    const file = path.join(projectRoot(), 'data', 'samples', 'cases.jsonl');
    let line = 0;
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      line++;
      if (text.trim() !== '') yield { line, record: readMap(text) };
    }
  }
}
