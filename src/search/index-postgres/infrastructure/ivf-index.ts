import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { Transaction } from '../../../shared/domain/transaction.js';
import { VectorModel } from './embedding-spaces.js';
import { isIndexWhole, writeSetting } from './stored-settings.js';

const PREFIX = 'chunk_vectors_ivf_';
/** Bytes that the training of the lists may take: the memory for maintenance holds other things too. */
const MEMORY = 400_000_000;
/** Training samples per list. */
const SAMPLES = 50;
/** Bytes of a number in a vector, of its header, and of a distance. */
const BYTES = { number: 2, header: 8, distance: 4 };
/** A search reads one of this many lists. */
const OPENED = 50;

/**
 * About as many lists as vectors per list, limited by the memory of the training: the samples, and the distance of each
 * from each list (https://github.com/pgvector/pgvector, ivfkmeans.c, the method of Elkan).
 */
export function listsOf(points: number, dimensions: number): number {
  const linear = SAMPLES * (BYTES.number * dimensions + BYTES.header);
  const square = SAMPLES * BYTES.distance;
  const most = (Math.sqrt(linear ** 2 + 4 * square * MEMORY) - linear) / (2 * square);
  return Math.max(1, Math.floor(Math.min(Math.sqrt(points), most)));
}

/**
 * The vectors of the model in service in lists by nearest centre (IVF), in addition to the graph. A search of a large
 * graph may end in the wrong cluster and miss the right one completely; a search of the nearest lists misses a few
 * vectors in other lists. Together they miss only what both miss.
 */
export class IvfIndex {
  constructor(
    private readonly database: PostgresDatabase,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Takes the lists of a model out of service: inserting vectors one by one costs more than building the lists again.
   */
  async remove(model: VectorModel): Promise<void> {
    await this.transaction.run(() =>
      this.database.change(sql`DELETE FROM search_settings WHERE key = 'ivf_model' AND value = ${String(model.id)}`),
    );
    await this.database.maintain(`DROP INDEX CONCURRENTLY IF EXISTS ${PREFIX}${model.id}`);
  }

  /**
   * Builds them from the vectors in the graph, and puts them into service.
   * @param points approximate number of vectors
   */
  async make({ id, dimensions }: VectorModel, points: number): Promise<void> {
    const lists = listsOf(points, dimensions);
    // An index that a stop left unfinished is not used by searches.
    await this.database.maintain(`DROP INDEX CONCURRENTLY IF EXISTS ${PREFIX}${id}`);
    await this.database.maintain(`CREATE INDEX CONCURRENTLY ${PREFIX}${id} ON chunk_vectors
      USING ivfflat ((vector::halfvec(${dimensions})) halfvec_cosine_ops) WITH (lists = ${lists}) WHERE collection = 1 AND model = ${id} AND indexed`);
    if (!(await isIndexWhole(this.database, `${PREFIX}${id}`))) return;
    await this.transaction.run(async () => {
      await writeSetting(this.database, 'ivf_probes', String(Math.ceil(lists / OPENED)));
      await writeSetting(this.database, 'ivf_model', String(id));
    });
  }
}
