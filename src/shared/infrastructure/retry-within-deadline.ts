import { setTimeout as delay } from 'node:timers/promises';
import { StoppedError, withinLimit } from './with-timeout.js';

export interface RetryPolicy {
  /** For all attempts and the waits between them. */
  readonly deadlineMs: number;
  /** For one attempt: an answer that never comes should leave time for another attempt. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** Before the second attempt; doubled before each further one. */
  readonly firstWaitMs: number;
  /** In 0..1; spreads the attempts of many clients that failed together. */
  readonly random: () => number;
  /** @returns undefined for a failure that another attempt would not mend, else the wait that the server asks for */
  readonly retryAfterMs: (error: unknown) => number | 'unspecified' | undefined;
}

/** Half of the doubled wait is fixed, half is drawn; a wait that a server asked for is only ever lengthened, by up to a tenth. */
function waitBefore(attempt: number, asked: number | 'unspecified', policy: RetryPolicy): number {
  if (asked !== 'unspecified') return asked * (1 + policy.random() / 10);
  return policy.firstWaitMs * 2 ** (attempt - 2) * (0.5 + policy.random() / 2);
}

/**
 * Calls until an attempt succeeds. A wait that would end after the deadline is not begun.
 * @throws StoppedError when the deadline passed during an attempt or the caller's signal fired; else the last attempt's error
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

/** What `Retry-After` (RFC 9110: seconds or a date) and its finer `retry-after-ms` ask for, in milliseconds from `nowMs`. */
export function retryAfterOf(headers: Headers | undefined, nowMs: number): number | 'unspecified' {
  const milliseconds = headers?.get('retry-after-ms') ?? '';
  if (/^\d+$/u.test(milliseconds)) return Number(milliseconds);
  const value = headers?.get('retry-after') ?? '';
  if (/^\d+(\.\d+)?$/u.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 'unspecified' : Math.max(0, date - nowMs);
}
