import { Scored } from '../../ranking/domain/fusion.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { readHalves } from './half-floats.js';
import { VectorModel } from './embedding-spaces.js';
import { InnerScope } from './scope-condition.js';
import { vectorText } from './vector-literal.js';

interface NearRow {
  readonly chunk: number;
  readonly cosine: number;
  /** Not one of the nearest, but a passage that was asked for beside them. */
  readonly beside: boolean;
}

/** What a search by a vector found. */
export interface Nearest {
  /** Best first, ties by id. */
  readonly list: readonly Scored[];
  /** How near those are, and the passages that were asked for beside them; those without a point are left out. */
  readonly cosines: ReadonlyMap<number, number>;
}

export const NOTHING_NEAR: Nearest = { list: [], cosines: new Map() };

/** The points that a search compares with. */
export interface PointsInScope {
  readonly model: VectorModel;
  /** Whether the points of the model are in a graph and the scope leaves too many to compare with each. */
  readonly byGraph: boolean;
  /** Whether they are in lists beside it. */
  readonly inLists: boolean;
  /** Whether most of them are inside the scope: of fewer the nearest lie in more lists than are looked into. */
  readonly areMost: boolean;
}

/** Lists by the nearness of vectors: over all points inside the scope, or by the graph where there are too many of them. */
export class VectorSearch {
  private readonly texts = new WeakMap<Float32Array, string>();
  /** Points that were read: the second round learns from some that speak for one another afterwards. */
  private readonly read = new Map<number, Float32Array | undefined>();
  private walks = 0;

  constructor(
    private readonly reader: DatabaseReader,
    private readonly scope: InnerScope,
    private readonly points_: PointsInScope,
  ) {}

  /**
   * The nearest passages; none where the vector is not of the model.
   * @param beside passages whose nearness is wanted too: the server reads their points while the caller is busy, as it reads the nearest
   */
  async nearest(vector: Float32Array, limit: number, beside: readonly number[] = []): Promise<Nearest> {
    if (!this.isOfModel(vector)) return NOTHING_NEAR;
    const text = this.textOf(vector);
    const found = this.points_.byGraph ? this.byTheGraph(text, limit) : this.byAll(text, limit);
    const nearest = sql`SELECT chunk, cosine, false AS beside FROM (${found}) nearest`;
    const rows = await this.reader.query<NearRow>(
      beside.length === 0
        ? nearest
        : sql`${nearest} UNION ALL SELECT p.chunk, -(p.vector <#> ${text}::halfvec), true FROM chunk_vectors p
        WHERE p.model = ${this.points_.model.id} AND p.chunk = ANY(${beside}::bigint[]) AND ${this.scope.condition('p')}`,
    );
    return {
      list: rows
        .filter((row) => !row.beside)
        .map(({ chunk, cosine }) => ({ id: chunk, score: cosine }))
        .sort((x, y) => y.score - x.score || x.id - y.id),
      cosines: new Map(rows.map(({ chunk, cosine }) => [chunk, cosine])),
    };
  }

  /** How near the passage of a row is, null where it has no point; undefined where the vector is not of the model. @param chunk its column */
  cosineOf(vector: Float32Array, chunk: string): Sql | undefined {
    if (!this.isOfModel(vector)) return undefined;
    return sql`(SELECT -(p.vector <#> ${this.textOf(vector)}::halfvec) FROM chunk_vectors p
      WHERE p.model = ${this.points_.model.id} AND p.chunk = ${trusted(chunk)} AND ${this.scope.condition('p')})`;
  }

  /** The points themselves, in the order of the passages; undefined for one without, or outside the scope. */
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

  /** A round asks twice with the same vector. */
  private textOf(vector: Float32Array): string {
    const text = this.texts.get(vector) ?? vectorText(vector);
    this.texts.set(vector, text);
    return text;
  }

  private isOfModel(vector: Float32Array): boolean {
    return vector.length === this.points_.model.dimensions && vector.some((x) => x !== 0);
  }

  /** Compared with each point inside the scope: the condition is applied first, whatever the server would think better. */
  private byAll(text: string, limit: number): Sql {
    return sql`
      WITH inside AS MATERIALIZED (
        SELECT p.chunk, -(p.vector <#> ${text}::halfvec) AS cosine FROM chunk_vectors p
        WHERE p.model = ${this.points_.model.id} AND ${this.scope.condition('p')})
      SELECT chunk, cosine FROM inside ORDER BY cosine DESC, chunk LIMIT ${limit}`;
  }

  /**
   * By the graph (HNSW), which looks on until enough points are inside the scope, by the nearest lists where there are any, and by all
   * points that lie outside of both.
   */
  private byTheGraph(text: string, limit: number): Sql {
    const width = trusted(`halfvec(${this.points_.model.dimensions})`);
    const model = trusted(String(this.points_.model.id));
    const scope = this.scope.condition('p');
    // Points have length 1, so that both operators order alike; each has an index of its own.
    const nearest = (
      operator: Sql,
    ) => sql`(SELECT p.chunk, -(p.vector <#> ${text}::halfvec) AS cosine FROM chunk_vectors p
      WHERE p.model = ${model} AND p.indexed AND ${scope}
      ORDER BY (p.vector::${width}) ${operator} ${text}::${width} LIMIT ${limit})`;
    // A second question of a search is near what the first has found, where the lists alone find as much as the widest walk.
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
