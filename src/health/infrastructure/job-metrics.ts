import { Inject, Injectable, OnModuleInit, Optional } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { JobQueue, KindLoad, QueueLoad } from '../../jobs/domain/job-queue.js';
import { JobCounts } from '../../jobs/application/job-worker.js';

type Figure = readonly [name: string, help: string, read: (load: KindLoad) => number];

const OF_EACH_KIND: readonly Figure[] = [
  ['touchstone_jobs_waiting', 'Waiting jobs of all processes', ({ queued }) => queued],
  ['touchstone_jobs_running', 'Running jobs of all processes', ({ running }) => running],
  ['touchstone_jobs_oldest_waiting_seconds', 'Age of the oldest waiting job', ({ oldestQueuedS }) => oldestQueuedS],
];

const NO_QUEUE: QueueLoad = { kinds: [], deadLetters: 0 };

/** Background jobs: outcomes of the attempts in this process, and with a shared store the queue of all processes. */
@Injectable()
export class JobMetrics implements OnModuleInit {
  constructor(
    @Inject(Registry) private readonly registry: Registry,
    private readonly counts: JobCounts,
    // A type that may be undefined names no token by itself.
    @Optional() @Inject(JobQueue) private readonly queue: JobQueue | undefined,
  ) {}

  onModuleInit(): void {
    const { counts, queue } = this;
    new Counter({
      name: 'touchstone_job_attempts_total',
      help: 'Tries of jobs by how they came out: succeeded, failed, cancelled, handed_over, and given_up in addition to the last failed one',
      labelNames: ['kind', 'outcome'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { kind, outcome, count } of counts.all()) this.inc({ kind, outcome }, count);
      },
    });
    this.followQueue(queue);
  }

  /**
   * The first gauge reads the queue for all gauges. A failed read must not hide the other metrics. Without a queue no
   * job waits for another process.
   */
  private followQueue(queue: JobQueue | undefined): void {
    let load: Promise<QueueLoad | undefined> | undefined;
    const read = () => (load = queue === undefined ? Promise.resolve(NO_QUEUE) : queue.load().catch(() => undefined));
    const registers = [this.registry];
    new Gauge({
      name: 'touchstone_jobs_dead_letters',
      help: 'Dead-lettered jobs that are still stored',
      registers,
      async collect() {
        this.set((await read())?.deadLetters ?? NaN);
      },
    });
    for (const [name, help, figure] of OF_EACH_KIND)
      new Gauge({
        name,
        help,
        labelNames: ['kind'],
        registers,
        async collect() {
          this.reset();
          for (const kind of (await load)?.kinds ?? []) this.set({ kind: kind.kind }, figure(kind));
        },
      });
  }
}
