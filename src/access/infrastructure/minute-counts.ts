import type { ThrottlerStorage } from '@nestjs/throttler';
import { MonotonicClock } from '../../shared/domain/clock.js';
import { WindowCounts } from '../../shared/domain/window-counts.js';

type Count = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Request counts of each key in its current minute. The library's own storage keeps a timer for every request of the
 * last minute; this class keeps two numbers for each known key.
 */
export class MinuteCounts implements ThrottlerStorage {
  private readonly counts: WindowCounts;

  constructor(clock: MonotonicClock) {
    this.counts = new WindowCounts(clock);
  }

  increment(key: string, ttlMs: number, limit: number): Promise<Count> {
    const { hits, leftMs } = this.counts.add(key, ttlMs);
    const seconds = Math.ceil(leftMs / 1000);
    const isBlocked = hits > limit;
    return Promise.resolve({
      totalHits: hits,
      timeToExpire: seconds,
      isBlocked,
      timeToBlockExpire: isBlocked ? seconds : 0,
    });
  }
}
