import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { MonotonicClock } from '../domain/clock.js';
import { WindowCounts } from '../domain/window-counts.js';

type Answer = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** The counts of @fastify/rate-limit by a clock that never steps back; the library's own store counts by the wall clock. */
export function addressCounts(clock: MonotonicClock): FastifyRateLimitStoreCtor {
  return class AddressCounts implements FastifyRateLimitStore {
    private readonly counts = new WindowCounts(clock);

    incr(address: string, answer: Answer, windowMs: number): void {
      const { hits, leftMs } = this.counts.add(address, windowMs);
      answer(null, { current: hits, ttl: leftMs });
    }

    read(address: string, answer: Answer): void {
      const { hits, leftMs } = this.counts.read(address);
      answer(null, { current: hits, ttl: leftMs });
    }

    child(): FastifyRateLimitStore {
      return new AddressCounts();
    }
  };
}
