import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { StoreCheck } from '../src/health/infrastructure/store-check.js';
import { Clock } from '../src/shared/domain/clock.js';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));
/** A user without privileges, if the test runs as root. */
const NOBODY = 65_534;
const SECRET = 'The north lamp is lit at dusk by the eldest keeper of the pier';

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Starts the compiled server over a folder in which it cannot start, and waits for its end. */
async function failedStart(dataFolder: string, as: number | undefined): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: '/',
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataFolder,
      SAMPLE_DATA: 'skip',
      PORT: '0',
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(as === undefined ? {} : { uid: as, gid: as }),
  });
  let said = '';
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, said };
}

async function store(running: RunningApplication): Promise<void> {
  for (let n = 0; n < 20; n++)
    await running.post('/documents', {
      document_id: `lamp-${n}`,
      title: `Lamp ${n}`,
      text: `${SECRET}, number ${n}. The keeper of lamp ${n} writes the hour in the log. `.repeat(20).trim(),
      canonical_path: ['Harbour'],
    });
}

/** Overwrites the bytes of a text in the file. */
function alter(file: string, from: string, to: string): void {
  const bytes = readFileSync(file);
  const at = bytes.lastIndexOf(from);
  expect(at).toBeGreaterThanOrEqual(0);
  bytes.write(to, at);
  writeFileSync(file, bytes);
}

describe('a store that is damaged or cannot be written', () => {
  let sound: string;
  const folders: string[] = [];
  const copy = () => {
    const folder = temporaryFolder();
    folders.push(folder);
    cpSync(sound, folder, { recursive: true });
    return folder;
  };

  beforeAll(async () => {
    const running = await startApplication();
    await store(running);
    await running.app.close();
    sound = running.dataFolder;
    folders.push(sound);
  });
  afterAll(() => {
    for (const folder of folders) {
      chmodSync(folder, 0o700);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each<[string, string, (file: string) => void]>([
    ['documents.db', 'begins with other bytes', (file) => alter(file, 'SQLite format 3', 'no such format!')],
    ['documents.db', 'is half as long', (file) => truncateSync(file, readFileSync(file).length / 2)],
    ['work.db', 'is a text', (file) => writeFileSync(file, 'not a database at all, only a text. '.repeat(100))],
    ['cbr/cbr_system.db', 'is a text', (file) => writeFileSync(file, 'not a database at all. '.repeat(100))],
  ])('does not start where %s %s, and says which file and what to do', async (name, _, damage) => {
    const folder = copy();
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    damage(path.join(folder, name));
    const { code, said } = await failedStart(folder, undefined);
    expect(code).toBe(1);
    expect(said).toContain(path.basename(name));
    expect(said).toMatch(/damaged or no database.*restore/u);
    expect(said).not.toMatch(/\bat \w+ \(|node_modules/u);
  });

  it.each(['documents.db', 'access.db'])('does not start where %s lost all its bytes, and says so', async (name) => {
    const folder = copy();
    writeFileSync(path.join(folder, name), '');
    const { code, said } = await failedStart(folder, undefined);
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`DATA_DIR: ${name} in .* is empty .*restore`, 'u'));
  });

  it('starts over files that a start made and did not come to write', async () => {
    const folder = temporaryFolder();
    for (const name of ['documents.db', 'work.db']) writeFileSync(path.join(folder, name), '');
    const running = await startApplication({ DATA_DIR: folder });
    expect((await running.call({ method: 'GET', url: '/health' })).statusCode).toBe(200);
    await running.app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['may be read but not written', 0o555],
    ['may not even be read', 0o000],
  ])('does not start where the folder %s, and says so', async (_, mode) => {
    const folder = copy();
    for (const file of ['documents.db', 'work.db', 'access.db']) chmodSync(path.join(folder, file), 0o444);
    chmodSync(folder, mode);
    const { code, said } = await failedStart(folder, process.getuid?.() === 0 ? NOBODY : undefined);
    expect(code).toBe(1);
    expect(said).toMatch(/DATA_DIR: .* cannot be read and written .*rights?|give the user/u);
    expect(said).toContain(folder);
  });

  it('is found whole while it is', async () => {
    const running = await startApplication({ DATA_DIR: copy() });
    expect(await running.app.get(StoreCheck, { strict: false }).run()).toEqual([]);
    const { body } = await running.call({ method: 'GET', url: '/metrics' });
    expect(body).toContain('touchstone_store_damaged 0');
    await running.app.close();
  });

  it('is unhealthy once the check has read a passage that its document does not hold', async () => {
    const folder = copy();
    // SQLite itself sees nothing of it: the page is sound, its content is not.
    alter(path.join(folder, 'documents.db'), 'eldest keeper', 'oldest sailor');
    const running = await startApplication({ DATA_DIR: folder });
    const before = await running.call({ method: 'GET', url: '/health/ready' });
    expect(before.statusCode).toBe(200);
    const faults = await running.app.get(StoreCheck, { strict: false }).run();
    expect(faults?.join()).toMatch(/documents\.db: passage 'lamp-\d+#\d+' is not the text/u);
    const health = await running.call({ method: 'GET', url: '/health' });
    expect([health.statusCode, health.json().components.store.status]).toEqual([503, 'unhealthy']);
    expect(health.json().components.store.detail).toMatch(/damaged: .*backup/u);
    expect((await running.call({ method: 'GET', url: '/health/ready' })).statusCode).toBe(503);
    expect((await running.call({ method: 'GET', url: '/metrics' })).body).toContain('touchstone_store_damaged 1');
    await running.app.close();
  });

  it('has the file of the cases read too', async () => {
    const folder = copy();
    const running = await startApplication({ DATA_DIR: folder });
    const file = path.join(folder, 'cbr', 'cbr_system.db');
    const db = new Database(file);
    const page = Number(db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'cbr_feedback'").pluck().get());
    const size = Number(db.pragma('page_size', { simple: true }));
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, (page - 1) * size, page * size);
    writeFileSync(file, bytes);
    expect((await running.app.get(StoreCheck, { strict: false }).run())?.join()).toContain('cbr_system.db: ');
    await running.app.close();
  });
});

describe('a clock that jumps', () => {
  it('back a day and on a year disturbs no conversation, trace or page of a list', async () => {
    const running = await startApplication();
    await store(running);
    const clock = running.app.get(Clock, { strict: false });
    const real = clock.now.bind(clock);
    const DAY_MS = 86_400_000;
    let id: string | undefined;
    const asked: string[] = [];
    for (const [n, jumpMs] of [0, -DAY_MS, 365 * DAY_MS, 0].entries()) {
      clock.now = () => new Date(real().getTime() + jumpMs);
      const message = `Who lights the north lamp number ${n}?`;
      const answer = await running.post('/chat/run', { message, ...(id === undefined ? {} : { conversation_id: id }) });
      expect(answer.statusCode).toBe(200);
      const { conversation_id, metadata, sources } = answer.json();
      expect(sources.length).toBeGreaterThan(0);
      id = conversation_id as string;
      asked.push(message);
      const trace = await running.call({ method: 'GET', url: `/traces/${metadata.trace_id as string}` });
      expect([jumpMs, trace.statusCode]).toEqual([jumpMs, 200]);
    }
    const { turns } = (await running.call({ method: 'GET', url: `/conversations/${id ?? ''}` })).json();
    const said: string[] = turns.map((turn: { message?: string; content?: string }) => turn.message ?? turn.content);
    expect(said.filter((text) => asked.includes(text))).toEqual(asked);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = (await running.call({ method: 'GET', url: `/documents?limit=7${cursor}` })).json();
      seen.push(...page.items.map((item: { document_id: string }) => item.document_id));
      cursor = page.next_cursor === null || page.next_cursor === undefined ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(20);
    expect(seen).toHaveLength(20);
    await running.stop();
  });
});
