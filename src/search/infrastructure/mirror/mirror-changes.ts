import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { readPosition } from '../../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';

/** The state of the shared store that a mirror has copied. */
export interface MirrorState {
  /** Number of commits. */
  readonly position: number;
  readonly removal: number;
  readonly document: number;
  readonly chunk: number;
  readonly vector: number;
}

export const NOTHING_TAKEN: MirrorState = { position: 0, removal: 0, document: 0, chunk: 0, vector: 0 };

/** Values of a row in the order of the mirror's columns. */
export type MirrorRow = Readonly<Record<string, string | number | Uint8Array | null>>;

/** Rows that are read, and held in memory, per batch. */
const BATCH = 1_000;
/** Characters of a text that the classifier reads. */
const LEARNED_FROM = 20_000;
/** After every name: all documents of a copied position are known. */
const LAST_NAME = '\u{10ffff}';

/** A category path with its groups and its prefixes. */
export interface PathRow {
  readonly id: number;
  readonly origin_path: string;
  readonly current_path: string;
  readonly access_groups: string;
  readonly prefixes: readonly string[];
}

interface TextRow {
  readonly document_id: string;
  readonly changed: number;
}

/** The mirror stores no position for its rows. */
function withoutChange(row: MirrorRow & TextRow): MirrorRow & { readonly document_id: string } {
  const columns = Object.entries(row).filter(([name]) => name !== 'changed');
  return { ...Object.fromEntries(columns), document_id: row.document_id };
}

/** Reads what is new in the shared store, table by table. Call inside one snapshot. */
export class MirrorChanges {
  constructor(
    private readonly database: PostgresDatabase,
    private readonly from: MirrorState,
    /** Row ids of the documents to copy; undefined for all. */
    private readonly only?: readonly number[],
  ) {}

  position(): Promise<number> {
    return readPosition(this.database, 'documents');
  }

  /** Paths that are new or moved, each with its prefixes. */
  async paths(): Promise<readonly PathRow[]> {
    return this.database.query(
      sql`SELECT p.id, p.origin_path, p.current_path, p.access_groups,
            coalesce((SELECT array_agg(x.prefix) FROM category_prefixes x WHERE x.path_id = p.id), '{}') AS prefixes
          FROM category_paths p WHERE p.changed > ${this.from.position}::bigint ORDER BY p.id`,
    );
  }

  removals(): Promise<readonly { id: number; document: number }[]> {
    return this.database.query(
      sql`SELECT id, document FROM document_tombstones WHERE id > ${this.from.removal}::bigint ORDER BY id`,
    );
  }

  /** Training texts of the categories; keyed by name, in the order of their change. */
  async *texts(): AsyncGenerator<readonly (MirrorRow & { readonly document_id: string })[]> {
    let [changed, name] = [this.from.position, LAST_NAME];
    for (;;) {
      const rows = await this.database.query<MirrorRow & TextRow>(
        sql`SELECT document_id, title, left(text, ${LEARNED_FROM}) AS text, content_type, path_id, effective_from, effective_to,
              '{}' AS metadata, content_hash, chunks, created_at, updated_at, changed
            FROM documents WHERE collection = 1 AND (changed, document_id) > (${changed}::bigint, ${name}) AND ${this.named}
            ORDER BY changed, document_id LIMIT ${BATCH}`,
      );
      if (rows.length > 0) yield rows.map(withoutChange);
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) return;
      [changed, name] = [last.changed, last.document_id];
    }
  }

  documents(): AsyncGenerator<readonly (MirrorRow & { readonly id: number })[]> {
    return this.batches(
      this.from.document,
      (after) => sql`SELECT id, document_id, title, url, date, version, metadata, path_id
        FROM search_documents WHERE collection = 1 AND id > ${after}::bigint AND ${this.among('id')} ORDER BY id LIMIT ${BATCH}`,
    );
  }

  chunks(): AsyncGenerator<readonly (MirrorRow & { readonly id: number })[]> {
    return this.batches(
      this.from.chunk,
      (
        after,
      ) => sql`SELECT id, chunk_id, document, path_id, in_force_from, in_force_to, ordinal, start, "end", section, article,
          text, metadata
        FROM search_chunks WHERE collection = 1 AND id > ${after}::bigint AND ${this.among('document')} ORDER BY id LIMIT ${BATCH}`,
    );
  }

  vectors(): AsyncGenerator<readonly (MirrorRow & { readonly id: number })[]> {
    return this.batches(
      this.from.vector,
      (after) => sql`SELECT id, model, chunk, vector
        FROM search_vectors WHERE collection = 1 AND id > ${after}::bigint AND ${trusted(String(this.only === undefined))}
        ORDER BY id LIMIT ${BATCH}`,
    );
  }

  settings(): Promise<readonly { key: string; value: string }[]> {
    return this.database.query(sql`SELECT key, value FROM search_settings`);
  }

  models(): Promise<readonly (MirrorRow & { readonly id: number; readonly complete: number })[]> {
    return this.database.query(
      sql`SELECT id, model, kind, dimensions, chunks, created_at, complete FROM search_models ORDER BY id`,
    );
  }

  parts(model: number): Promise<readonly MirrorRow[]> {
    return this.database.query(
      sql`SELECT model, part, bytes FROM search_model_parts WHERE model = ${model} ORDER BY part`,
    );
  }

  private get named(): Sql {
    if (this.only === undefined) return sql`true`;
    return sql`document_id IN (SELECT document_id FROM search_documents WHERE collection = 1 AND ${this.among('id')})`;
  }

  /** @param column with the row id of a document */
  private among(column: string): Sql {
    return this.only === undefined ? sql`true` : sql`${trusted(column)} = ANY(${this.only}::bigint[])`;
  }

  private async *batches<Row extends { readonly id: number }>(
    from: number,
    statement: (after: number) => Sql,
  ): AsyncGenerator<readonly Row[]> {
    let after = from;
    for (;;) {
      const rows = await this.database.query<Row>(statement(after));
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH) return;
      after = rows.at(-1)?.id ?? after;
    }
  }
}
