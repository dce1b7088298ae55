import { Scored } from '../../domain/fusion.js';
import { SearchScope } from '../../domain/search-index.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { PointModel } from './point-spaces.js';
import { scopeCondition } from './scope-condition.js';
import { vectorText } from './sparse-text.js';

interface NearRow {
  readonly chunk: number;
  readonly cosine: number;
}

/** Cosines between passages and several vectors. */
export type Cosines = ReadonlyMap<number, readonly number[]>;

/** Lists by the nearness of vectors: over all points inside the scope, or by the graph where there are too many of them. */
export class VectorLists {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly scope: SearchScope,
    private readonly model: PointModel,
    /** Whether the points of the model are in a graph and the scope leaves too many to compare with each. */
    private readonly byGraph: boolean,
  ) {}

  /** The nearest passages, best first, ties by id; none where the vector is not of the model. */
  async nearest(vector: Float32Array, limit: number): Promise<readonly Scored[]> {
    if (vector.length !== this.model.dimensions || vector.every((x) => x === 0)) return [];
    const rows = await this.reader.query<NearRow>(
      this.byGraph ? this.byTheGraph(vector, limit) : this.byAll(vector, limit),
    );
    return rows
      .map(({ chunk, cosine }) => ({ id: chunk, score: cosine }))
      .sort((a, b) => b.score - a.score || a.id - b.id);
  }

  /** Of those of the passages that are inside the scope and have a point. */
  async cosines(ids: readonly number[], vectors: readonly Float32Array[]): Promise<Cosines> {
    if (ids.length === 0 || vectors.length === 0) return new Map();
    const texts = vectors.map(vectorText);
    const rows = await this.reader.query<{ chunk: number; cosines: readonly number[] }>(sql`
      SELECT p.chunk, ARRAY(SELECT -(p.vector <#> q::halfvec) FROM unnest(${texts}::text[]) WITH ORDINALITY AS x (q, n)
          ORDER BY n) AS cosines
      FROM search_points p
      WHERE p.model = ${this.model.id} AND p.chunk = ANY(${ids}::bigint[]) AND ${scopeCondition(this.scope, 'p')}`);
    return new Map(rows.map(({ chunk, cosines }) => [chunk, cosines]));
  }

  /** The points themselves, by passage. */
  async points(ids: readonly number[]): Promise<ReadonlyMap<number, Float32Array>> {
    const rows = await this.reader.query<{ chunk: number; vector: string }>(sql`
      SELECT p.chunk, p.vector::text AS vector FROM search_points p
      WHERE p.model = ${this.model.id} AND p.chunk = ANY(${ids}::bigint[]) AND ${scopeCondition(this.scope, 'p')}`);
    return new Map(rows.map(({ chunk, vector }) => [chunk, readVector(vector)]));
  }

  /** Compared with each point inside the scope: the condition is applied first, whatever the server would think better. */
  private byAll(vector: Float32Array, limit: number): Sql {
    return sql`
      WITH inside AS MATERIALIZED (
        SELECT p.chunk, -(p.vector <#> ${vectorText(vector)}::halfvec) AS cosine FROM search_points p
        WHERE p.model = ${this.model.id} AND ${scopeCondition(this.scope, 'p')})
      SELECT chunk, cosine FROM inside ORDER BY cosine DESC, chunk LIMIT ${limit}`;
  }

  /** By the graph (HNSW), which looks on until enough points are inside the scope, and by all points that lie outside of it. */
  private byTheGraph(vector: Float32Array, limit: number): Sql {
    const width = trusted(`halfvec(${this.model.dimensions})`);
    const model = trusted(String(this.model.id));
    const text = vectorText(vector);
    const scope = scopeCondition(this.scope, 'p');
    return sql`
      WITH inside AS MATERIALIZED (
          SELECT p.chunk, -(p.vector <#> ${text}::halfvec) AS cosine FROM search_points p
          WHERE p.model = ${model} AND p.sealed AND ${scope}
          ORDER BY (p.vector::${width}) <#> ${text}::${width} LIMIT ${limit}),
        beside AS MATERIALIZED (
          SELECT p.chunk, -(p.vector <#> ${text}::halfvec) AS cosine FROM search_points p
          WHERE p.model = ${model} AND NOT p.sealed AND ${scope})
      SELECT chunk, cosine FROM inside UNION ALL SELECT chunk, cosine FROM beside
      ORDER BY cosine DESC, chunk LIMIT ${limit}`;
  }
}

function readVector(text: string): Float32Array {
  const numbers: unknown = JSON.parse(text);
  return Float32Array.from(Array.isArray(numbers) ? numbers.map(Number) : []);
}
