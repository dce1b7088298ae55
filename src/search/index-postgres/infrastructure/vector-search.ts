import { Scored } from '../../ranking/domain/fusion.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { readHalves, vectorText } from './half-floats.js';
import { VectorModel } from './embedding-spaces.js';
import { InnerScope } from './scope-condition.js';

interface NearRow {
  readonly chunk: number;
  readonly cosine: number;
  /** Not one of the nearest, but an additionally requested passage. */
  readonly additional: boolean;
}

/** Results of a search by a vector. */
export interface Nearest {
  /** Best first, ties by id. */
  readonly list: readonly Scored[];
  /** Cosines of those, and of the additionally requested passages; passages without a vector are left out. */
  readonly cosines: ReadonlyMap<number, number>;
}

export const NOTHING_NEAR: Nearest = { list: [], cosines: new Map() };

/** The vectors that a search compares with. */
export interface VectorsInScope {
  readonly model: VectorModel;
  /** Whether the model's vectors are in a graph and the scope has too many to compare with each. */
  readonly byGraph: boolean;
  /** Whether they are also in lists. */
  readonly inLists: boolean;
  /**
   * Whether most of them are inside the scope: of fewer, the nearest are spread over more lists than a search reads.
   */
  readonly areMost: boolean;
}

/** Nearest neighbours by vectors: over all vectors inside the scope, or by the graph if there are too many of them. */
export class VectorSearch {
  private readonly texts = new WeakMap<Float32Array, string>();
  /** Vectors that were read: the second pass learns from passages whose scores are regularised later. */
  private readonly read = new Map<number, Float32Array | undefined>();
  private walks = 0;

  constructor(
    private readonly reader: DatabaseReader,
    private readonly scope: InnerScope,
    private readonly points_: VectorsInScope,
  ) {}

  /**
   * The nearest passages; empty if the vector is not of the model.
   * @param additional passages whose cosines are wanted too: the server reads their vectors together with the nearest,
   * while the caller is busy
   */
  async nearest(vector: Float32Array, limit: number, additional: readonly number[] = []): Promise<Nearest> {
    if (!this.isOfModel(vector)) return NOTHING_NEAR;
    const text = this.textOf(vector);
    const found = this.points_.byGraph ? this.byTheGraph(text, limit) : this.byAll(text, limit);
    const nearest = sql`SELECT chunk, cosine, false AS additional FROM (${found}) nearest`;
    const rows = await this.reader.query<NearRow>(
      additional.length === 0
        ? nearest
        : sql`${nearest} UNION ALL SELECT p.chunk, -(p.vector <#> ${text}::halfvec), true FROM chunk_vectors p
        WHERE p.model = ${this.points_.model.id} AND p.chunk = ANY(${additional}::bigint[]) AND ${this.scope.condition('p')}`,
    );
    return {
      list: rows
        .filter((row) => !row.additional)
        .map(({ chunk, cosine }) => ({ id: chunk, score: cosine }))
        .sort((x, y) => y.score - x.score || x.id - y.id),
      cosines: new Map(rows.map(({ chunk, cosine }) => [chunk, cosine])),
    };
  }

  /**
   * Cosine of a row's passage, null if it has no vector; undefined if the vector is not of the model.
   * @param chunk its column
   */
  cosineOf(vector: Float32Array, chunk: string): Sql | undefined {
    if (!this.isOfModel(vector)) return undefined;
    return sql`(SELECT -(p.vector <#> ${this.textOf(vector)}::halfvec) FROM chunk_vectors p
      WHERE p.model = ${this.points_.model.id} AND p.chunk = ${trusted(chunk)} AND ${this.scope.condition('p')})`;
  }

  /** The vectors, in the order of the passages; undefined for a passage without one, or outside the scope. */
  async points(ids: readonly number[]): Promise<readonly (Float32Array | undefined)[]> {
    const missing = ids.filter((id) => !this.read.has(id));
    const rows =
      missing.length === 0
        ? []
        : await this.reader.query<{ chunk: number; vector: Uint8Array }>(sql`
      SELECT p.chunk, halfvec_send(p.vector) AS vector FROM chunk_vectors p
      WHERE p.model = ${this.points_.model.id} AND p.chunk = ANY(${missing}::bigint[]) AND ${this.scope.condition('p')}`);
    for (const id of missing) this.read.set(id, undefined);
    for (const { chunk, vector } of rows) this.read.set(chunk, readHalves(vector));
    return ids.map((id) => this.read.get(id));
  }

  /** A pass uses the same vector twice. */
  private textOf(vector: Float32Array): string {
    const text = this.texts.get(vector) ?? vectorText(vector);
    this.texts.set(vector, text);
    return text;
  }

  private isOfModel(vector: Float32Array): boolean {
    return vector.length === this.points_.model.dimensions && vector.some((x) => x !== 0);
  }

  /**
   * Compares with each vector inside the scope: the condition is applied first, whatever the server's planner prefers.
   */
  private byAll(text: string, limit: number): Sql {
    return sql`
      WITH inside AS MATERIALIZED (
        SELECT p.chunk, -(p.vector <#> ${text}::halfvec) AS cosine FROM chunk_vectors p
        WHERE p.model = ${this.points_.model.id} AND ${this.scope.condition('p')})
      SELECT chunk, cosine FROM inside ORDER BY cosine DESC, chunk LIMIT ${limit}`;
  }

  /**
   * By the graph (HNSW), which searches until enough vectors are inside the scope, by the nearest lists if they exist,
   * and by all vectors outside both.
   */
  private byTheGraph(text: string, limit: number): Sql {
    const width = trusted(`halfvec(${this.points_.model.dimensions})`);
    const model = trusted(String(this.points_.model.id));
    const scope = this.scope.condition('p');
    // Vectors have length 1, so both operators give the same order; each has its own index.
    const nearest = (
      operator: Sql,
    ) => sql`(SELECT p.chunk, -(p.vector <#> ${text}::halfvec) AS cosine FROM chunk_vectors p
      WHERE p.model = ${model} AND p.indexed AND ${scope}
      ORDER BY (p.vector::${width}) ${operator} ${text}::${width} LIMIT ${limit})`;
    // The second query of a search is near the results of the first, where the lists alone find as much as the widest
    // graph search.
    const { inLists, areMost } = this.points_;
    const walks = this.walks++ === 0 || !(inLists && areMost);
    const indexes = [...(walks ? [sql`<#>`] : []), ...(inLists ? [sql`<=>`] : [])];
    const found = indexes.map(nearest).reduce((before, next) => sql`${before} UNION ${next}`);
    return sql`
      SELECT chunk, cosine FROM (${found} UNION (
        SELECT p.chunk, -(p.vector <#> ${text}::halfvec) AS cosine FROM chunk_vectors p
        WHERE p.model = ${model} AND NOT p.indexed AND ${scope})) found
      ORDER BY cosine DESC, chunk LIMIT ${limit}`;
  }
}
