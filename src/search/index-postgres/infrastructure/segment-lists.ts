import { PostingList } from '../domain/stored-words/posting-list.js';
import { WordSegment } from '../domain/stored-words/word-segment.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Numbers of terms have 31 bits. */
const TERMS = 2 ** 31;
/** Memory of a list in addition to its bytes. */
const OVERHEAD = 200;

interface Wanted {
  readonly segment: WordSegment;
  readonly term: number;
  readonly start: number;
  readonly size: number;
}

/** Lists of postings that this process has read; a segment never changes, so that they hold until they are pushed out. The least recently used go first. */
export class SegmentLists {
  private readonly known: LruCache<number, PostingList>;

  /** @param room bytes */
  constructor(room: number) {
    this.known = new LruCache(room);
  }

  /** Returns a function that finds the lists of these terms in these segments. */
  async of(
    segments: readonly WordSegment[],
    terms: readonly number[],
    reader: DatabaseReader,
  ): Promise<(segment: WordSegment, term: number) => PostingList | undefined> {
    const found = new Map<number, PostingList>();
    const missing: Wanted[] = [];
    for (const segment of segments)
      for (const term of new Set(terms)) {
        const key = keyOf(segment.id, term);
        const known = this.known.get(key);
        if (known !== undefined) found.set(key, known);
        else {
          const place = segment.listOf(term);
          if (place !== undefined) missing.push({ segment, term, start: place.start, size: place.size });
        }
      }
    if (missing.length > 0) await this.read(missing, reader, found);
    return ({ id }, term) => found.get(keyOf(id, term));
  }

  /** The store reads those pieces of a segment's postings that are asked for, not the whole. */
  private async read(
    missing: readonly Wanted[],
    reader: DatabaseReader,
    found: Map<number, PostingList>,
  ): Promise<void> {
    // In base 64, which has two thirds of the size of the server's own form and is parsed in a fraction of the time.
    const rows = await reader.query<{ n: number; postings: string }>(sql`
      SELECT w.n, encode(substring(s.postings FROM w.start FOR w.size), 'base64') AS postings
      FROM unnest(${missing.map(({ segment }) => segment.id)}::bigint[], ${missing.map(({ start }) => start + 1)}::integer[],
        ${missing.map(({ size }) => size)}::integer[]) WITH ORDINALITY AS w (segment, start, size, n)
        JOIN search_segments s ON s.id = w.segment`);
    for (const { n, postings } of rows) {
      const wanted = missing[n - 1];
      const place = wanted?.segment.listOf(wanted.term);
      if (wanted === undefined || place === undefined) continue;
      const bytes = ownBytes(Buffer.from(postings, 'base64'));
      const list = new PostingList(place.count, place.mostFrequent, place.shortest, bytes);
      const key = keyOf(wanted.segment.id, wanted.term);
      found.set(key, list);
      this.known.set(key, list, bytes.length + OVERHEAD);
    }
  }
}

function keyOf(segment: number, term: number): number {
  return segment * TERMS + term;
}

/** Small buffers are views of a larger one, which would stay in memory with them. */
function ownBytes(bytes: Buffer): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
}
