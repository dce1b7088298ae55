import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataOf } from './store-files.js';

describe('the files of a store in a backup', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'store-files-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const namesOf = async (store: string, cases: string) =>
    (await dataOf({ store, cases })).map(({ name }) => name).toSorted();

  it('are those of both halves, also where one folder holds both', async () => {
    for (const name of ['documents.db', 'work.db', 'cbr_system.db']) writeFileSync(path.join(folder, name), '');
    expect(await namesOf(folder, folder)).toEqual(['cases/cbr_system.db', 'store/documents.db', 'store/work.db']);
  });

  it('are listed once where the cases have a folder inside the store', async () => {
    const cases = path.join(folder, 'cbr');
    mkdirSync(cases);
    writeFileSync(path.join(folder, 'documents.db'), '');
    writeFileSync(path.join(cases, 'cbr_system.db'), '');
    expect(await namesOf(folder, cases)).toEqual(['cases/cbr_system.db', 'store/documents.db']);
  });
});
