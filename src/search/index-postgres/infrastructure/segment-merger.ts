import { setImmediate as turn } from 'node:timers/promises';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { BM25 } from '../../ranking/domain/search-index.js';
import { BuiltSegment, buildSegment, mergeSegments, WholeSegment } from '../domain/stored-words/segment-builder.js';
import {
  passagesFromBytes,
  passagesToBytes,
  termsFromBytes,
  termsToBytes,
} from '../domain/stored-words/word-segment.js';
import { toSegmentPassage, WordRow } from './word-segments.js';

export interface SegmentLimits {
  /**
   * Passages after the last segment that are gathered into a new one: each process keeps unsealed passages in memory.
   */
  readonly passages: number;
  /** Segments of about the same size that are merged into one: a search reads each of them. */
  readonly alike: number;
}

export const SEGMENT_LIMITS: SegmentLimits = { passages: 4_000, alike: 8 };

/** Maximum number of passages of a new segment: they are in memory meanwhile. */
const AT_ONCE = 20_000;
/** Share of removed passages above which a segment is written again without them. */
const GONE_SHARE = 0.2;
/** Maximum size in bytes of a segment that is merged with others: they are in memory meanwhile. */
const LARGEST = 400 * 2 ** 20;
const TABLES =
  'documents, category_paths, category_prefixes, search_documents, search_chunks, search_words, search_terms, chunk_vectors';
/** Any number, the same in every process: one of them makes segments. */
const LOCK = 7_046_032;

/** The last passage in a segment. */
const SEALED = sql`(SELECT coalesce(max(last_chunk), 0) FROM search_segments WHERE collection = 1)`;

interface SegmentRow {
  readonly id: number;
  readonly first_chunk: number;
  readonly last_chunk: number;
  readonly size: number;
  readonly bytes: number;
  readonly gone: number;
}

/**
 * Gathers passages into immutable segments and merges segments into larger ones (as Lucene does; Pugh 1990 calls the
 * idea "log-structured"). Writers only add one row per passage; the cost of postings is paid here, once for many
 * passages.
 */
export class SegmentMerger {
  /** Number of passages when the server last analysed its tables. */
  private analysedAt = 0;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly limits: SegmentLimits = SEGMENT_LIMITS,
  ) {}

  /** @returns whether it built or merged any */
  async tend(signal?: AbortSignal): Promise<boolean> {
    let done = false;
    while (signal?.aborted !== true && ((await this.alone(() => this.seal())) || (await this.alone(() => this.join()))))
      done = true;
    if (done) await this.keepPlansRight();
    return done;
  }

  /**
   * Statements that were prepared for small tables read them row by row until the server knows that they have grown.
   */
  private async keepPlansRight(): Promise<void> {
    const row = await this.database.one<{ passages: number }>(
      sql`SELECT coalesce(sum(size), 0)::bigint AS passages FROM search_segments WHERE collection = 1`,
    );
    const passages = row?.passages ?? 0;
    if (passages < 2 * this.analysedAt) return;
    this.analysedAt = passages;
    await this.database.maintain(`ANALYZE ${TABLES}`);
  }

  /** One process at a time; the others skip the work. */
  private alone(work: () => Promise<boolean>): Promise<boolean> {
    return this.database.transaction(async () => {
      const row = await this.database.one<{ free: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(${LOCK}, hashtext(${this.database.schema})) AS free`,
      );
      return row?.free === true && (await work());
    });
  }

  private async seal(): Promise<boolean> {
    if (!(await this.hasEnough())) return false;
    // Later removals are listed after this number, and searches still apply them.
    const removal = await this.lastRemoval();
    const rows = await this.database.query<WordRow>(sql`
      SELECT chunk, path_id, valid_from, valid_to, heading, term_sequence FROM search_words
      WHERE collection = 1 AND chunk > ${SEALED} ORDER BY chunk LIMIT ${AT_ONCE}`);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return false;
    await this.put(buildSegment(rows.map(toSegmentPassage), BM25.headingWeight), [first.chunk, last.chunk]);
    await this.database.change(
      sql`DELETE FROM search_tombstones WHERE id <= ${removal}::bigint AND chunk <= ${last.chunk}::bigint
        AND chunk > (SELECT coalesce(max(last_chunk), 0) FROM search_segments WHERE collection = 1 AND last_chunk < ${first.chunk}::bigint)`,
    );
    return true;
  }

  /** While the words of earlier passages are being made, passages do not arrive in the order of their ids. */
  private async hasEnough(): Promise<boolean> {
    const row = await this.database.one(sql`SELECT 1 FROM search_words WHERE collection = 1 AND chunk > ${SEALED}
        AND EXISTS (SELECT 1 FROM search_settings WHERE key = 'postings_ready' AND value = 'kept')
      ORDER BY chunk OFFSET ${this.limits.passages - 1} LIMIT 1`);
    return row !== undefined;
  }

  private async join(): Promise<boolean> {
    const removal = await this.lastRemoval();
    const rows = await this.database.query<SegmentRow>(sql`
      SELECT s.id, s.first_chunk, s.last_chunk, s.size, octet_length(s.postings) AS bytes,
        (SELECT count(*) FROM search_tombstones g WHERE g.chunk BETWEEN s.first_chunk AND s.last_chunk) AS gone
      FROM search_segments s WHERE s.collection = 1 ORDER BY s.last_chunk`);
    const chosen = this.chosen(rows);
    const [first, last] = [chosen[0], chosen.at(-1)];
    if (first === undefined || last === undefined) return false;
    const merged = mergeSegments(await this.read(chosen, removal));
    let step = merged.next();
    while (step.done !== true) {
      await turn();
      step = merged.next();
    }
    await this.database.change(
      sql`DELETE FROM search_segments WHERE id = ANY(${chosen.map(({ id }) => id)}::bigint[])`,
    );
    await this.put(step.value, [first.first_chunk, last.last_chunk]);
    await this.database.change(sql`DELETE FROM search_tombstones WHERE id <= ${removal}::bigint
      AND chunk BETWEEN ${first.first_chunk}::bigint AND ${last.last_chunk}::bigint`);
    return true;
  }

  /** Adjacent segments of about the same size, the newest first; otherwise one that has lost many of its passages. */
  private chosen(rows: readonly SegmentRow[]): readonly SegmentRow[] {
    const { alike, passages } = this.limits;
    const levelOf = ({ size }: SegmentRow) =>
      Math.max(0, Math.floor(Math.log(Math.max(1, size / passages)) / Math.log(alike)));
    for (let end = rows.length; end >= alike; end--) {
      const run = rows.slice(end - alike, end);
      const bytes = run.reduce((sum, row) => sum + row.bytes, 0);
      const level = Math.max(...run.map(levelOf));
      if (bytes <= LARGEST && run.filter((row) => levelOf(row) === level).length * 2 > alike) return run;
    }
    const lossy = rows.find(({ size, gone }) => gone > GONE_SHARE * size);
    return lossy === undefined ? [] : [lossy];
  }

  private async read(chosen: readonly SegmentRow[], removal: number): Promise<WholeSegment[]> {
    const [first, last] = [chosen[0]?.first_chunk ?? 0, chosen.at(-1)?.last_chunk ?? 0];
    const gone = await this.database.query<{ chunk: number }>(sql`SELECT chunk FROM search_tombstones
      WHERE id <= ${removal}::bigint AND chunk BETWEEN ${first}::bigint AND ${last}::bigint`);
    const removed = new Set(gone.map(({ chunk }) => chunk));
    const whole: WholeSegment[] = [];
    for (const { id } of chosen) {
      const row = await this.database.one<{ passages: Uint8Array; terms: Uint8Array; postings: Uint8Array }>(
        sql`SELECT chunks AS passages, terms, postings FROM search_segments WHERE id = ${id}`,
      );
      if (row === undefined) continue;
      const { postings } = row;
      whole.push({
        passages: passagesFromBytes(row.passages),
        terms: termsFromBytes(row.terms),
        postings,
        gone: removed,
      });
    }
    return whole;
  }

  private async put(
    { passages, terms, postings }: BuiltSegment,
    [first, last]: readonly [number, number],
  ): Promise<void> {
    await this.database.change(sql`INSERT INTO search_segments (first_chunk, last_chunk, size, chunks, terms, postings)
      VALUES (${first}, ${last}, ${passages.ids.length}, ${passagesToBytes(passages)}, ${termsToBytes(terms)}, ${postings})`);
  }

  private async lastRemoval(): Promise<number> {
    const row = await this.database.one<{ last: number }>(
      sql`SELECT coalesce(max(id), 0)::bigint AS last FROM search_tombstones`,
    );
    return row?.last ?? 0;
  }
}
