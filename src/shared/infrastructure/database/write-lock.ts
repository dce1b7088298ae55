import { setTimeout as delay } from 'node:timers/promises';
import { isLocked, storeFault } from '../../domain/store-fault.js';

/**
 * Milliseconds that a statement waits for the write lock of another program. The driver blocks the thread during this time, so it must be
 * short. Longer waits happen here, between attempts.
 */
export const STATEMENT_WAIT_MS = 20;
const PAUSE_MS = 80;

/**
 * Runs work that needs the write lock; retries while another program holds the lock.
 * @param work one attempt; it fails at once and without effect if the lock is taken
 * @param limitMs for all attempts
 * @throws DomainError if the store is locked for longer, full or not writable; any other error unchanged
 */
export async function withWriteLock<T>(limitMs: number, work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || performance.now() + PAUSE_MS > until) throw storeFault(error) ?? error;
      await delay(PAUSE_MS);
    }
  }
}
