import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makePrivateFolder, restrictStoreFolder } from './private-files.js';

const rightsOf = (place: string): string => (statSync(place).mode & 0o777).toString(8);

describe('files of a store', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'rights-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are in folders that only their owner can enter', () => {
    const made = path.join(folder, 'data', 'cbr');
    makePrivateFolder(made);
    expect([made, path.dirname(made)].map(rightsOf)).toEqual(['700', '700']);
  });

  it('lose the group and other permissions of an earlier version', () => {
    const [database, log, sample] = ['work.db', 'work.db-wal', 'sample.md'].map((name) => path.join(folder, name));
    for (const file of [database!, log!, sample!]) {
      writeFileSync(file, '');
      chmodSync(file, 0o644);
    }
    mkdirSync(path.join(folder, 'sub.db'));
    chmodSync(folder, 0o755);
    expect(restrictStoreFolder(folder)).toEqual([]);
    expect([folder, database!, log!, sample!].map(rightsOf)).toEqual(['700', '600', '600', '644']);
  });
});
