import { setTimeout as delay } from 'node:timers/promises';
import { isLocked, storeFault } from '../../domain/store-fault.js';

/**
 * Milliseconds that a statement waits by itself for the write lock that another program holds. The driver stands still for so long,
 * and with it everything else: it must be a pause that nobody notices. Longer waits are waited here, between attempts.
 */
export const STATEMENT_WAIT_MS = 20;
const PAUSE_MS = 80;

/**
 * Does what needs the write lock, again and again while another program holds it.
 * @param work one attempt; it fails at once and leaves nothing behind when the lock is taken
 * @param limitMs for all attempts
 * @throws DomainError when the store is locked for longer, full or not writable; any other error as it is
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
