import { faultsOf, Manifest } from './manifest.js';

const file = { path: 'store/documents.db', bytes: 10, sha256: 'a'.repeat(64) };
const table = { file: 'store/documents.db', table: 'documents', rows: 3 };
const manifest: Manifest = {
  format: 1,
  program: '0.1.0',
  created_at: '2026-01-01T00:00:00.000Z',
  files: [file],
  tables: [table],
};

describe('faultsOf', () => {
  it('finds no fault in an unchanged backup', () => {
    expect(faultsOf(manifest, { files: [file], tables: [table], damage: [] })).toEqual([]);
  });

  it.each([
    ['a file that is gone', { files: [], tables: [table], damage: [] }, 'store/documents.db is missing'],
    [
      'a shorter file',
      { files: [{ ...file, bytes: 9 }], tables: [table], damage: [] },
      'store/documents.db has 9 bytes, not 10',
    ],
    [
      'another content',
      { files: [{ ...file, sha256: 'b'.repeat(64) }], tables: [table], damage: [] },
      'store/documents.db was changed since the backup',
    ],
    [
      'a file too many',
      { files: [file, { ...file, path: 'store/x.db' }], tables: [table], damage: [] },
      'store/x.db is not of this backup',
    ],
    [
      'lost rows',
      { files: [file], tables: [{ ...table, rows: 2 }], damage: [] },
      'store/documents.db: table documents has 2 rows, not 3',
    ],
    [
      'a lost table',
      { files: [file], tables: [], damage: [] },
      'store/documents.db: table documents has no rows, not 3',
    ],
    [
      'what the database says',
      { files: [file], tables: [table], damage: ['page 3 is never used'] },
      'page 3 is never used',
    ],
  ])('names %s', (_what, found, fault) => {
    expect(faultsOf(manifest, found)).toEqual([fault]);
  });
});
