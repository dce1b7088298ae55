import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { MAIN_SCHEMA } from '../../../../migrations/sqlite/all-migrations.js';
import { allows, CategoryFilter, restrictedTo, UNRESTRICTED } from '../../domain/category-filter.js';
import { CategoryPathRegistry } from './category-path-registry.js';
import { filterCondition } from './filter-condition.js';
import { SqliteDatabase } from './sqlite-database.js';

const INSERT = `INSERT INTO documents (document_id, title, text, content_type, path_id, metadata, content_hash, chunks, created_at, updated_at)
  VALUES (?, 't', 'x', 'text/plain', ?, '{}', 'h', 1, '', '')`;

const label = fc.constantFrom(
  'AI',
  'ai',
  ' AI2',
  'ML',
  'Café',
  'Café'.normalize('NFD'),
  '학칙',
  '학칙'.normalize('NFD'),
  "a' OR 1=1 --",
  '휴학',
);
const somePath = fc.array(label, { minLength: 1, maxLength: 5 });

describe('CategoryPathRegistry', () => {
  let folder: string;
  let db: SqliteDatabase;
  let registry: CategoryPathRegistry;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'registry-'));
    const file = path.join(folder, 'main.db');
    db = await SqliteDatabase.open({
      file,
      durability: 'full',
      ...MAIN_SCHEMA,
      entities: [],
    });
    registry = new CategoryPathRegistry(db);
  });

  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const put = (id: string, at: readonly string[]) => db.writer.prepare(INSERT).run(id, registry.idOf(at));

  function found(filter: CategoryFilter): unknown[] {
    const inside = filterCondition(filter, 'd.path_id');
    return db.reader
      .prepare(`SELECT document_id FROM documents d WHERE ${inside.sql} ORDER BY d.id`)
      .pluck()
      .all(...inside.params);
  }

  it('gives one path one row, composed or not, with blanks or without', () => {
    const id = registry.idOf(['학칙', 'AI']);
    expect(registry.idOf(['학칙'.normalize('NFD'), ' AI '])).toBe(id);
    expect(registry.idOf(['학칙'])).not.toBe(id);
  });

  it('keeps the display case, and compares without it', () => {
    put('upper', ['AI', 'ML']);
    put('lower', ['ai', 'ml']);
    expect(registry.idOf(['AI', 'ML'])).not.toBe(registry.idOf(['ai', 'ml']));
    expect(found(restrictedTo([['Ai']]))).toEqual(['upper', 'lower']);
  });

  it('lets nothing through an empty filter and everything through an unrestricted one', () => {
    put('a', ['AI']);
    expect(found(restrictedTo([]))).toEqual([]);
    expect(found(restrictedTo([[]]))).toEqual([]);
    expect(found(UNRESTRICTED)).toEqual(['a']);
  });

  it('takes labels whole, not letter by letter', () => {
    put('a', ['AI2']);
    put('b', ['AI', 'ML']);
    expect(found(restrictedTo([['AI']]))).toEqual(['b']);
    expect(found(restrictedTo([['AI', 'M']]))).toEqual([]);
  });

  it('puts allowed paths into the query as a parameter, never as SQL', () => {
    const condition = filterCondition(restrictedTo([["x') OR 1=1 --"]]), 'd.path_id');
    expect(condition.sql).not.toContain('1=1');
    put('a', ['AI']);
    expect(found(restrictedTo([["x') OR 1=1 --"]]))).toEqual([]);
  });

  it('moves all documents of a row at once, out of the old place and into the new', () => {
    put('a', ['AI', 'ML']);
    put('b', ['AI', 'ML']);
    registry.move(registry.idOf(['AI', 'ML']), ['Data', '학습']);
    expect(found(restrictedTo([['AI']]))).toEqual([]);
    expect(found(restrictedTo([['data', '학습'.normalize('NFD')]]))).toEqual(['a', 'b']);
  });

  it('gives a path that was moved away a new row when it is used again', () => {
    const old = registry.idOf(['AI']);
    registry.move(old, ['Data']);
    expect(registry.idOf(['AI'])).not.toBe(old);
  });

  it('passes in SQL exactly what the filter allows', () => {
    fc.assert(
      fc.property(
        fc.array(somePath, { maxLength: 12 }),
        fc.array(fc.array(label, { maxLength: 3 }), { maxLength: 4 }),
        (corpus, allowed) => {
          db.writer.exec('DELETE FROM documents');
          corpus.forEach((at, i) => put(`d${i}`, at));
          const filter = restrictedTo(allowed);
          expect(found(filter)).toEqual(corpus.flatMap((at, i) => (allows(filter, at) ? [`d${i}`] : [])));
        },
      ),
    );
  });
});
