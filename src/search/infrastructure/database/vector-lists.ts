import { Scored } from '../../domain/fusion.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { PointModel } from './point-spaces.js';
import { InnerScope } from './scope-condition.js';
import { arrayText, vectorText } from './value-text.js';
import { SequenceRow, StoredSequences } from './stored-sequences.js';

interface NearRow extends SequenceRow {
  readonly cosine: number;
}

/** What a vector is near to. */
export interface Near {
  /** Best first, ties by id. */
  readonly list: readonly Scored[];
  /** Cosines of the listed passages and of those beside them that have a point, by passage. */
  readonly cosines: ReadonlyMap<number, number>;
}

const NOTHING: Near = { list: [], cosines: new Map() };

/** The points that a search compares with. */
export interface PointsInScope {
  readonly model: PointModel;
  /** Whether the points of the model are in a graph and the scope leaves too many to compare with each. */
  readonly byGraph: boolean;
}

/** Lists by the nearness of vectors: over all points inside the scope, or by the graph where there are too many of them. */
export class VectorLists {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly scope: InnerScope,
    private readonly points_: PointsInScope,
    private readonly sequences: StoredSequences,
  ) {}

  /** The nearest passages; none where the vector is not of the model. @param beside passages whose cosines are wanted too */
  async nearest(vector: Float32Array, limit: number, beside: readonly number[]): Promise<Near> {
    const { model } = this.points_;
    if (vector.length !== model.dimensions || vector.every((x) => x === 0)) return NOTHING;
    const text = vectorText(vector);
    const rows = await this.reader.query<NearRow & { readonly listed: boolean }>(sql`
      WITH nearest AS MATERIALIZED (${this.points_.byGraph ? this.byTheGraph(text, limit) : this.byAll(text, limit)})
      SELECT n.chunk, n.cosine, n.listed, s.kind, s.heading, s.sequence
      FROM (SELECT chunk, cosine, true AS listed FROM nearest
          UNION ALL
          SELECT p.chunk, -(p.vector <#> ${text}::halfvec), false FROM search_points p
          WHERE p.model = ${model.id} AND p.chunk = ANY(${arrayText(beside)}::bigint[]) AND ${this.scope.condition('p')}
            AND p.chunk NOT IN (SELECT chunk FROM nearest)) n
        LEFT JOIN search_words s ON n.listed AND s.collection = 1 AND s.chunk = n.chunk
          AND n.chunk <> ALL(${arrayText(this.sequences.ids)}::bigint[])`);
    this.sequences.take(rows);
    const list = rows.flatMap(({ chunk, cosine, listed }) => (listed ? [{ id: chunk, score: cosine }] : []));
    return {
      list: list.sort((x, y) => y.score - x.score || x.id - y.id),
      cosines: new Map(rows.map(({ chunk, cosine }) => [chunk, cosine])),
    };
  }

  /** The points themselves, by passage. */
  async points(ids: readonly number[]): Promise<ReadonlyMap<number, Float32Array>> {
    const rows = await this.reader.query<{ chunk: number; vector: string }>(sql`
      SELECT p.chunk, p.vector::text AS vector FROM search_points p
      WHERE p.model = ${this.points_.model.id} AND p.chunk = ANY(${ids}::bigint[]) AND ${this.scope.condition('p')}`);
    return new Map(rows.map(({ chunk, vector }) => [chunk, readVector(vector)]));
  }

  /** Compared with each point inside the scope: the condition is applied first, whatever the server would think better. */
  private byAll(text: string, limit: number): Sql {
    return sql`
      WITH inside AS MATERIALIZED (
        SELECT p.chunk, -(p.vector <#> ${text}::halfvec) AS cosine FROM search_points p
        WHERE p.model = ${this.points_.model.id} AND ${this.scope.condition('p')})
      SELECT chunk, cosine FROM inside ORDER BY cosine DESC, chunk LIMIT ${limit}`;
  }

  /** By the graph (HNSW), which looks on until enough points are inside the scope, and by all points that lie outside of it. */
  private byTheGraph(text: string, limit: number): Sql {
    const width = trusted(`halfvec(${this.points_.model.dimensions})`);
    const model = trusted(String(this.points_.model.id));
    const scope = this.scope.condition('p');
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
