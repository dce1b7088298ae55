import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { MeaningSource } from '../../../search/embedding/domain/static-embedding/static-embedding.js';
import { inSlices } from '../../../shared/domain/steps.js';
import { Grade, gradeInSteps } from '../domain/grade-answer.js';
import { nearnessBy } from '../domain/meaning.js';
import type { GradingTask } from './grading-worker.js';

/** An answer that takes its whole time keeps one thread from others, not both. */
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

  constructor(private readonly meaning: MeaningSource) {}

  async grade(judged: GradingTask, signal: AbortSignal): Promise<Grade> {
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
