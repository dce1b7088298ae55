import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';
import { StoppedError } from '../../../shared/infrastructure/with-timeout.js';
import type { ModelBatch, ModelFiles, ModelReply, ModelTask } from './model-task.js';

/** Runs one piece of work at a time. Urgent work goes before all waiting work, but does not interrupt running work. */
export class TurnQueue {
  private readonly urgent: (() => void)[] = [];
  private readonly patient: (() => void)[] = [];
  private busy = false;

  async run<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T> {
    if (this.busy) await new Promise<void>((resolve) => (isUrgent ? this.urgent : this.patient).push(resolve));
    this.busy = true;
    try {
      return await work();
    } finally {
      const next = this.urgent.shift() ?? this.patient.shift();
      // The turn is passed on without being released: otherwise a new piece of work could run at the same time as the
      // next one.
      if (next === undefined) this.busy = false;
      else next();
    }
  }
}

/** Runs a model in a separate worker thread: inference blocks the thread, and must not block requests. */
export class ModelThread {
  private readonly logger = new Logger(ModelThread.name);
  private readonly turns = new TurnQueue();
  private readonly thread: Piscina<ModelTask, ModelReply>;

  constructor(private readonly files: ModelFiles) {
    this.thread = new Piscina({
      filename: new URL('./model-worker.js', import.meta.url).href,
      name: 'runModel',
      minThreads: 1,
      maxThreads: 1,
    });
    // Errors between two batches arrive here; without a listener they would end the process.
    this.thread.on('error', (error: unknown) =>
      this.logger.warn(`A model's thread failed: ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  /**
   * Runs one batch. A started batch is not stopped: that would end the thread and load the model again.
   * @param options urgent batches go first; a batch is skipped if its signal has aborted by its turn
   */
  run(
    task: ModelBatch,
    options: { readonly urgent: boolean; readonly signal: AbortSignal | undefined },
  ): Promise<ModelReply> {
    return this.turns.run(options.urgent, () => {
      if (options.signal?.aborted === true) return Promise.reject(new StoppedError());
      return this.thread.run({ ...task, files: this.files });
    });
  }

  /** Ends the thread; waiting batches are rejected. */
  async close(): Promise<void> {
    await this.thread.destroy();
  }
}
