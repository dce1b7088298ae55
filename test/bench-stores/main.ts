import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { POSTGRES_SCHEMA } from '../../migrations/postgres/all-migrations.js';
import {
  PassageRanking,
  Ranking,
  RankingRequest,
  SearchMode,
} from '../../src/search/ranking/domain/passage-ranking.js';
import { fitOnStore } from '../../src/search/embedding/infrastructure/fit-on-store.js';
import { SearchEngine } from '../../src/search/index-memory/infrastructure/search-engine.js';
import { CategoryFilter, restrictedTo, seenBy, UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { migratePostgres } from '../../src/shared/infrastructure/database/postgres/migrate-postgres.js';
import { PooledPostgres } from '../../src/shared/infrastructure/database/postgres/pooled-postgres.js';
import { DatabaseCorpus } from '../support/database-corpus.js';
import { StoredCorpus } from '../support/stored-corpus.js';
import { benchLarge } from './large.js';
import { fillPassages } from './passages.js';
import { compare, Comparison, ndcg, newComparison, quantile } from './compared.js';
import { QuestionFolder, readFolder } from './question-folder.js';

const USAGE = `npm run bench:stores -- FOLDER...
Puts the documents of each folder (docs.jsonl or .gz, queries.jsonl, qrels.tsv) into the embedded store and into PostgreSQL (a schema of
its own, removed at the end), fits one embedding for both, and asks both every question in every mode and under filters.
  --url URL          of the server; default TEST_DATABASE_URL
  --documents N      instead of folders: loads N invented documents into the whole application with its searches in the database, and
                     measures loading, searches, and what the graph finds under filters of 100, 1 and 0.1 %
  --passages N       fills the schema (--schema) with N invented passages, as the writer of documents does, for --documents N --loaded N;
                     with --loaded M after the M that are stored, and when none is left to load it makes the graph
  --writers N        that load at once, default 2
  --questions N      default 200
  --schema NAME      that is kept; with --loaded N it holds N of the documents already
  --help`;

const CATEGORIES = 10;
const BATCH = 40;
const MODES: readonly SearchMode[] = ['bm25', 'vector', 'words', 'hybrid'];
/** By words both compute the same; vectors are kept as bytes there and as half floats here. */
const TIES: Readonly<Record<SearchMode, number>> = { bm25: 1e-9, words: 1e-4, vector: 0.012, hybrid: 0.1 };
const FILTERS: readonly (readonly [string, CategoryFilter])[] = [
  ['all', UNRESTRICTED],
  ['1 of 10', restrictedTo([['bench', 'c3']])],
  [
    'key',
    seenBy(
      'key',
      restrictedTo([
        ['bench', 'c1'],
        ['bench', 'c2'],
      ]),
      true,
    ),
  ],
];

interface Stores {
  readonly embedded: StoredCorpus;
  readonly shared: DatabaseCorpus;
  readonly engine: SearchEngine;
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < all.length; i += BATCH) yield all.slice(i, i + BATCH);
}

async function fill({ embedded, shared }: Omit<Stores, 'engine'>, { documents }: QuestionFolder): Promise<void> {
  await shared.upkeep.begin();
  for (const batch of batches(documents)) {
    await embedded.put(...batch);
    await shared.writer.prepare(batch);
    await shared.transaction.run(() => shared.writer.putAll(batch));
  }
  const fitted = fitOnStore(embedded.connect(), () => undefined);
  if (fitted === undefined) return;
  for (const { models, transaction } of [embedded, shared])
    await transaction.run(async () => {
      const id = await models.add({ ...fitted, kind: 'fitted', createdAt: '2026-11-22T00:00:00Z' });
      await models.putPart(id, 0, fitted.bytes);
      await models.serve(id);
    });
  await shared.upkeep.renewPoints();
  await shared.database.maintain('ANALYZE');
}

interface Tally {
  readonly comparison: Comparison;
  readonly gains: [number[], number[]];
  readonly times: [number[], number[]];
}

async function timed(ranking: PassageRanking, request: RankingRequest, times: number[]): Promise<Ranking> {
  const started = performance.now();
  const found = await ranking.rank(request);
  times.push(performance.now() - started);
  return found;
}

async function ask(stores: Stores, folder: QuestionFolder, mode: SearchMode, filter: CategoryFilter): Promise<Tally> {
  const tally: Tally = { comparison: newComparison(), gains: [[], []], times: [[], []] };
  for (const { text, relevant } of folder.questions) {
    const request: RankingRequest = {
      query: text,
      topK: 50,
      mode,
      rerank: true,
      scope: { filter, asOf: '2026-11-22' },
      synonyms: true,
      feedback: true,
      vector: undefined,
    };
    const ours = await timed(stores.engine, request, tally.times[0]);
    const theirs = await timed(stores.shared.ranking, request, tally.times[1]);
    compare(tally.comparison, ours.hits, theirs.hits, TIES[mode]);
    tally.gains[0].push(ndcg(ours.hits, relevant));
    tally.gains[1].push(ndcg(theirs.hits, relevant));
  }
  return tally;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function row(name: string, { comparison, gains, times }: Tally): string {
  const { questions, same, shared, listed, largestDifference } = comparison;
  const took = times.map((own) => `${quantile(own, 0.5).toFixed(1)} / ${quantile(own, 0.95).toFixed(1)}`);
  return `| ${[
    name,
    `${same} of ${questions}`,
    (shared / Math.max(1, listed)).toFixed(4),
    largestDifference.toExponential(1),
    ...gains.map((own) => mean(own).toFixed(4)),
    ...took,
  ].join(' | ')} |`;
}

function ownSchema(): string {
  return `bench_${randomBytes(6).toString('hex')}`;
}

async function dropSchema(url: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await client.end();
}

async function benchFolder(folder: QuestionFolder, url: string): Promise<void> {
  const schema = ownSchema();
  const settings = { url, schema, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 60_000 };
  const database = await PooledPostgres.open(settings);
  const embedded = await StoredCorpus.open();
  try {
    await migratePostgres(database, POSTGRES_SCHEMA);
    const shared = new DatabaseCorpus(database);
    await fill({ embedded, shared }, folder);
    const engine = await SearchEngine.open(embedded.file, { onChange: () => undefined, onDamage: console.error });
    await shared.settle();
    console.log(`\n${folder.name}: ${folder.documents.length} documents, ${folder.questions.length} questions\n`);
    console.log(
      '| | same list | shared of the first 10 | largest difference | nDCG@10 memory | database | p50 / p95 ms memory | database |',
    );
    console.log('|---|---|---|---|---|---|---|---|');
    for (const mode of MODES)
      for (const [name, filter] of FILTERS)
        console.log(row(`${mode}, ${name}`, await ask({ embedded, shared, engine }, folder, mode, filter)));
    engine.close();
  } finally {
    await embedded.close();
    await database.close();
    await dropSchema(url, schema);
  }
}

export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      documents: { type: 'string' },
      passages: { type: 'string' },
      writers: { type: 'string', default: '2' },
      questions: { type: 'string', default: '200' },
      schema: { type: 'string' },
      loaded: { type: 'string', default: '0' },
      help: { type: 'boolean' },
    },
  });
  const url = values.url ?? process.env['TEST_DATABASE_URL'] ?? '';
  const documents = Number(values.documents ?? 0);
  if (
    values.help === true ||
    (positionals.length === 0 && documents === 0 && values.passages === undefined) ||
    url === ''
  ) {
    console.log(USAGE);
    return values.help === true ? 0 : 2;
  }
  const { passages, schema: filled } = values;
  if (passages !== undefined && filled !== undefined) {
    await fillPassages(url, filled, { loaded: Number(values.loaded), passages: Number(passages) });
    return 0;
  }
  if (documents > 0) {
    const schema = values.schema ?? ownSchema();
    const [writers, questions, loaded] = [values.writers, values.questions, values.loaded].map(Number);
    await benchLarge({
      url,
      schema,
      documents,
      writers: writers ?? 2,
      questions: questions ?? 200,
      loaded: loaded ?? 0,
    });
    if (values.schema === undefined) await dropSchema(url, schema);
    return 0;
  }
  for (const folder of positionals) await benchFolder(readFolder(folder, CATEGORIES), url);
  return 0;
}
