import { performance } from 'node:perf_hooks';
import type { EventLoopUtilization } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';

type Read = () => EventLoopUtilization;

/**
 * The threads that every request needs, and how busy they are. A thread that waits for a processor counts as busy: that is how a
 * machine shows that it has no more to give.
 */
@Injectable()
export class BusyThreads {
  private readonly reads = new Set<Read>([() => performance.eventLoopUtilization()]);
  private readonly queues = new Set<() => number>();

  /** Counts a thread too, until it ends. */
  watch(worker: Worker): void {
    const read: Read = () => worker.performance.eventLoopUtilization();
    this.reads.add(read);
    worker.once('exit', () => this.reads.delete(read));
  }

  /** @param calls tells how many calls stand before a thread, the one at which it works among them */
  watchQueue(calls: () => number): void {
    this.queues.add(calls);
  }

  /** Calls that stand before the thread with the longest queue. */
  callsWaiting(): number {
    return Math.max(0, ...[...this.queues].map((calls) => calls()));
  }

  /** @returns what tells, at each call, which share of the time since the call before the busiest thread had something to do, 0..1 */
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
