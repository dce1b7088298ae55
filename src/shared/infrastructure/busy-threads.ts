import { performance } from 'node:perf_hooks';
import type { EventLoopUtilization } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';

type Read = () => EventLoopUtilization;

/**
 * Utilisation of the threads that every request needs. A thread that waits for a processor counts as busy, so that a saturated machine
 * shows a high utilisation.
 */
@Injectable()
export class BusyThreads {
  private readonly reads = new Set<Read>([() => performance.eventLoopUtilization()]);
  private readonly queues = new Set<() => number>();

  /** Includes a worker thread until it ends. */
  watch(worker: Worker): void {
    const read: Read = () => worker.performance.eventLoopUtilization();
    this.reads.add(read);
    worker.once('exit', () => this.reads.delete(read));
  }

  /** @param calls returns the number of calls queued for a thread, including the running one */
  watchQueue(calls: () => number): void {
    this.queues.add(calls);
  }

  /** Returns the length of the longest queue of calls. */
  callsWaiting(): number {
    return Math.max(0, ...[...this.queues].map((calls) => calls()));
  }

  /** @returns a function that returns the utilisation of the busiest thread since its previous call, 0..1 */
  meter(): () => number {
    let before = new Map<Read, EventLoopUtilization>();
    return () => {
      const now = new Map([...this.reads].map((read) => [read, read()]));
      const shares = [...now].map(([read, { active, idle }]) => {
        const last = before.get(read) ?? { active: 0, idle: 0 };
        const all = active - last.active + idle - last.idle;
        return all > 0 ? (active - last.active) / all : 0;
      });
      before = now;
      return Math.max(0, ...shares);
    };
  }
}
