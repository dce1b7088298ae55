import type Database from 'better-sqlite3';
import { PreparedStatements } from '../../../shared/infrastructure/database/prepared-statements.js';
import { passageKind } from '../../known-item/domain/provision-label.js';
import { SnapshotError } from '../../domain/index-snapshot.js';
import { passageHeading } from '../../domain/indexed-passage.js';
import { PassageEntry } from './passage-slots.js';

/** A passage with its ordinal in its document. */
export interface FedPassage extends PassageEntry {
  readonly document: number;
  readonly section: string | undefined;
  readonly article: string | undefined;
}

/** A document with all its passages: they are written together and have consecutive ids. */
export interface FedDocument {
  readonly document: number;
  readonly documentId: string;
  readonly title: string;
  readonly date: string | null;
  readonly version: string | null;
  readonly effectiveFrom: string | null;
  readonly passages: readonly FedPassage[];
}

interface PassageRow {
  readonly id: number;
  readonly document: number;
  readonly path_id: number;
  readonly in_force_from: string | null;
  readonly in_force_to: string | null;
  readonly document_id: string;
  readonly title: string;
  readonly date: string | null;
  readonly version: string | null;
  readonly section: string | null;
  readonly article: string | null;
  readonly text: string;
}

export interface FedVector {
  readonly chunk: number;
  readonly vector: Float32Array;
}

const PASSAGES = `SELECT c.id, c.document, c.path_id, c.in_force_from, c.in_force_to, d.document_id, d.title, d.date, d.version,
    c.section, c.article, c.text
  FROM search_chunks c JOIN search_documents d ON d.id = c.document`;

function toPassage(row: PassageRow): FedPassage {
  return {
    id: row.id,
    document: row.document,
    pathId: row.path_id,
    inForceFrom: row.in_force_from,
    inForceTo: row.in_force_to,
    section: row.section ?? undefined,
    article: row.article ?? undefined,
    kind: passageKind(row.section ?? undefined, row.text),
    heading: passageHeading(row.title, row.section ?? undefined),
    text: row.text,
  };
}

function toDocument(row: PassageRow, passages: readonly FedPassage[]): FedDocument {
  return {
    document: row.document,
    documentId: row.document_id,
    title: row.title,
    date: row.date,
    version: row.version,
    effectiveFrom: row.in_force_from,
    passages,
  };
}

/** Undefined for a damaged row: its passage is found by words, and all others as before. */
function toVector(bytes: Buffer): Float32Array | undefined {
  if (bytes.byteLength % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  // The bytes of a row need not be aligned to four bytes.
  const copy = new Uint8Array(bytes.byteLength);
  copy.set(bytes);
  return new Float32Array(copy.buffer);
}

/** Changes of the store since the last read. */
export interface Changes {
  readonly removed: readonly number[];
  readonly documents: Iterable<FedDocument>;
  readonly vectors: Iterable<FedVector>;
}

/** Read position: ids of the last passage and of the last removal. */
export interface FeedPosition {
  readonly passage: number;
  readonly removal: number;
}

/**
 * A backlog of up to this many passages is read at once and indexed after the transaction. The store's log cannot be
 * reset while a reader is in a transaction: during a bulk load, when the index never rests, it grew to half a gigabyte.
 */
const HELD = 5_000;

function heldIn({ removed, documents, vectors }: Changes): Changes {
  return { removed, documents: [...documents], vectors: [...vectors] };
}

/**
 * Reads the changes that the index lacks: passages and vectors have increasing ids, removals are listed. The store's
 * data version shows whether there is anything to read, so a search always includes earlier acknowledged writes.
 */
export class ChangeFeed {
  private readonly statements: PreparedStatements;
  /** Last seen version of the store, and the version up to which everything was read. */
  private seen: unknown;
  private version: unknown;
  private lastPassage = 0;
  private lastRemoval: number | undefined;
  private lastVector = 0;

  constructor(private readonly reader: Database.Database) {
    this.statements = new PreparedStatements(reader);
  }

  get position(): FeedPosition {
    return { passage: this.lastPassage, removal: this.lastRemoval ?? 0 };
  }

  /**
   * Makes the next `read` continue from there.
   * @throws SnapshotError if this store was never in that state, or no longer has the list of removals since
   */
  resume({ passage, removal }: FeedPosition): void {
    if (passage > this.sequence('search_chunks') || removal > this.sequence('chunk_tombstones'))
      throw new SnapshotError('the store is older than it');
    const listed = Number(
      this.statements.get('SELECT count(*) FROM chunk_tombstones WHERE id > ?').pluck().get(removal),
    );
    if (listed !== this.sequence('chunk_tombstones') - removal)
      throw new SnapshotError('the store no longer lists what was removed since');
    this.lastPassage = passage;
    this.lastRemoval = removal;
  }

  /** Number of passages in the store. */
  count(): number {
    return Number(this.statements.get('SELECT count(*) FROM search_chunks').pluck().get());
  }

  /** A passage by its id; undefined if it was removed. */
  passage(id: number): FedPassage | undefined {
    const row = this.statements.get<PassageRow>(`${PASSAGES} WHERE c.id = ?`).get(id);
    return row === undefined ? undefined : toPassage(row);
  }

  /**
   * Whether another connection committed anything since the look before the last `read` (SQLite, PRAGMA data_version).
   * A commit between a look and its `read` makes the next look true again, so no change is missed.
   */
  look(): boolean {
    this.seen = this.statements.get('PRAGMA data_version').pluck().get();
    return this.seen !== this.version;
  }

  /**
   * Passes all changes to `take`, from one state of the store.
   * @param model row id of the provider's model whose vectors are wanted; undefined for none
   */
  read(model: number | undefined, take: (changes: Changes) => void): void {
    // A search has its own transaction, and this read is then a part of it.
    const own = !this.reader.inTransaction;
    if (own) this.reader.exec('BEGIN');
    let held: Changes | undefined;
    try {
      const changes = { removed: this.newRemovals(), documents: this.newDocuments(), vectors: this.newVectors(model) };
      if (own && this.backlog() <= HELD) held = heldIn(changes);
      else take(changes);
    } finally {
      if (own) this.reader.exec('COMMIT');
    }
    if (held !== undefined) take(held);
    this.version = this.seen;
  }

  /** The largest id that a table ever assigned. */
  private sequence(table: string): number {
    return Number(this.statements.get('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck().get(table) ?? 0);
  }

  /** Number of passages to read, including removed ones. */
  private backlog(): number {
    return Number(this.statements.get('SELECT max(id) FROM search_chunks').pluck().get()) - this.lastPassage;
  }

  /** Forgets which vectors were read: the next `read` returns all of them. */
  rereadVectors(): void {
    this.lastVector = 0;
    this.version = undefined;
  }

  /** Before the first read no known passage can have been removed, and the list may be long. */
  private newRemovals(): number[] {
    const last = Number(this.statements.get('SELECT max(id) FROM chunk_tombstones').pluck().get());
    const rows =
      this.lastRemoval === undefined
        ? []
        : this.statements
            .get<{ chunk: number }>('SELECT chunk FROM chunk_tombstones WHERE id > ? ORDER BY id')
            .all(this.lastRemoval);
    this.lastRemoval = Math.max(last, this.lastRemoval ?? 0);
    return rows.map((row) => row.chunk);
  }

  private *newDocuments(): Generator<FedDocument> {
    const rows = this.statements.get<PassageRow>(`${PASSAGES} WHERE c.id > ? ORDER BY c.id`);
    let first: PassageRow | undefined;
    let passages: FedPassage[] = [];
    for (const row of rows.iterate(this.lastPassage)) {
      if (first !== undefined && first.document !== row.document) {
        yield toDocument(first, passages);
        first = undefined;
      }
      if (first === undefined) [first, passages] = [row, []];
      passages.push(toPassage(row));
      this.lastPassage = row.id;
    }
    if (first !== undefined) yield toDocument(first, passages);
  }

  private *newVectors(model: number | undefined): Generator<FedVector> {
    if (model === undefined) return;
    const rows = this.statements.get<{ id: number; chunk: number; vector: Buffer }>(
      'SELECT id, chunk, vector FROM search_vectors WHERE id > ? AND model = ? ORDER BY id',
    );
    for (const row of rows.iterate(this.lastVector, model)) {
      this.lastVector = row.id;
      const vector = toVector(row.vector);
      if (vector !== undefined) yield { chunk: row.chunk, vector };
    }
  }
}
