import { POSTGRES_SCHEMA } from '../../migrations/postgres/all-migrations.js';
import { DocumentInput } from '../../src/search/domain/indexed-passage.js';
import { HnswIndex } from '../../src/search/index-postgres/infrastructure/hnsw-index.js';
import { SegmentMerger } from '../../src/search/index-postgres/infrastructure/segment-merger.js';
import { fitOnStore } from '../../src/search/embedding/infrastructure/fit-on-store.js';
import { migratePostgres } from '../../src/shared/infrastructure/database/postgres/migrate-postgres.js';
import { PooledPostgres } from '../../src/shared/infrastructure/database/postgres/pooled-postgres.js';
import { PostgresDatabase } from '../../src/shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../src/shared/infrastructure/database/postgres/sql.js';
import { DatabaseCorpus } from '../support/database-corpus.js';
import { document, passage, StoredCorpus } from '../support/stored-corpus.js';
import { SyntheticCorpus } from './synthetic.js';

const corpus = new SyntheticCorpus();
/** Passages that the embedding is fitted on: as many as it reads of any store. */
const FITTED_ON = 25_000;
const BATCH = 200;
const SEALED_EVERY = 20_000;

function numbered(i: number): DocumentInput {
  const { document_id, title, text, canonical_path } = corpus.document(i);
  return document(document_id, { title, canonicalPath: canonical_path, passages: [passage(text)] });
}

function documents(from: number, to: number): DocumentInput[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => numbered(from + i));
}

async function fit(shared: DatabaseCorpus, size: number): Promise<void> {
  const embedded = await StoredCorpus.open();
  try {
    for (let from = 0; from < size; from += BATCH) await embedded.put(...documents(from, Math.min(size, from + BATCH)));
    const fitted = fitOnStore(embedded.connect(), () => undefined);
    if (fitted === undefined) throw new Error('Nothing was fitted.');
    await shared.transaction.run(async () => {
      const id = await shared.models.add({ ...fitted, kind: 'fitted', createdAt: '2026-11-22T00:00:00Z' });
      await shared.models.putPart(id, 0, fitted.bytes);
      await shared.models.serve(id);
    });
  } finally {
    await embedded.close();
  }
}

async function load(shared: DatabaseCorpus, segments: SegmentMerger, from: number, to: number): Promise<void> {
  let written: Promise<unknown> = Promise.resolve();
  for (let at = from; at < to; at += BATCH) {
    const batch = documents(at, Math.min(to, at + BATCH));
    await shared.writer.prepare(batch);
    await written;
    written = shared.transaction.run(() => shared.writer.putAll(batch));
    if ((at + BATCH) % SEALED_EVERY !== 0) continue;
    await written;
    await segments.tend();
    if ((at + BATCH) % (10 * SEALED_EVERY) === 0) console.log(`${at + BATCH} passages`);
  }
  await written;
  await segments.tend();
}

async function sizes(database: PostgresDatabase): Promise<void> {
  const rows = await database.query<{ name: string; bytes: number }>(sql`
    SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes FROM pg_class c
    WHERE c.relnamespace = ${database.schema}::regnamespace AND c.relkind = 'r' AND pg_total_relation_size(c.oid) > 10000000
    UNION ALL SELECT c.relname, pg_relation_size(c.oid) FROM pg_class c
    WHERE c.relnamespace = ${database.schema}::regnamespace AND c.relkind = 'i' AND c.relname LIKE 'chunk_vectors_hnsw_%'
    ORDER BY bytes DESC`);
  for (const { name, bytes } of rows) console.log(`| ${name} | ${(bytes / 2 ** 20).toFixed(0)} MB |`);
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const done = await work();
  console.log(`${what} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return done;
}

/**
 * Fills a schema with the passages that searches read, as the writer of documents does, but without the texts of the documents. Two runs
 * may load concurrently after the stored passages; a run that has nothing left to load makes the graph.
 * @param loaded passages that the schema holds already
 */
export async function fillPassages(
  url: string,
  schema: string,
  { loaded, passages }: { loaded: number; passages: number },
): Promise<void> {
  const settings = { url, schema, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 600_000 };
  const database = await PooledPostgres.open(settings);
  try {
    await migratePostgres(database, POSTGRES_SCHEMA);
    const shared = new DatabaseCorpus(database);
    const segments = new SegmentMerger(database);
    await shared.upkeep.begin();
    if (loaded === 0) await timed('fitting', () => fit(shared, Math.min(FITTED_ON, passages)));
    await shared.upkeep.renewPoints();
    await timed(`loading ${passages - loaded} passages`, () => load(shared, segments, loaded, passages));
    if (loaded > 0 && loaded < passages) return;
    await database.maintain('ANALYZE');
    await timed('the graph', () => new HnswIndex(database, shared.transaction, shared.search.spaces).tend());
    await sizes(database);
  } finally {
    await database.close();
  }
}
