import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SearchPassages } from '../../src/search/application/search-passages.js';
import { Analyser } from '../../src/text/tokens/analyser.js';
import { SearchMode } from '../../src/search/ranking/domain/passage-ranking.js';
import { SearchScope } from '../../src/search/ranking/domain/search-index.js';
import { PLAIN_SETTINGS } from '../../src/search/ranking/domain/search-settings.js';
import { DatabaseRanking, DatabaseSearch } from '../../src/search/index-postgres/infrastructure/database-ranking.js';
import { GRAPH_LIMITS } from '../../src/search/index-postgres/infrastructure/hnsw-index.js';
import { CategoryFilter, restrictedTo, UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { PostgresDatabase } from '../../src/shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../src/shared/infrastructure/database/postgres/sql.js';
import { RunningApplication, startApplication } from '../support/application.js';
import { quantile } from './compared.js';
import { SyntheticCorpus } from './synthetic.js';

const AS_OF = '2026-11-22';
const DEPTH = 10;
/** Number of questions for the exact search over all vectors, which takes 0.5 s each in a store of a million. */
const COMPARED_WITH_ALL = 60;
/** A tie: points are compared by half floats. */
const ROUNDING = 1e-4;

export interface LargeBench {
  readonly url: string;
  readonly schema: string;
  readonly documents: number;
  readonly writers: number;
  readonly questions: number;
  /** Documents that are in the schema already. */
  readonly loaded: number;
}

const corpus = new SyntheticCorpus();

const WRITER = fileURLToPath(new URL('./writer.js', import.meta.url));

async function told(writer: ChildProcess): Promise<string> {
  const [message] = (await once(writer, 'message')) as [string];
  return message;
}

/** Each writer is a process with its own replica; all use one store. */
async function load({ loaded, documents, writers, ...bench }: LargeBench): Promise<void> {
  const running = Array.from({ length: writers }, (_, from) => {
    const writer = fork(WRITER);
    writer.send({ settings: settingsOf(bench), from: loaded + from, to: documents, step: writers });
    return writer;
  });
  await Promise.all(running.map(told));
  const started = performance.now();
  for (const writer of running) writer.send('go');
  const outcomes = await Promise.all(running.map(told));
  const seconds = (performance.now() - started) / 1000;
  for (const outcome of outcomes) if (outcome !== 'done') throw new Error(outcome);
  const count = documents - loaded;
  console.log(
    `loaded ${count} documents with ${writers} writers in ${seconds.toFixed(1)} s: ${(count / seconds).toFixed(0)} a second`,
  );
}

function settingsOf({ url, schema }: Pick<LargeBench, 'url' | 'schema'>): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: url,
    DATABASE_SCHEMA: schema,
    DATABASE_STATEMENT_TIMEOUT_MS: '600000',
    SEARCH_STORE: 'database',
    TEST_SCHEDULE_ENABLED: 'false',
  };
}

async function optimise(app: RunningApplication): Promise<void> {
  const started = performance.now();
  const job = (await app.call({ method: 'POST', url: '/index/optimize' })).json<{ job_id: string }>();
  for (;;) {
    const { status } = (await app.call({ url: `/jobs/${job.job_id}` })).json<{ status: string }>();
    if (status === 'succeeded') break;
    if (status === 'failed') throw new Error('The optimisation failed.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  console.log(`optimised in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function scopes(path: readonly string[]): readonly (readonly [string, CategoryFilter])[] {
  return [
    ['no filter', UNRESTRICTED],
    ['100 %', restrictedTo([path.slice(0, 1)])],
    ['1 %', restrictedTo([path.slice(0, 2)])],
    ['0.1 %', restrictedTo([path.slice(0, 3)])],
  ];
}

async function latency(app: RunningApplication, bench: LargeBench, mode: SearchMode): Promise<void> {
  const search = app.app.get(SearchPassages, { strict: false });
  const times = new Map<string, number[]>();
  for (let i = 0; i < bench.questions; i++) {
    const { text, path } = corpus.question(i, bench.documents);
    for (const [name, filter] of scopes(path)) {
      const scope: SearchScope = { filter, asOf: AS_OF };
      const started = performance.now();
      const found = await search.search({ query: text, topK: DEPTH, mode, rerank: true, scope });
      if (found.hits.length === 0 && name === 'no filter') throw new Error(`Nothing was found for ${text}`);
      times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
    }
  }
  for (const [name, own] of times)
    console.log(
      `| ${mode}, ${name} | ${[0.5, 0.95, 0.99].map((share) => quantile(own, share).toFixed(1)).join(' / ')} |`,
    );
}

/** Share of the nearest ten that the graph finds, of those that comparing with every point finds. */
async function recall(app: RunningApplication, bench: LargeBench): Promise<void> {
  const database = app.app.get(PostgresDatabase, { strict: false });
  const shared = new DatabaseSearch(database, app.app.get(Analyser, { strict: false }));
  const byGraph = new DatabaseRanking(shared, PLAIN_SETTINGS);
  const byAll = new DatabaseRanking(shared, PLAIN_SETTINGS, { comparedAtMost: Number.MAX_SAFE_INTEGER });
  const found = new Map<string, { right: number; wanted: number; ms: number[] }>();
  for (let i = 0; i < Math.min(bench.questions, COMPARED_WITH_ALL); i++) {
    const { text, path } = corpus.question(i, bench.documents);
    const [vector] = await byGraph.embed([text]);
    if (vector === undefined) continue;
    for (const [name, filter] of scopes(path)) {
      const nearest = (ranking: DatabaseRanking) =>
        database.transaction(
          async () => {
            const { index } = await ranking.open();
            const started = performance.now();
            const { lists } = await index.retrieve([{ kind: 'vector', vector }], 100, { filter, asOf: AS_OF });
            return { list: (lists[0] ?? []).slice(0, DEPTH), ms: performance.now() - started };
          },
          { snapshot: true },
        );
      const exact = await nearest(byAll);
      const graph = await nearest(byGraph);
      const worst = exact.list.at(-1)?.score ?? 0;
      const tally = found.get(name) ?? { right: 0, wanted: 0, ms: [] };
      tally.right += graph.list.filter(({ score }) => score >= worst - ROUNDING).length;
      tally.wanted += exact.list.length;
      tally.ms.push(graph.ms);
      found.set(name, tally);
    }
  }
  for (const [name, { right, wanted, ms }] of found)
    console.log(
      `| vectors, ${name} | recall@10 ${(right / Math.max(1, wanted)).toFixed(4)} | ${quantile(ms, 0.5).toFixed(1)} / ${quantile(ms, 0.95).toFixed(1)} |`,
    );
}

/** Waits until the graph has all points. */
async function graph(app: RunningApplication): Promise<void> {
  const database = app.app.get(PostgresDatabase, { strict: false });
  const started = performance.now();
  for (;;) {
    const row = await database.one<{ graph: string | null; model: string | null }>(sql`SELECT
      (SELECT value FROM search_settings WHERE key = 'hnsw_model') AS graph,
      (SELECT value FROM search_settings WHERE key = 'vector_model') AS model`);
    if (row?.graph != null && row.graph === (row.model ?? '0')) break;
    if (performance.now() - started > 3_600_000) throw new Error('The graph was not made within an hour.');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  console.log(`the graph was there ${((performance.now() - started) / 1000).toFixed(1)} s later`);
}

/** Loads invented documents into the whole application, and measures searches in the database. */
export async function benchLarge(bench: LargeBench): Promise<void> {
  const app = await startApplication(settingsOf(bench));
  try {
    if (bench.loaded < bench.documents) {
      await load(bench);
      await optimise(app);
    }
    if (bench.documents > GRAPH_LIMITS.worthwhile) await graph(app);
    console.log('| | p50 / p95 / p99 ms |\n|---|---|');
    for (const mode of ['bm25', 'vector', 'hybrid'] as const) await latency(app, bench, mode);
    await recall(app, bench);
  } finally {
    await app.stop();
  }
}
