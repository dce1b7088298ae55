import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { temporaryFolder } from '../support/application.js';
import { putEmptyStore } from '../support/empty-store.js';

describe('copies of an empty store', () => {
  it('have a unique name and secret, as migrated stores have', async () => {
    const folder = temporaryFolder();
    try {
      const own: unknown[] = [];
      for (const name of ['one.db', 'two.db']) {
        await putEmptyStore('main', path.join(folder, name));
        const db = new Database(path.join(folder, name), { readonly: true });
        own.push(db.prepare('SELECT hex(secret) FROM agent_id_secret').pluck().get());
        own.push(db.prepare('SELECT name FROM store_identity').pluck().get());
        db.close();
      }
      expect(own.every((text) => typeof text === 'string' && text.length >= 32)).toBe(true);
      expect(new Set(own).size).toBe(4);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
