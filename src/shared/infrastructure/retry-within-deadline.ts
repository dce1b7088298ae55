import { setTimeout as delay } from 'node:timers/promises';
import { StoppedError, withinLimit } from './with-timeout.js';

export interface RetryPolicy {
  /** Time limit of all attempts and the waits between them. */
  readonly deadlineMs: number;
  /** Time limit of one attempt, so that a missing response leaves time for another attempt. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** Delay before the second attempt; doubled before each further one. */
  readonly firstWaitMs: number;
  /** Random number in 0..1: spreads the retries of many clients that failed together. */
  readonly random: () => number;
  /** @returns undefined for a permanent failure, otherwise the delay that the server requests */
  readonly retryAfterMs: (error: unknown) => number | 'unspecified' | undefined;
}

/** Half of the exponential delay is fixed, half is random. A delay that the server requested is only lengthened, by up to a tenth. */
function waitBefore(attempt: number, asked: number | 'unspecified', policy: RetryPolicy): number {
  if (asked !== 'unspecified') return asked * (1 + policy.random() / 10);
  return policy.firstWaitMs * 2 ** (attempt - 2) * (0.5 + policy.random() / 2);
}

/**
 * Retries until an attempt succeeds. Does not start a delay that would end after the deadline.
 * @throws StoppedError if the deadline passed during an attempt or the caller's signal fired; otherwise the last attempt's error
 */
export async function retryWithinDeadline<T>(
  policy: RetryPolicy,
  caller: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + policy.deadlineMs;
  return withinLimit(policy.deadlineMs, caller, async (signal) => {
    for (let attempt = 2; ; attempt++) {
      try {
        return await withinLimit(policy.attemptMs, signal, call);
      } catch (error) {
        if (signal.aborted) throw new StoppedError();
        const asked = policy.retryAfterMs(error);
        if (asked === undefined || attempt > policy.attempts) throw error;
        const waitMs = waitBefore(attempt, asked, policy);
        if (performance.now() + waitMs >= deadline) throw error;
        await delay(waitMs, undefined, { signal }).catch(() => {
          throw new StoppedError();
        });
      }
    }
  });
}

/** Returns the delay of `Retry-After` (RFC 9110: seconds or a date) or `retry-after-ms`, in milliseconds from `nowMs`. */
export function retryAfterOf(headers: Headers | undefined, nowMs: number): number | 'unspecified' {
  const milliseconds = headers?.get('retry-after-ms') ?? '';
  if (/^\d+$/u.test(milliseconds)) return Number(milliseconds);
  const value = headers?.get('retry-after') ?? '';
  if (/^\d+(\.\d+)?$/u.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 'unspecified' : Math.max(0, date - nowMs);
}
