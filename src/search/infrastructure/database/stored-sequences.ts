import { PROVISION_KINDS, ProvisionKind } from '../../domain/look-up/asked-kinds.js';
import { WordSequence } from '../../domain/stored-words/word-sequence.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
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

/** The terms of passages for one search, inside its scope; each passage is read once. */
export class StoredSequences {
  private readonly known = new Map<number, StoredSequence | undefined>();

  constructor(
    private readonly reader: DatabaseReader,
    private readonly scope: InnerScope,
  ) {}

  /** Passages that were read so far. */
  get all(): readonly StoredSequence[] {
    return [...this.known.values()].filter((sequence) => sequence !== undefined);
  }

  /** Those of the passages that are inside the scope, in the order asked for. */
  async of(ids: readonly number[]): Promise<StoredSequence[]> {
    const missing = ids.filter((id) => !this.known.has(id));
    if (missing.length > 0) {
      for (const id of missing) this.known.set(id, undefined);
      const rows = await this.reader.query<SequenceRow>(sql`
        SELECT w.chunk, w.kind, w.heading, w.sequence FROM search_words w
        WHERE w.chunk = ANY(${missing}::bigint[]) AND ${this.scope.condition('w')}`);
      for (const { chunk, kind, heading, sequence } of rows) {
        const words = WordSequence.fromBytes(sequence, heading);
        this.known.set(chunk, { id: chunk, kind: PROVISION_KINDS[kind] ?? 'other', words });
      }
    }
    return ids.map((id) => this.known.get(id)).filter((sequence) => sequence !== undefined);
  }
}
