import { NGRAM_DIMENSIONS, NGRAM_MODEL, NGRAM_SPACE } from '../../embedding/domain/ngram-embedding.js';
import { VectorSpace } from '../../embedding/domain/vector-space.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { readLatentSpace } from '../../embedding/domain/latent-semantics/model-bytes.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Model number of hashed n-grams, which have no row. */
export const NGRAM_POINTS = 0;

/** A model for which passages have vectors. */
export interface VectorModel {
  readonly id: number;
  readonly model: string;
  readonly dimensions: number;
  readonly kind: 'fitted' | 'provider';
  /** Embeds texts in process; undefined for a provider's model, and for a fitted one that cannot be read. */
  readonly space: VectorSpace | undefined;
}

const NGRAMS: VectorModel = {
  id: NGRAM_POINTS,
  model: NGRAM_MODEL,
  dimensions: NGRAM_DIMENSIONS,
  kind: 'fitted',
  space: NGRAM_SPACE,
};

/** Number of cached models: the one in service, and the one in preparation. */
const REMEMBERED = 2;

/** Reads models of the store. A stored model never changes, so it is read once. */
export class EmbeddingSpaces {
  private readonly known = new LruCache<number, VectorModel>(REMEMBERED);

  constructor(private readonly database: PostgresDatabase) {}

  /** @returns undefined if the store no longer has the model */
  async of(id: number): Promise<VectorModel | undefined> {
    if (id === NGRAM_POINTS) return NGRAMS;
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const row = await this.database.one<{ model: string; kind: 'fitted' | 'provider'; dimensions: number }>(
      sql`SELECT model, kind, dimensions FROM search_models WHERE id = ${id}`,
    );
    if (row === undefined) return undefined;
    const model = { ...row, id, space: row.kind === 'fitted' ? await this.read(id) : undefined };
    this.known.set(id, model);
    return model;
  }

  private async read(id: number): Promise<VectorSpace | undefined> {
    const parts = await this.database.query<{ bytes: Uint8Array }>(
      sql`SELECT bytes FROM search_model_parts WHERE model = ${id} ORDER BY part`,
    );
    try {
      return readLatentSpace(Buffer.concat(parts.map(({ bytes }) => bytes)));
    } catch {
      // A damaged model does not come into service: the previous one continues to serve.
      return undefined;
    }
  }
}
