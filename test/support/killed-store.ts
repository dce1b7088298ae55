import path from 'node:path';
import Database from 'better-sqlite3';
import { exitOf, Server } from './started-server.js';

/** A round is killed between these moments after its first write. */
const KILL_FROM_MS = 60;
const KILL_TO_MS = 700;
const BULK_LINES = 40;

/**
 * What may be on disk for each document: one value once it was acknowledged, several while a write was under way when the
 * process died. `null` is absence.
 */
export class Expected {
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

  /** Documents whose stored text is not one of the allowed values. */
  contradictions(stored: ReadonlyMap<string, string>): string[] {
    return [...this.possible].flatMap(([id, values]) => (values.has(stored.get(id) ?? null) ? [] : [id]));
  }

  /** Makes the found state the expected state. */
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
export function textOf(name: string): string {
  const section = (n: number) =>
    `# Section ${n} of ${name}\n\n${`The keeper of ${name} writes line ${n} in the log. `.repeat(12)}`;
  return [1, 2, 3].map(section).join('\n\n').trim();
}

export const body = (id: string, text: string) =>
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
  removedButThere: 'SELECT count(*) FROM chunk_tombstones WHERE chunk IN (SELECT id FROM search_chunks)',
  otherTextInChunk: `SELECT count(*) FROM search_chunks c JOIN search_documents s ON s.id = c.document JOIN documents d USING (document_id)
    WHERE substr(d.text, c.start + 1, c."end" - c.start) <> c.text`,
} as const;

/** Chunk ids of a document's passages that are found by its name, which appears in each of them and nowhere else. */
export async function foundByName(server: Server, id: string): Promise<string[]> {
  const response = await fetch(`${server.url}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `keeper of ${id}`, mode: 'bm25', top_k: 10 }),
  });
  const { hits } = (await response.json()) as { hits: { document_id: string; chunk_id: string }[] };
  return hits.flatMap((hit) => (hit.document_id === id ? [hit.chunk_id] : [])).sort();
}

/** Documents that are not found whole: with each of their passages, and none when they are not there. */
export async function notFoundWhole(server: Server, dataFolder: string, ids: Iterable<string>): Promise<string[]> {
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

/** Reads the files without the server; returns the stored texts. @throws Error that describes the damage */
export function examine(dataFolder: string): Map<string, string> {
  const main = open(dataFolder, 'documents.db');
  const work = open(dataFolder, 'work.db');
  try {
    const faults: string[] = [];
    for (const db of [main, work]) {
      const said = String(db.pragma('integrity_check', { simple: true }));
      if (said !== 'ok') faults.push(said);
      const orphans = db.prepare('PRAGMA foreign_key_check').all();
      if (orphans.length > 0) faults.push(`${orphans.length} rows point to rows that are not there`);
    }
    const count = (sql: string) => Number(main.prepare(sql).pluck().get());
    for (const [name, sql] of Object.entries(NOTHING_MISSING))
      if (count(sql) > 0) faults.push(`${name}: ${count(sql)}`);
    if (count('SELECT count(*) FROM search_documents') !== count('SELECT count(*) FROM documents'))
      faults.push('the index holds another number of documents');
    if (faults.length > 0) throw new Error(`The store is not whole: ${faults.join('; ')}`);
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

/** The result of a round of writes and a kill. */
export interface KilledRound {
  readonly killedAfterMs: number;
  readonly contradictions: readonly string[];
  /** Documents in the files afterwards. */
  readonly stored: number;
}

/**
 * Writes to a server until it is killed at a moment by chance, then reads the files and compares them with what was acknowledged.
 * @throws Error when the files are not whole, or a write was refused while the server lived
 */
export async function killWhileWriting(
  server: Server,
  { dataFolder, round, expected }: { readonly dataFolder: string; readonly round: number; readonly expected: Expected },
): Promise<KilledRound> {
  const writers = Promise.allSettled([writeSingly(server, round, expected), writeInBulk(server, round, expected)]);
  const killedAfterMs = Math.round(KILL_FROM_MS + Math.random() * (KILL_TO_MS - KILL_FROM_MS));
  await new Promise((resolve) => setTimeout(resolve, killedAfterMs));
  server.process.kill('SIGKILL');
  const { signal } = await exitOf(server.process);
  if (signal !== 'SIGKILL') throw new Error(`The server ended by ${String(signal)} before it was killed.`);
  for (const ended of await writers) if (ended.status === 'rejected' && !isBroken(ended.reason)) throw ended.reason;
  const stored = examine(dataFolder);
  const contradictions = expected.contradictions(stored);
  expected.settle(stored);
  return { killedAfterMs, contradictions, stored: stored.size };
}
