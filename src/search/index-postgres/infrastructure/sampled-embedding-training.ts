import { Connections } from '../../../shared/infrastructure/database/databases.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { readPosition } from '../../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { MirrorChanges, NOTHING_TAKEN } from '../../infrastructure/mirror/mirror-changes.js';
import { MirrorWriter } from '../../infrastructure/mirror/mirror-writer.js';
import { EmbeddingFitter, FittedEmbedding } from '../../embedding/domain/embedding-models.js';

/** Size of the sample in passages: as many as the fitting reads of any store. */
const SAMPLED = 25_000;
/** Share of a larger store that must have been added or removed before another sample is worth its seconds. */
const CHANGED = 0.1;

/**
 * A sample of the shared store's documents in a file of this process, for fitting the built-in embedding and the
 * classifier. It depends only on the ids of the documents, so every process learns from the same ones.
 */
export class DocumentSample {
  /** Positions of the store. */
  private seenAt = -1;
  private drawnAt = -1;
  private drawnOf = 0;
  private drawing: Promise<number> | undefined;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly file: Pick<Connections, 'writer'>,
  ) {}

  /**
   * Draws the sample again if the store has changed much and is at rest: during an upload it would be out of date at
   * once.
   */
  async follow(): Promise<void> {
    const position = await readPosition(this.database, 'documents');
    const isAtRest = position === this.seenAt;
    this.seenAt = position;
    if (!isAtRest || position === this.drawnAt) return;
    const passages = await this.passages();
    if (passages <= SAMPLED || Math.abs(passages - this.drawnOf) > CHANGED * this.drawnOf) await this.draw();
  }

  /** Draws the sample again; one run at a time. @returns passages of the whole store */
  draw(): Promise<number> {
    this.drawing ??= this.replace().finally(() => {
      this.drawing = undefined;
    });
    return this.drawing;
  }

  private async replace(): Promise<number> {
    const { writer } = this.file;
    writer.exec('BEGIN IMMEDIATE');
    try {
      const passages = await this.database.transaction(() => this.take(), { snapshot: true });
      writer.exec('COMMIT');
      return passages;
    } catch (error) {
      writer.exec('ROLLBACK');
      throw error;
    }
  }

  private async passages(): Promise<number> {
    const row = await this.database.one<{ passages: number }>(
      sql`SELECT coalesce(sum(chunks), 0)::bigint AS passages FROM category_stats`,
    );
    return row?.passages ?? 0;
  }

  private async take(): Promise<number> {
    this.drawnAt = await readPosition(this.database, 'documents');
    const passages = await this.passages();
    this.drawnOf = passages;
    const drawn = await this.database.query<{ id: number }>(sql`
      SELECT id FROM (
        SELECT d.id, sum(t.chunks) OVER (ORDER BY hashtextextended(d.document_id, 0), d.id) AS reached
        FROM search_documents d JOIN documents t ON t.collection = d.collection AND t.document_id = d.document_id
        WHERE d.collection = 1) AS drawn
      WHERE reached <= ${SAMPLED} ORDER BY id`);
    const { writer } = this.file;
    for (const table of ['search_documents', 'documents', 'search_models', 'chunk_tombstones', 'category_paths'])
      writer.exec(`DELETE FROM ${table}`);
    const changes = new MirrorChanges(
      this.database,
      NOTHING_TAKEN,
      drawn.map(({ id }) => id),
    );
    await new MirrorWriter(writer).take(changes, NOTHING_TAKEN);
    return passages;
  }
}

/** Fits on a sample of the shared store. */
export class SampledEmbeddingTraining extends EmbeddingFitter {
  constructor(
    private readonly sample: DocumentSample,
    private readonly fitter: EmbeddingFitter,
  ) {
    super();
  }

  async fit(progress: (share: number) => void, signal?: AbortSignal): Promise<FittedEmbedding | undefined> {
    const passages = await this.sample.draw();
    const fitted = await this.fitter.fit(progress, signal);
    return fitted === undefined ? undefined : { ...fitted, passages };
  }
}
