import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { CLI, fillWithLamps, lampDocument, picture, touchstone } from './support/store-picture.js';

describe('a backup', () => {
  let running: RunningApplication;
  let conversationId: string;
  const elsewhere = temporaryFolder();
  const backup = path.join(elsewhere, 'copy');
  const restored = path.join(elsewhere, 'restored');

  beforeAll(async () => {
    running = await startApplication();
    conversationId = await fillWithLamps(running, 20);
    mkdirSync(path.join(running.dataFolder, 'output', 'test_sessions', 'ts_1'), { recursive: true });
    writeFileSync(path.join(running.dataFolder, 'output', 'test_sessions', 'ts_1', 'report.md'), '# Report\n');
  });
  afterAll(async () => {
    await running.stop();
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it('holds all that was acknowledged before it began, made while documents are written', async () => {
    const busy = path.join(elsewhere, 'busy');
    let isDone = false;
    const before: string[] = [];
    const writing = (async () => {
      for (let i = 1000; !isDone; i++) {
        expect((await running.post('/documents', lampDocument(i))).statusCode).toBe(201);
        before.push(`lamp/${i}`);
      }
    })();
    while (before.length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    const acknowledged = [...before];
    const ended = await touchstone(running.dataFolder, ['backup', busy]);
    isDone = true;
    await writing;
    expect(ended).toMatchObject({ code: 0 });
    const copy = new Database(path.join(busy, 'store', 'documents.db'), { readonly: true });
    const ids = new Set(copy.prepare<[], string>('SELECT document_id FROM documents').pluck().all());
    const indexed = new Set(copy.prepare<[], string>('SELECT document_id FROM search_documents').pluck().all());
    copy.close();
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect([...ids].filter((id) => !indexed.has(id))).toEqual([]);
    expect(before.length).toBeGreaterThan(acknowledged.length);
    for (const id of before) await running.call({ method: 'DELETE', url: `/documents/${encodeURIComponent(id)}` });
  });

  it('is restored to a store that answers the same to everything', async () => {
    expect(await touchstone(running.dataFolder, ['backup', backup])).toMatchObject({ code: 0 });
    mkdirSync(restored);
    const again = await touchstone(restored, ['restore', backup]);
    expect(again.said).toContain('Restored to');
    expect(readFileSync(path.join(restored, 'output', 'test_sessions', 'ts_1', 'report.md'), 'utf8')).toBe(
      '# Report\n',
    );
    const copy = await startApplication({ DATA_DIR: restored });
    try {
      expect(await picture(copy, conversationId)).toEqual(await picture(running, conversationId));
    } finally {
      await copy.stop();
    }
  });

  describe('that somebody changed', () => {
    interface WrittenManifest {
      files: { path: string; bytes: number; sha256: string }[];
    }
    let changed: string;
    const manifest = () => JSON.parse(readFileSync(path.join(changed, 'manifest.json'), 'utf8')) as WrittenManifest;
    /** Writes the digests that the files have now, as a forger does. */
    const sign = (...added: string[]) => {
      const read = manifest();
      const paths = [...read.files.map((file) => file.path), ...added];
      const files = paths.map((name) => {
        const bytes = readFileSync(path.join(changed, name));
        return { path: name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
      });
      writeFileSync(path.join(changed, 'manifest.json'), JSON.stringify({ ...read, files }));
    };
    beforeEach(() => {
      changed = path.join(temporaryFolder(), 'changed');
      cpSync(backup, changed, { recursive: true });
    });
    afterEach(() => rmSync(path.dirname(changed), { recursive: true, force: true }));

    it('brings no configuration, model or other file, although its manifest names them', async () => {
      const added = [
        'store/config/intents.json',
        'store/config/targets.json',
        'store/models/m/model.onnx',
        'store/x.db-wal',
      ];
      for (const name of added) {
        mkdirSync(path.dirname(path.join(changed, name)), { recursive: true });
        writeFileSync(path.join(changed, name), '{}');
      }
      sign(...added);
      const target = path.join(elsewhere, 'without');
      mkdirSync(target);
      const ended = await touchstone(target, ['restore', changed]);
      expect(ended.code).toBe(0);
      for (const name of added) {
        expect(ended.said).toContain(`not restored: ${name}`);
        expect(existsSync(path.join(target, name.slice('store/'.length)))).toBe(false);
      }
    });

    it.each([
      ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON documents BEGIN DELETE FROM documents; END', 'trigger t'],
      ['a view', 'CREATE VIEW v AS SELECT 1', 'view v'],
      ['another table', 'CREATE TABLE planted (a)', 'table planted'],
      ['another shape of a table', 'ALTER TABLE documents ADD COLUMN planted', 'table documents'],
      [
        'a migration of a newer version',
        "INSERT INTO migrations (timestamp, name) VALUES (9e12, 'Later9000000000000')",
        'newer version',
      ],
    ])('is refused with %s', async (_what, statement, fault) => {
      const file = path.join(changed, 'store', 'documents.db');
      const db = new Database(file);
      db.exec(statement);
      db.close();
      sign();
      const target = path.join(elsewhere, 'refused');
      mkdirSync(target, { recursive: true });
      const ended = await touchstone(target, ['restore', changed]);
      expect([ended.code, ended.said]).toEqual([1, expect.stringContaining(fault)]);
      expect(readdirSync(target)).toEqual([]);
    });
  });

  it('holds no configuration, no model and no snapshot of the search index', () => {
    const { files } = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8')) as {
      files: { path: string }[];
    };
    const others = files.map((file) => file.path).filter((name) => !/\.db$|^store\/output\//u.test(name));
    expect([files.length > 3, others]).toEqual([true, []]);
  });

  it('is not written over anything', async () => {
    const same = await touchstone(running.dataFolder, ['backup', backup]);
    expect([same.code, same.said]).toEqual([1, expect.stringContaining('exists already')]);
    const over = await touchstone(running.dataFolder, ['restore', backup]);
    expect([over.code, over.said]).toEqual([1, expect.stringContaining('is in use')]);
  });

  it('holds nothing that a replica copied for its searches, and no copy that is not finished', async () => {
    const target = path.join(elsewhere, 'clean');
    const names = ['search-mirror.db', 'documents.db.unfinished'];
    for (const name of names) writeFileSync(path.join(running.dataFolder, name), 'x');
    expect(await touchstone(running.dataFolder, ['backup', target])).toMatchObject({ code: 0 });
    for (const name of names) {
      expect([name, existsSync(path.join(target, 'store', name))]).toEqual([name, false]);
      rmSync(path.join(running.dataFolder, name));
    }
  });

  it('is refused when a byte of it changed, and says where', async () => {
    expect(await touchstone(elsewhere, ['verify', backup])).toMatchObject({
      code: 0,
      said: expect.stringContaining('Whole'),
    });
    appendFileSync(path.join(backup, 'store', 'work.db'), 'x');
    const verified = await touchstone(elsewhere, ['verify', backup]);
    expect([verified.code, verified.said]).toEqual([1, expect.stringContaining('store/work.db has ')]);
    const target = path.join(elsewhere, 'never');
    mkdirSync(target);
    const refused = await touchstone(target, ['restore', backup]);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('not whole')]);
    expect(existsSync(path.join(target, 'documents.db'))).toBe(false);
  });

  it('never leads out of the folder of the store', async () => {
    const manifest = path.join(backup, 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace('store/documents.db', 'store/../../documents.db'));
    const refused = await touchstone(elsewhere, ['verify', backup]);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('is not a backup')]);
  });

  it('says how it is used', () => {
    const asked = spawnSync(process.execPath, [CLI, 'explode', 'x'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '' },
    });
    expect(asked.status).toBe(2);
    expect(asked.stderr).toContain("Unknown command 'explode'");
    expect(asked.stderr).toContain('backup FOLDER');
  });
});
