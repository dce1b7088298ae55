import { BM25 } from '../../ranking/domain/search-index.js';
import { SegmentPassage } from '../domain/stored-words/segment-builder.js';
import { MemtablePostings } from '../domain/stored-words/memtable-postings.js';
import { passagesFromBytes, termsFromBytes, WordSegment } from '../domain/stored-words/word-segment.js';
import { WordSequence } from '../domain/stored-words/word-sequence.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { SegmentLists } from './segment-lists.js';
import { GonePassage, SnapshotSegment, PostingsSnapshot } from './postings-snapshot.js';

/** Capacity of the cache of postings in bytes. */
const REMEMBERED = 256 * 2 ** 20;
/** Passages per batch. */
const BATCH = 5_000;

/** A state of the store, by numbers that increase with the commits. */
export interface WordState {
  /** Its segments, by id. */
  readonly segments: readonly number[];
  /** The last passage, and the last removal. */
  readonly lastPassage: number;
  readonly lastRemoval: number;
}

export interface WordRow {
  readonly chunk: number;
  readonly path_id: number;
  readonly valid_from: number;
  readonly valid_to: number;
  readonly heading: number;
  readonly term_sequence: Uint8Array;
}

export function toSegmentPassage(row: WordRow): SegmentPassage {
  return {
    id: row.chunk,
    path: row.path_id,
    from: row.valid_from,
    to: row.valid_to,
    words: WordSequence.fromBytes(row.term_sequence, row.heading),
  };
}

/**
 * This process's copy of the word index: the passages and terms of each segment, the passages after the last segment,
 * and the removals. Everything is append-only with numbers that increase with the commits, so searches of several
 * states of the store read their own part of it.
 */
export class WordSegments {
  private readonly segments = new Map<number, WordSegment>();
  private readonly gone = new Map<number, GonePassage>();
  private readonly lists = new SegmentLists(REMEMBERED);
  private tail = new MemtablePostings(0, BM25.headingWeight);
  private lastRemoval = 0;
  private last: { key: string; view: PostingsSnapshot } | undefined;

  /** The snapshot of a state. @param reader reads that state */
  async view(state: WordState, reader: DatabaseReader): Promise<PostingsSnapshot> {
    const key = JSON.stringify(state);
    if (this.last?.key === key) return this.last.view;
    const segments = await this.segmentsOf(state, reader);
    await this.readRemovals(state, reader);
    const sealed = segments.reduce((last, { lastId }) => Math.max(last, lastId), 0);
    const tail = await this.tailFor(sealed, state, reader);
    const gone = [...this.gone].filter(([, { number }]) => number <= state.lastRemoval);
    const sources = [...segments, tail.range(sealed, state.lastPassage)].filter(({ size }) => size > 0);
    const view = new PostingsSnapshot(
      sources.map((source) => new SnapshotSegment(source, gone)),
      this.lists,
    );
    this.last = { key, view };
    this.forget(new Set(state.segments), view);
    return view;
  }

  private async segmentsOf(state: WordState, reader: DatabaseReader): Promise<WordSegment[]> {
    const missing = state.segments.filter((id) => !this.segments.has(id));
    if (missing.length > 0) {
      const rows = await reader.query<{ id: number; passages: Uint8Array; terms: Uint8Array }>(
        sql`SELECT id, chunks AS passages, terms FROM search_segments WHERE id = ANY(${missing}::bigint[])`,
      );
      for (const { id, passages, terms } of rows)
        this.segments.set(id, new WordSegment(id, passagesFromBytes(passages), termsFromBytes(terms)));
    }
    return state.segments.flatMap((id) => this.segments.get(id) ?? []);
  }

  private async readRemovals({ lastRemoval }: WordState, reader: DatabaseReader): Promise<void> {
    if (lastRemoval <= this.lastRemoval) return;
    const rows = await reader.query<{ id: number; chunk: number; term_sequence: Uint8Array }>(
      sql`SELECT id, chunk, term_sequence FROM search_tombstones WHERE id > ${this.lastRemoval}::bigint`,
    );
    for (const { id, chunk, term_sequence } of rows)
      this.gone.set(chunk, { number: id, terms: [...new Set(WordSequence.fromBytes(term_sequence, 0).ids)] });
    this.lastRemoval = Math.max(this.lastRemoval, lastRemoval);
  }

  /**
   * A search of an earlier state than others have already read may need passages that are no longer kept: it reads them
   * itself.
   */
  private async tailFor(sealed: number, { lastPassage }: WordState, reader: DatabaseReader): Promise<MemtablePostings> {
    if (sealed < this.tail.floor) {
      const own = new MemtablePostings(sealed, BM25.headingWeight);
      await this.fill(own, lastPassage, reader);
      return own;
    }
    if (sealed > this.tail.lastId) this.tail = new MemtablePostings(sealed, BM25.headingWeight);
    else if (this.tail.countUpTo(sealed) > FORGET_FROM) this.tail = this.tail.behind(sealed);
    const { tail } = this;
    await this.fill(tail, lastPassage, reader);
    return tail;
  }

  private async fill(tail: MemtablePostings, lastPassage: number, reader: DatabaseReader): Promise<void> {
    while (tail.lastId < lastPassage) {
      const rows = await reader.query<WordRow>(sql`
        SELECT chunk, path_id, valid_from, valid_to, heading, term_sequence FROM search_words
        WHERE collection = 1 AND chunk > ${tail.lastId}::bigint AND chunk <= ${lastPassage}::bigint
        ORDER BY chunk LIMIT ${BATCH}`);
      tail.add(rows.map(toSegmentPassage));
      if (rows.length < BATCH) return;
    }
  }

  /**
   * Drops merged segments, and removals that no segment contains any longer; earlier searches that still run hold their
   * own.
   */
  private forget(inUse: ReadonlySet<number>, view: PostingsSnapshot): void {
    if (this.segments.size > inUse.size + REMEMBERED_SEGMENTS)
      for (const id of this.segments.keys()) if (!inUse.has(id)) this.segments.delete(id);
    if (this.gone.size < FORGET_FROM) return;
    const kept = new Set(view.parts.flatMap(({ gone, passages }) => gone.map((place) => passages.ids[place] ?? 0)));
    if (kept.size * 2 > this.gone.size) return;
    for (const [id, { number }] of this.gone)
      if (!kept.has(id) && number <= this.lastRemoval - FORGET_FROM) this.gone.delete(id);
  }
}

/** Number of segments of earlier states that are kept for searches that began before. */
const REMEMBERED_SEGMENTS = 16;
const FORGET_FROM = 10_000;
