import { Inject, Injectable, OnModuleInit, Optional } from '@nestjs/common';
import { Registry } from 'prom-client';
import { JobQueue, KindLoad, QueueLoad } from '../../jobs/domain/job-queue.js';
import { JobCounts } from '../../jobs/application/job-worker.js';
import { addCounter, addGauge } from './read-metrics.js';

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
    const attempts = {
      name: 'touchstone_job_attempts_total',
      help: 'Tries of jobs by how they came out: succeeded, failed, cancelled, handed_over, and given_up in addition to the last failed one',
      labelNames: ['kind', 'outcome'],
    };
    addCounter(this.registry, attempts, () =>
      counts.all().map(({ kind, outcome, count }) => [{ kind, outcome }, count] as const),
    );
    this.followQueue(queue);
  }

  /**
   * The first gauge reads the queue for all gauges. A failed read must not hide the other metrics. Without a queue no
   * job waits for another process.
   */
  private followQueue(queue: JobQueue | undefined): void {
    let load: Promise<QueueLoad | undefined> | undefined;
    const read = () => (load = queue === undefined ? Promise.resolve(NO_QUEUE) : queue.load().catch(() => undefined));
    const dead = { name: 'touchstone_jobs_dead_letters', help: 'Dead-lettered jobs that are still stored' };
    addGauge(this.registry, dead, async () => [[{}, (await read())?.deadLetters ?? NaN]]);
    for (const [name, help, figure] of OF_EACH_KIND)
      addGauge(this.registry, { name, help, labelNames: ['kind'] }, async () =>
        ((await load)?.kinds ?? []).map((kind) => [{ kind: kind.kind }, figure(kind)] as const),
      );
  }
}
