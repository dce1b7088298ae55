import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { Transaction } from '../../../shared/domain/transaction.js';
import { IvfIndex } from './ivf-index.js';
import { NGRAM_POINTS, VectorModel, EmbeddingSpaces } from './embedding-spaces.js';
import { isIndexWhole, readWordStorage, writeSetting } from './stored-settings.js';

export interface GraphLimits {
  /** Minimum number of vectors for a graph; fewer are compared one by one, which is exact and as fast. */
  readonly worthwhile: number;
  /** Maximum number of vectors outside the graph: each search compares with all of them. */
  readonly outside: number;
  /** Number of vectors above which lists are kept as well, since a graph search may end in the wrong cluster. */
  readonly surveyed: number;
}

export const GRAPH_LIMITS: GraphLimits = { worthwhile: 5_000, outside: 2_000, surveyed: 50_000 };

/**
 * Candidates for the neighbours of a new vector. With 128, searches in a large graph of clustered vectors ended in the
 * wrong cluster (decision 0030); with 400 the graph takes about three times as long to build.
 */
const EF_CONSTRUCTION = { few: 128, many: 400 };
/** Number of vectors above which the better graph is needed. */
const LARGE = 50_000;
/** Vectors per statement that inserts into the graph, at one or two milliseconds each. */
const STEP = 200;
/** Vectors per statement that marks them before there is a graph. */
const MARKED = 5_000;
/** Rows per statement that removes an embedding out of service. */
const REMOVED = 5_000;
const PREFIX = 'chunk_vectors_hnsw_';
/** Setting with the number of the process that makes the graph. */
const MAKER = 'hnsw_builder';

/**
 * The graph (HNSW) over the vectors of the model in service and, if there are many, the lists as well. Inserting a
 * vector costs as much as a search, so writers leave theirs outside. A search reads the graph and compares with the
 * vectors outside it, so it finds what was just stored.
 */
export class HnswIndex {
  private readonly lists: IvfIndex;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly transaction: Transaction,
    private readonly spaces: EmbeddingSpaces,
    private readonly limits: GraphLimits = GRAPH_LIMITS,
  ) {
    this.lists = new IvfIndex(database, transaction);
  }

  /**
   * Builds the graph when it pays, inserts vectors that are outside, and removes those of embeddings out of service.
   */
  async tend(signal?: AbortSignal): Promise<void> {
    const { vectorModel, graphModel, listsModel } = await readWordStorage(this.database);
    const model = await this.spaces.of(vectorModel);
    // Hashed n-grams serve until the first embedding is fitted: a graph of them would be discarded minutes later.
    if (model === undefined || model.id === NGRAM_POINTS) return;
    const { worthwhile, outside } = this.limits;
    const hasGraph = graphModel === model.id;
    const isMany = hasGraph && (await this.outside(model.id, outside)) > outside;
    if (hasGraph && !(isMany && (await this.isOvergrown(model.id)))) {
      if (isMany) await this.seal(model.id, STEP, signal);
      if (listsModel !== model.id && (await this.isSurveyed(model))) await this.alone(() => this.makeLists(model));
    } else if ((await this.points(model.id, worthwhile)) > worthwhile) await this.alone(() => this.make(model, signal));
    await this.clean(model.id, signal);
  }

  /**
   * Whether most vectors are outside, as after a bulk load: building the graph again takes a fraction of the time of
   * inserting them one by one, and searches compare with more than half of the vectors either way.
   */
  private async isOvergrown(model: number): Promise<boolean> {
    const row = await this.database.one<{ outgrown: boolean }>(sql`
      SELECT count(*) FILTER (WHERE NOT indexed) > count(*) FILTER (WHERE indexed) AS outgrown
      FROM chunk_vectors WHERE collection = 1 AND model = ${model}`);
    return row?.outgrown === true;
  }

  /** One process builds it; another would wait, discard its graph and start again. */
  private async alone(work: () => Promise<void>): Promise<void> {
    const mine = await this.database.change(sql`INSERT INTO search_settings (key, value)
      VALUES (${MAKER}, ${String(this.database.process)}) ON CONFLICT (key) DO UPDATE SET value = excluded.value
      WHERE search_settings.value = excluded.value OR NOT ${this.database.isAlive('search_settings.value')}`);
    if (mine === 0) return;
    try {
      await work();
    } finally {
      await this.database.change(
        sql`DELETE FROM search_settings WHERE key = ${MAKER} AND value = ${String(this.database.process)}`,
      );
    }
  }

  private async make(model: VectorModel, signal: AbortSignal | undefined): Promise<void> {
    // Another process may have built it since the last check.
    const { graphModel } = await readWordStorage(this.database);
    if (graphModel === model.id && !(await this.isOvergrown(model.id))) return;
    await this.transaction.run(() =>
      this.database.change(sql`DELETE FROM search_settings WHERE key = 'hnsw_model' AND value = ${String(model.id)}`),
    );
    await this.lists.remove(model);
    // Built without the old one, which would index every marked vector; an index that a stop left unfinished is not
    // used by searches.
    await this.database.maintain(`DROP INDEX CONCURRENTLY IF EXISTS ${PREFIX}${model.id}`);
    if (!(await this.seal(model.id, MARKED, signal))) return;
    const looksAt = (await this.points(model.id, LARGE)) > LARGE ? EF_CONSTRUCTION.many : EF_CONSTRUCTION.few;
    await this.database.maintain(`CREATE INDEX CONCURRENTLY ${PREFIX}${model.id} ON chunk_vectors
      USING hnsw ((vector::halfvec(${model.dimensions})) halfvec_ip_ops) WITH (ef_construction = ${looksAt}) WHERE collection = 1 AND model = ${model.id} AND indexed`);
    await this.database.maintain('ANALYZE chunk_vectors');
    if (!(await isIndexWhole(this.database, `${PREFIX}${model.id}`))) return;
    await this.transaction.run(() => writeSetting(this.database, 'hnsw_model', String(model.id)));
    if (await this.isSurveyed(model)) await this.makeLists(model);
  }

  private async makeLists(model: VectorModel): Promise<void> {
    // Another process may have built them since the last check.
    const { listsModel } = await readWordStorage(this.database);
    if (listsModel !== model.id) await this.lists.make(model, await this.inGraph(model));
  }

  private async isSurveyed(model: VectorModel): Promise<boolean> {
    return (await this.inGraph(model)) > this.limits.surveyed;
  }

  /** Number of vectors in the graph, by the server's last statistics. */
  private async inGraph({ id }: VectorModel): Promise<number> {
    const row = await this.database.one<{ n: number }>(sql`SELECT c.reltuples::float8 AS n FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ${this.database.schema} AND c.relname = ${`${PREFIX}${id}`}`);
    return row?.n ?? 0;
  }

  /** Number of vectors; counts up to `upTo` plus one. */
  private async points(model: number, upTo: number): Promise<number> {
    const row = await this.database.one<{ n: number }>(sql`SELECT count(*) AS n FROM (
      SELECT 1 FROM chunk_vectors WHERE collection = 1 AND model = ${model} LIMIT ${upTo + 1}) p`);
    return row?.n ?? 0;
  }

  /** Number of vectors outside the graph; counts up to `upTo` plus one. */
  private async outside(model: number, upTo: number): Promise<number> {
    const row = await this.database.one<{ n: number }>(sql`SELECT count(*) AS n FROM (
      SELECT 1 FROM chunk_vectors WHERE collection = 1 AND model = ${model} AND NOT indexed LIMIT ${upTo + 1}) p`);
    return row?.n ?? 0;
  }

  /** @returns whether it is complete */
  private async seal(model: number, step: number, signal: AbortSignal | undefined): Promise<boolean> {
    while (signal?.aborted !== true) {
      const sealed = await this.database.change(sql`UPDATE chunk_vectors p SET indexed = true
        FROM (SELECT chunk FROM chunk_vectors WHERE collection = 1 AND model = ${model} AND NOT indexed
          ORDER BY chunk LIMIT ${step} FOR UPDATE SKIP LOCKED) o
        WHERE p.collection = 1 AND p.model = ${model} AND p.chunk = o.chunk`);
      if (sealed < step) return true;
    }
    return false;
  }

  private async clean(model: number, signal: AbortSignal | undefined): Promise<void> {
    const old = await this.database.query<{ name: string }>(sql`SELECT indexname AS name FROM pg_indexes
      WHERE schemaname = ${this.database.schema} AND indexname ~ '^chunk_vectors_(hnsw|ivf)_'
        AND NOT indexname ~ ${`_${model}$`}`);
    for (const { name } of old) await this.database.maintain(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
    for (const gone of await this.modelsGone()) await this.removePoints(gone, signal);
  }

  /**
   * Models of vectors that the list of models no longer has: one index step per model, since a scan of all vectors
   * takes half a second.
   */
  private async modelsGone(): Promise<readonly number[]> {
    const rows = await this.database.query<{ model: number }>(sql`WITH RECURSIVE held AS (
        (SELECT model FROM chunk_vectors WHERE collection = 1 ORDER BY model LIMIT 1)
        UNION ALL SELECT (SELECT p.model FROM chunk_vectors p WHERE p.collection = 1 AND p.model > h.model ORDER BY p.model LIMIT 1)
          FROM held h WHERE h.model IS NOT NULL)
      SELECT model FROM held WHERE model NOT IN (SELECT model FROM indexed_models)`);
    return rows.map(({ model }) => model);
  }

  private async removePoints(model: number, signal: AbortSignal | undefined): Promise<void> {
    while (signal?.aborted !== true) {
      const removed = await this.database
        .change(sql`DELETE FROM chunk_vectors WHERE collection = 1 AND model = ${model} AND chunk IN (
        SELECT chunk FROM chunk_vectors WHERE collection = 1 AND model = ${model} ORDER BY chunk LIMIT ${REMOVED})`);
      if (removed < REMOVED) return;
    }
  }
}
