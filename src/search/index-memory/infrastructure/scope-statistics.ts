import { CategoryFilter, filterKey, visibilityScope } from '../../../shared/domain/category-filter.js';
import { WordStatistics } from '../domain/lexical-index.js';
import { BM25 } from '../../ranking/domain/bm25-settings.js';
import { InMemoryIndex } from './in-memory-index.js';
import { PassageSlots } from './passage-slots.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** What ranking weighs by, in a world smaller than the index. */
export interface ScopedStatistics extends WordStatistics {
  /** Length norms of each slot. */
  readonly norms: Float32Array;
}

interface Counted {
  /** The slots that were counted; those of an index that was rebuilt since have other numbers. */
  readonly slots: PassageSlots;
  readonly mask: Uint8Array;
  /** State of the index that was counted. */
  readonly version: number;
  readonly statistics: ScopedStatistics;
}

/** Worlds that are kept: a key has one, and the keys of a department share theirs. The least recently used go first. */
const REMEMBERED = 16;
/** Beyond this share of the slots it is quicker to count anew than to look at each that changed. */
const RECOUNT_SHARE = 0.1;

/** Slots that count now and did not before, and the other way round. */
function changesBetween(before: Uint8Array, now: Uint8Array): { came: number[]; went: number[] } {
  const [came, went]: [number[], number[]] = [[], []];
  for (let slot = 0; slot < now.length; slot++) {
    const was = before[slot] ?? 0;
    if (was !== now[slot]) (was === 1 ? went : came).push(slot);
  }
  return { came, went };
}

/**
 * Statistics over what a key may see, so that hidden documents have no influence on the order and the scores of the others. They are
 * counted over all postings when a world is first searched, and follow each change by the passages that changed.
 */
export class ScopeStatistics {
  private readonly known = new LruCache<string, Counted>(REMEMBERED);

  constructor(private readonly live: InMemoryIndex) {}

  /** Undefined: the caller sees everything, and the index's own statistics hold. */
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
