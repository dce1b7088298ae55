import { PROVISION_KINDS, ProvisionKind } from '../../known-item/domain/provision-label.js';
import { WordSequence } from '../domain/stored-words/word-sequence.js';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { InnerScope } from './scope-condition.js';

/** A passage with its terms. */
export interface StoredSequence {
  readonly id: number;
  readonly kind: ProvisionKind;
  readonly words: WordSequence;
}

interface SequenceRow {
  readonly chunk: number;
  readonly kind: number;
  readonly heading: number;
  readonly sequence: Uint8Array;
}

interface ComparedRow extends Omit<SequenceRow, 'sequence'> {
  /** Null if the passage was read before. */
  readonly sequence: Uint8Array | null;
  readonly cosine: number | null;
}

/** The terms of passages for one search, inside its scope; each passage is read once. */
export class StoredSequences {
  private readonly known = new Map<number, StoredSequence | undefined>();

  constructor(
    private readonly reader: DatabaseReader,
    private readonly scope: InnerScope,
  ) {}

  /** Passages read so far. */
  get all(): readonly StoredSequence[] {
    return [...this.known.values()].filter((sequence) => sequence !== undefined);
  }

  /** Those of the passages that are inside the scope, in the requested order. */
  async of(ids: readonly number[]): Promise<StoredSequence[]> {
    const missing = this.missing(ids);
    if (missing.length > 0)
      this.keep(
        missing,
        await this.reader.query<SequenceRow>(sql`
        SELECT w.chunk, w.kind, w.heading, w.term_sequence AS sequence FROM search_words w
        WHERE w.chunk = ANY(${missing}::bigint[]) AND ${this.scope.condition('w')}`),
      );
    return ids.map((id) => this.known.get(id)).filter((sequence) => sequence !== undefined);
  }

  /**
   * Reads passages, and cosines of some of them, with one statement: planning and awaiting another would take as long
   * as either.
   * @param cosine of the row's passage, by `w.chunk`
   */
  async compared(
    ids: readonly number[],
    { wanted, cosine }: { readonly wanted: readonly number[]; readonly cosine: Sql },
  ): Promise<ReadonlyMap<number, number>> {
    const missing = this.missing(ids);
    const asked = [...new Set([...missing, ...wanted])];
    if (asked.length === 0) return new Map();
    const rows = await this.reader.query<ComparedRow>(sql`
      SELECT w.chunk, w.kind, w.heading, CASE WHEN w.chunk = ANY(${missing}::bigint[]) THEN w.term_sequence END AS sequence,
        CASE WHEN w.chunk = ANY(${wanted}::bigint[]) THEN ${cosine} END AS cosine FROM search_words w
      WHERE w.chunk = ANY(${asked}::bigint[]) AND ${this.scope.condition('w')}`);
    this.keep(
      missing,
      rows.flatMap(({ sequence, ...row }) => (sequence === null ? [] : [{ ...row, sequence }])),
    );
    return new Map(rows.flatMap(({ chunk, cosine: found }) => (found === null ? [] : [[chunk, found]])));
  }

  private missing(ids: readonly number[]): number[] {
    return ids.filter((id) => !this.known.has(id));
  }

  /** Also records that the other passages are outside the scope. */
  private keep(asked: readonly number[], rows: readonly SequenceRow[]): void {
    for (const id of asked) this.known.set(id, undefined);
    for (const { chunk, kind, heading, sequence } of rows) {
      const words = WordSequence.fromBytes(sequence, heading);
      this.known.set(chunk, { id: chunk, kind: PROVISION_KINDS[kind] ?? 'other', words });
    }
  }
}
