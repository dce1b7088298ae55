import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { temporaryFolder } from './support/application.js';

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));
const ROUNDS = 4;
/** A round is killed between these moments after its first write. */
const KILL_FROM_MS = 60;
const KILL_TO_MS = 700;
const BULK_LINES = 40;

interface Server {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Starts the compiled server over a folder, and waits until it says that it is ready. */
async function startServer(dataFolder: string): Promise<Server> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: dataFolder,
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataFolder,
      SAMPLE_DATA: 'skip',
      RATE_LIMIT_PER_MINUTE: '0',
      PORT: '0',
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg?: string; url?: string };
    if (entry.msg !== 'ready' || entry.url === undefined) continue;
    child.stdout.resume();
    return { process: child, url: entry.url };
  }
  throw new Error('The server ended before it was ready.');
}

async function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { code: child.exitCode, signal: child.signalCode };
}

/**
 * What may be on disk for each document: one value once it was acknowledged, several while a write was under way when the
 * process died. `null` is absence.
 */
class Expected {
  private readonly possible = new Map<string, Set<string | null>>();
  acknowledged = 0;

  begin(id: string, text: string | null): void {
    const values = this.possible.get(id) ?? new Set([null]);
    this.possible.set(id, values.add(text));
  }

  acknowledge(id: string, text: string | null): void {
    this.possible.set(id, new Set([text]));
    this.acknowledged++;
  }

  /** Documents whose stored text is none of those that it may be. */
  contradictions(stored: ReadonlyMap<string, string>): string[] {
    return [...this.possible].flatMap(([id, values]) => (values.has(stored.get(id) ?? null) ? [] : [id]));
  }

  /** Takes what was found for what is to be there from now on. */
  settle(stored: ReadonlyMap<string, string>): void {
    for (const id of this.possible.keys()) this.possible.set(id, new Set([stored.get(id) ?? null]));
  }

  /** Documents that are certainly not there. */
  absent(): string[] {
    return [...this.possible].flatMap(([id, values]) => (values.size === 1 && values.has(null) ? [id] : []));
  }

  someStored(): [string, string] | undefined {
    for (const [id, values] of this.possible) {
      const [text] = values;
      if (values.size === 1 && typeof text === 'string') return [id, text];
    }
    return undefined;
  }
}

/** Several passages, so that a half-written document would show. */
function textOf(name: string): string {
  const section = (n: number) =>
    `# Section ${n} of ${name}\n\n${`The keeper of ${name} writes line ${n} in the log. `.repeat(12)}`;
  return [1, 2, 3].map(section).join('\n\n').trim();
}

const body = (id: string, text: string) =>
  JSON.stringify({
    document_id: id,
    title: id,
    text,
    content_type: 'text/markdown',
    canonical_path: ['Log', 'Keeper'],
  });

/** Stores, replaces and deletes documents one by one until the server dies. */
async function writeSingly(server: Server, round: number, expected: Expected): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (let n = 0; ; n++) {
    const id = `single-${round}-${n}`;
    const writes: (string | null)[] = [textOf(id)];
    if (n % 3 === 1) writes.push(textOf(`${id} again`));
    if (n % 5 === 2) writes.push(null);
    for (const text of writes) {
      expected.begin(id, text);
      const response =
        text === null
          ? await fetch(`${server.url}/documents/${id}`, { method: 'DELETE' })
          : await fetch(`${server.url}/documents`, { method: 'POST', headers, body: body(id, text) });
      await response.arrayBuffer();
      if (response.ok) expected.acknowledge(id, text);
      else throw new Error(`${id} was refused with ${response.status}`);
    }
  }
}

/** Loads lists of documents until the server dies. */
async function writeInBulk(server: Server, round: number, expected: Expected): Promise<void> {
  for (let n = 0; ; n++) {
    const documents = Array.from({ length: BULK_LINES }, (_, line) => `bulk-${round}-${n}-${line}`).map(
      (id) => [id, textOf(id)] as const,
    );
    for (const [id, text] of documents) expected.begin(id, text);
    const response = await fetch(`${server.url}/documents/bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: documents.map(([id, text]) => body(id, text)).join('\n'),
    });
    const outcome = (await response.json()) as { indexed: number };
    if (outcome.indexed !== BULK_LINES) throw new Error(`only ${outcome.indexed} of ${BULK_LINES} lines were stored`);
    for (const [id, text] of documents) expected.acknowledge(id, text);
  }
}

/** A connection that broke because the server was killed; anything else is a fault. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message);
}

function open(dataFolder: string, file: string): Database.Database {
  return new Database(path.join(dataFolder, file), { fileMustExist: true });
}

const NOTHING_MISSING = {
  documentsWithoutIndex:
    'SELECT count(*) FROM documents d LEFT JOIN search_documents s USING (document_id) WHERE s.id IS NULL',
  indexWithoutDocument:
    'SELECT count(*) FROM search_documents s LEFT JOIN documents d USING (document_id) WHERE d.id IS NULL',
  chunksWithoutDocument:
    'SELECT count(*) FROM search_chunks c LEFT JOIN search_documents s ON s.id = c.document WHERE s.id IS NULL',
  documentsWithOtherChunks: `SELECT count(*) FROM documents d JOIN search_documents s USING (document_id)
    WHERE d.chunks <> (SELECT count(*) FROM search_chunks c WHERE c.document = s.id)`,
  documentsWithoutChunks: 'SELECT count(*) FROM search_documents WHERE id NOT IN (SELECT document FROM search_chunks)',
  vectorsWithoutChunk: 'SELECT count(*) FROM search_vectors WHERE chunk NOT IN (SELECT id FROM search_chunks)',
  removedButThere: 'SELECT count(*) FROM search_removals WHERE chunk IN (SELECT id FROM search_chunks)',
  otherTextInChunk: `SELECT count(*) FROM search_chunks c JOIN search_documents s ON s.id = c.document JOIN documents d USING (document_id)
    WHERE substr(d.text, c.start + 1, c."end" - c.start) <> c.text`,
} as const;

/** Chunk ids of a document's passages that are found by its name, which stands in each of them and nowhere else. */
async function foundByName(server: Server, id: string): Promise<string[]> {
  const response = await fetch(`${server.url}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `keeper of ${id}`, mode: 'bm25', top_k: 10 }),
  });
  const { hits } = (await response.json()) as { hits: { document_id: string; chunk_id: string }[] };
  return hits.flatMap((hit) => (hit.document_id === id ? [hit.chunk_id] : [])).sort();
}

/** Documents that are not found whole: with each of their passages, and none when they are not there. */
async function notFoundWhole(server: Server, dataFolder: string, ids: Iterable<string>): Promise<string[]> {
  const main = open(dataFolder, 'documents.db');
  const chunks = main
    .prepare<[string], string>(
      `SELECT c.chunk_id FROM search_chunks c JOIN search_documents s ON s.id = c.document WHERE s.document_id = ? ORDER BY c.chunk_id`,
    )
    .pluck();
  try {
    const wrong: string[] = [];
    for (const id of ids) {
      const found = await foundByName(server, id);
      if (found.join() !== chunks.all(id).join()) wrong.push(`${id}: ${found.join()}`);
    }
    return wrong;
  } finally {
    main.close();
  }
}

/** Reads the files as they are, without the server; gives the stored texts. */
function examine(dataFolder: string): Map<string, string> {
  const main = open(dataFolder, 'documents.db');
  const work = open(dataFolder, 'work.db');
  try {
    for (const db of [main, work]) {
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(db.pragma('foreign_key_check')).toEqual([]);
    }
    const count = (sql: string) => main.prepare(sql).pluck().get();
    const found = Object.entries(NOTHING_MISSING).map(([name, sql]) => [name, count(sql)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(found.map(([name]) => [name, 0])));
    expect(count('SELECT count(*) FROM search_documents')).toBe(count('SELECT count(*) FROM documents'));
    const rows = main.prepare('SELECT document_id, text FROM documents').all() as {
      document_id: string;
      text: string;
    }[];
    return new Map(rows.map((row) => [row.document_id, row.text]));
  } finally {
    main.close();
    work.close();
  }
}

describe('the stores', () => {
  const folders: string[] = [];
  const children: ChildProcess[] = [];
  const folder = () => {
    folders.push(temporaryFolder());
    return folders.at(-1) ?? '';
  };
  const start = async (dataFolder: string) => {
    const server = await startServer(dataFolder);
    children.push(server.process);
    return server;
  };
  afterAll(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      await exitOf(child);
    }
    for (const dataFolder of folders) rmSync(dataFolder, { recursive: true, force: true });
  });

  it('keep every acknowledged document whole, and no part of any other, when the process is killed', async () => {
    const dataFolder = folder();
    const expected = new Expected();
    for (let round = 0; round < ROUNDS; round++) {
      const server = await start(dataFolder);
      const writers = Promise.allSettled([writeSingly(server, round, expected), writeInBulk(server, round, expected)]);
      const killedAfterMs = Math.round(KILL_FROM_MS + Math.random() * (KILL_TO_MS - KILL_FROM_MS));
      await new Promise((resolve) => setTimeout(resolve, killedAfterMs));
      server.process.kill('SIGKILL');
      expect((await exitOf(server.process)).signal).toBe('SIGKILL');
      for (const ended of await writers) {
        if (ended.status === 'rejected' && !isBroken(ended.reason)) throw ended.reason;
      }
      const stored = examine(dataFolder);
      // The moment is part of the value, so that a failure tells it.
      expect({ killedAfterMs, contradictions: expected.contradictions(stored) }).toEqual({
        killedAfterMs,
        contradictions: [],
      });
      expected.settle(stored);
    }
    expect(expected.acknowledged).toBeGreaterThan(ROUNDS);

    const server = await start(dataFolder);
    const stored = examine(dataFolder);
    const index = (await (await fetch(`${server.url}/index`)).json()) as { documents: number };
    expect(index.documents).toBe(stored.size);
    const [id, text] = expected.someStored() ?? ['', ''];
    const read = (await (await fetch(`${server.url}/documents/${id}`)).json()) as { text: string };
    expect(read.text).toBe(text);
    expect(await foundByName(server, id)).not.toEqual([]);
    expect(await notFoundWhole(server, dataFolder, [...stored.keys(), ...expected.absent()])).toEqual([]);
    server.process.kill('SIGTERM');
    expect(await exitOf(server.process)).toEqual({ code: 0, signal: null });
  });

  it('let a running request end after SIGTERM, take no new one, and close with exit code 0', async () => {
    const dataFolder = folder();
    const server = await start(dataFolder);
    // A proxy keeps its connections; the server must not wait for it to let go of them.
    const agent = new Agent({ keepAlive: true });
    const bulk = httpRequest(`${server.url}/documents/bulk`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const answered = once(bulk, 'response');
    bulk.on('error', () => undefined);
    answered.catch(() => undefined);
    bulk.write(`${body('before', textOf('before'))}\n`);
    // The first line has arrived when another connection, opened later, was answered.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await (await fetch(`${server.url}/health/live`)).arrayBuffer();

    server.process.kill('SIGTERM');
    await refusesConnections(server.url);
    bulk.end(`${body('after', textOf('after'))}\n`);
    const [response] = (await answered) as [NodeJS.ReadableStream & { statusCode: number }];
    let answer = '';
    for await (const chunk of response) answer += String(chunk);
    expect(response.statusCode).toBe(200);
    expect(JSON.parse(answer)).toMatchObject({ indexed: 2, failed: 0 });
    const answeredAt = performance.now();
    expect(await exitOf(server.process)).toEqual({ code: 0, signal: null });
    // Not held up by the connection, which the client would keep.
    expect(performance.now() - answeredAt).toBeLessThan(4_000);
    agent.destroy();
    expect([...examine(dataFolder).keys()].sort()).toEqual(['after', 'before']);
  });
});

/** Waits until a new connection is refused or answered with 503, for at most three seconds. */
async function refusesConnections(url: string): Promise<void> {
  const end = Date.now() + 3_000;
  while (Date.now() < end) {
    const status = await fetch(`${url}/health/live`, { headers: { connection: 'close' } }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 0 || status === 503) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The server still takes requests after SIGTERM.');
}
