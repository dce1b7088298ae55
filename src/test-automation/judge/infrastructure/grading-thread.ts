import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { MeaningSource } from '../../../search/embedding/domain/static-embedding/static-embedding.js';
import { inSlices } from '../../../shared/domain/steps.js';
import { Grade, gradeInSteps } from '../domain/grade-answer.js';
import { nearnessBy } from '../domain/meaning.js';
import type { GradingTask } from './grading-worker.js';

/** One for a caller whose answer takes its whole time, and one for the others. */
const MOST_THREADS = 2;
/** Milliseconds after which an idle thread gives its memory back. */
const IDLE_MS = 60_000;

/**
 * Grades answers in worker threads. Comparing texts takes more than linear time in some of its steps, and what comes in a request must not
 * keep all others waiting: a grading that is given up ends its thread.
 */
@Injectable()
export class GradingThread implements OnApplicationShutdown {
  private threads: Piscina<GradingTask, Grade> | undefined;
  /** The end of the last grading of each caller. */
  private readonly last = new Map<string, Promise<void>>();

  constructor(private readonly meaning: MeaningSource) {}

  /** @param caller answers of one caller are graded one after the other, so that none holds all threads */
  async grade(judged: GradingTask, caller: string, signal: AbortSignal): Promise<Grade> {
    const before = this.last.get(caller) ?? Promise.resolve();
    const own = before.then(() => {
      signal.throwIfAborted();
      return this.run(judged, signal);
    });
    const settled = own.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(caller, settled);
    try {
      return await own;
    } finally {
      if (this.last.get(caller) === settled) this.last.delete(caller);
    }
  }

  private async run(judged: GradingTask, signal: AbortSignal): Promise<Grade> {
    const meaning = await this.meaning.load();
    const { content } = meaning;
    if (content === undefined)
      return inSlices(gradeInSteps({ ...judged, nearness: nearnessBy(meaning) }), undefined, signal);
    this.threads ??= new Piscina({
      filename: new URL('./grading-worker.js', import.meta.url).href,
      name: 'gradeInThread',
      workerData: content,
      minThreads: 0,
      maxThreads: MOST_THREADS,
      idleTimeout: IDLE_MS,
    });
    return this.threads.run(judged, { signal });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }
}
