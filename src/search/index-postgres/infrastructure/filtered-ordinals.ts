import { CategoryFilter, filterKey } from '../../../shared/domain/category-filter.js';
import { pathCondition } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WordSegment } from '../domain/stored-words/word-segment.js';
import { PostingRoom } from '../domain/stored-words/posting-list.js';
import { PostingSource } from '../domain/stored-words/memtable-postings.js';
import { Admitted } from '../domain/stored-words/scoring-segment.js';
import { DatabaseReader } from './database-reader.js';
import { SnapshotSegment } from './postings-snapshot.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Number of filters whose paths, masks and counts are cached; the least recently used are evicted. */
const FILTERS = 16;
/** Number of masks of one filter: one per segment and requested day. */
const MASKS = 64;
/** Number of terms whose counts inside a filter are cached, for each mask. */
const COUNTS = 20_000;

interface Mask {
  readonly key: string;
  readonly places: Uint8Array;
  readonly counts: Map<number, number>;
  /** Number of its passages, and of their terms. */
  readonly size: WorldSize;
}

/** Number of passages and of their terms. */
export interface WorldSize {
  readonly passages: number;
  readonly length: number;
}

/** A range of consecutive row ids of category paths. */
export interface PathRun {
  readonly first: number;
  readonly last: number;
}

/** @param ids ascending */
function runsOf(ids: readonly number[]): PathRun[] {
  const runs: { first: number; last: number }[] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run?.last === id - 1) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs;
}

/** The category paths that one filter allows, and the passages of segments under them. */
export class AllowedPaths {
  /**
   * The same rows as `ids`: a wide filter has one range or a few, which a statement compares faster than a thousand
   * numbers.
   */
  readonly runs: readonly PathRun[];
  private readonly allowed: Uint8Array | undefined;
  private readonly masks = new LruCache<string, Mask>(MASKS);
  private readonly room = new PostingRoom();

  /** @param ids rows of the paths, ascending; undefined for all */
  constructor(readonly ids: readonly number[] | undefined) {
    this.runs = runsOf(ids ?? []);
    if (ids === undefined) return;
    this.allowed = new Uint8Array(ids.reduce((last, id) => Math.max(last, id), 0) + 1);
    for (const id of ids) this.allowed[id] = 1;
  }

  /** The passages that are allowed and in force on the day; on any day if it is undefined. Undefined if all are. */
  admittedOf(part: SnapshotSegment, day: number | undefined): Admitted | undefined {
    const isInForce = day === undefined || (part.source instanceof WordSegment && part.source.isAlwaysInForce);
    if (this.allowed === undefined && isInForce && part.gone.length === 0) return undefined;
    const { places, size } = this.sized(part, isInForce ? undefined : day);
    return { places, count: size.passages };
  }

  /** Whether documents under a path are allowed. @param id row of the path */
  has(id: number): boolean {
    return this.allowed === undefined || this.allowed[id] === 1;
  }

  /** The passages that are allowed, on any day. */
  sizeOf(parts: readonly SnapshotSegment[]): WorldSize {
    const sizes = parts.map((part) => (this.allowed === undefined ? part.size : this.sized(part, undefined).size));
    return {
      passages: sizes.reduce((sum, { passages }) => sum + passages, 0),
      length: sizes.reduce((sum, { length }) => sum + length, 0),
    };
  }

  /** Number of passages, on any day, that contain a term. */
  countOf(part: SnapshotSegment, term: number, list: PostingSource | undefined): number {
    if (this.allowed === undefined) return part.countOf(term);
    if (list === undefined) return 0;
    const mask = this.remembered(part, undefined);
    const known = mask?.counts.get(term);
    if (known !== undefined) return known;
    const places = mask?.places ?? this.make(part, undefined);
    const read = list.read(this.room);
    let count = 0;
    for (let i = 0; i < read; i++) count += places[this.room.places[i] ?? 0] ?? 0;
    if (mask !== undefined && mask.counts.size < COUNTS) mask.counts.set(term, count);
    return count;
  }

  private sized(part: SnapshotSegment, day: number | undefined): Pick<Mask, 'places' | 'size'> {
    const known = this.remembered(part, day);
    if (known !== undefined) return known;
    const places = this.make(part, day);
    return { places, size: sizeWithin(part, places) };
  }

  /** Caches values of a segment; passages after the last one change with every write. */
  private remembered(part: SnapshotSegment, day: number | undefined): Mask | undefined {
    if (!(part.source instanceof WordSegment)) return undefined;
    const place = `${part.source.id} ${day ?? ''}`;
    const key = part.gone.join();
    const known = this.masks.get(place);
    if (known?.key === key) return known;
    const places = this.make(part, day);
    const made: Mask = { key, places, counts: new Map(), size: sizeWithin(part, places) };
    this.masks.set(place, made);
    return made;
  }

  private make({ passages, gone }: SnapshotSegment, day: number | undefined): Uint8Array {
    const { paths, from, to } = passages;
    const mask = new Uint8Array(paths.length);
    for (let place = 0; place < mask.length; place++) {
      const isInForce = day === undefined || ((from[place] ?? 0) <= day && (to[place] ?? 0) >= day);
      mask[place] = isInForce ? (this.allowed === undefined ? 1 : (this.allowed[paths[place] ?? 0] ?? 0)) : 0;
    }
    for (const place of gone) mask[place] = 0;
    return mask;
  }
}

function sizeWithin({ passages: { lengths } }: SnapshotSegment, mask: Uint8Array): WorldSize {
  let [passages, length] = [0, 0];
  for (let place = 0; place < mask.length; place++) {
    if (mask[place] === 0) continue;
    passages++;
    length += lengths[place] ?? 0;
  }
  return { passages, length };
}

/** What a filter allowed in one state of the store. */
interface Remembered {
  readonly paths: AllowedPaths;
  /** Number of commits that the state includes. */
  readonly position: number;
}

/** What filters allow, cached until the store's categories change. */
export class FilteredOrdinals {
  private readonly known = new LruCache<string, Remembered>(FILTERS);
  private readonly everything = new AllowedPaths(undefined);

  /**
   * The paths that a filter allows in the reader's state. They change only with commits, so they are read again after
   * one.
   * @param position number of commits that the state includes
   */
  async of(filter: CategoryFilter, position: number, reader: DatabaseReader): Promise<AllowedPaths> {
    if (filter.kind === 'unrestricted') return this.everything;
    const key = filterKey({ kind: 'restricted', allowed: filter.allowed, groups: filter.groups });
    const before = this.known.get(key);
    if (before?.position === position) return before.paths;
    const { ids, isAll } = await idsOf(filter, reader);
    const isSame = before?.paths.ids?.length === ids.length && before.paths.ids.every((id, i) => id === ids[i]);
    const kept = before !== undefined && isSame ? before.paths : new AllowedPaths(ids);
    const paths = isAll ? this.everything : kept;
    this.known.set(key, { paths, position });
    return paths;
  }
}

/** @returns the rows that the filter allows, and whether they are all that exist: then a search needs no mask */
async function idsOf(filter: CategoryFilter, reader: DatabaseReader): Promise<{ ids: number[]; isAll: boolean }> {
  const row = await reader.one<{ ids: readonly string[] | null; total: number }>(
    sql`SELECT array_agg(id::text ORDER BY id) AS ids, (SELECT count(*) FROM category_paths) AS total
        FROM category_paths WHERE ${pathCondition(filter, 'id')}`,
  );
  const ids = (row?.ids ?? []).map(Number);
  return { ids, isAll: ids.length > 0 && ids.length === Number(row?.total) };
}
