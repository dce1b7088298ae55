import type { ThrottlerStorage } from '@nestjs/throttler';
import { Clock } from '../../shared/domain/clock.js';

type Count = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Requests of each key in its present minute. The library's own storage keeps a timer for every request of the last minute; this
 * keeps two numbers a key, and there are only as many as known keys.
 */
export class MinuteCounts implements ThrottlerStorage {
  private readonly windows = new Map<string, { hits: number; readonly endsAt: number }>();

  constructor(private readonly clock: Clock) {}

  increment(key: string, ttlMs: number, limit: number): Promise<Count> {
    const now = this.clock.now().getTime();
    const known = this.windows.get(key);
    const window = known === undefined || known.endsAt <= now ? { hits: 0, endsAt: now + ttlMs } : known;
    window.hits++;
    this.windows.set(key, window);
    const seconds = Math.ceil((window.endsAt - now) / 1000);
    const isBlocked = window.hits > limit;
    return Promise.resolve({
      totalHits: window.hits,
      timeToExpire: seconds,
      isBlocked,
      timeToBlockExpire: isBlocked ? seconds : 0,
    });
  }
}
