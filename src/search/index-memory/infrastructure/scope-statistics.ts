import { CategoryFilter, filterKey, visibilityScope } from '../../../shared/domain/category-filter.js';
import { WordStatistics } from '../domain/lexical-index.js';
import { BM25 } from '../../ranking/domain/search-index.js';
import { InMemoryIndex } from './in-memory-index.js';
import { PassageSlots } from './passage-slots.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Statistics for ranking in a visibility scope smaller than the index. */
export interface ScopedStatistics extends WordStatistics {
  /** Length norms of each slot. */
  readonly norms: Float32Array;
}

interface Counted {
  /** The slots that were counted; a rebuilt index has other numbers. */
  readonly slots: PassageSlots;
  readonly mask: Uint8Array;
  /** State of the index that was counted. */
  readonly version: number;
  readonly statistics: ScopedStatistics;
}

/**
 * Number of visibility scopes in the cache: a key has one, and the keys of a department share theirs. The least
 * recently used are evicted.
 */
const REMEMBERED = 16;
/** Above this share of changed slots, counting again is faster than updating. */
const RECOUNT_SHARE = 0.1;

/** Slots that were added to the counted ones, and slots that were removed from them. */
function changesBetween(before: Uint8Array, now: Uint8Array): { came: number[]; went: number[] } {
  const [came, went]: [number[], number[]] = [[], []];
  for (let slot = 0; slot < now.length; slot++) {
    const was = before[slot] ?? 0;
    if (was !== now[slot]) (was === 1 ? went : came).push(slot);
  }
  return { came, went };
}

/**
 * Statistics over what a key may see, so that hidden documents do not affect the order and the scores of the others.
 * They are counted over all postings at the first search in a visibility scope, and updated by the passages that
 * changed.
 */
export class ScopeStatistics {
  private readonly known = new LruCache<string, Counted>(REMEMBERED);

  constructor(private readonly live: InMemoryIndex) {}

  /** Undefined if the caller sees everything: the index's own statistics apply. */
  of(filter: CategoryFilter): ScopedStatistics | undefined {
    const world = visibilityScope(filter);
    if (world.kind === 'unrestricted') return undefined;
    const key = filterKey(world);
    const before = this.known.get(key);
    const { slots, masks } = this.live;
    const isCurrent = before?.slots === slots && before.version === masks.version;
    const counted = before !== undefined && isCurrent ? before : this.count(world, before);
    this.known.set(key, counted);
    return counted.statistics;
  }

  private count(world: CategoryFilter, before: Counted | undefined): Counted {
    const { slots, masks } = this.live;
    const mask = masks.ofAnyDay(world);
    const changes = before?.slots === slots ? changesBetween(before.mask, mask) : undefined;
    const changed = changes === undefined ? Infinity : changes.came.length + changes.went.length;
    const words =
      before === undefined || changes === undefined || changed > RECOUNT_SHARE * mask.length
        ? slots.words.statisticsWithin(mask)
        : slots.words.statisticsAfter(before.statistics, changes);
    const statistics = { ...words, norms: slots.words.normsWithin(words, BM25) };
    return { slots, mask, version: masks.version, statistics };
  }
}
