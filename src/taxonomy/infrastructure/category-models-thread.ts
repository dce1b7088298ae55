import type { Worker } from 'node:worker_threads';
import { SqliteThread } from '../../shared/infrastructure/database/sqlite-thread.js';
import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { Clock, today } from '../../shared/domain/clock.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { LearnedScore } from '../domain/category-classifier.js';
import type { ModelAnswer, ModelCall } from './category-models-worker.js';
import { LearnedCategories, LearnedRequest } from '../domain/similar-passages.js';

/** Megabytes of heap: a limit that ends the thread but not the service. */
const HEAP_MB = 512;
/** Megabytes of its heap for short-lived objects: the thread never releases memory that it once took for them. */
const YOUNG_MB = 6;
/** Characters of a text that are sent: the rest is not read. */
const SENT = 20_000;

/** A request in progress when the thread ended is sent again: another request may have caused the failure. */
const MAX_SENDINGS = 2;

interface Waiting {
  readonly call: ModelCall;
  readonly resolve: (scores: readonly LearnedScore[] | undefined) => void;
  sendings: number;
}

/** The classifiers in a separate thread, which starts at the first request: learning takes a second or two. */
@Injectable()
export class CategoryModelsThread extends LearnedCategories implements OnApplicationShutdown {
  private readonly logger = new Logger('classification');
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  private closed = false;

  constructor(
    private readonly database: MainDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  scores({ text, title, filter }: LearnedRequest): Promise<readonly LearnedScore[] | undefined> {
    if (this.closed) return Promise.resolve(undefined);
    const request = { text: text.slice(0, SENT), title, filter, asOf: today(this.clock) };
    const call: ModelCall = { id: this.nextId++, request };
    return new Promise((resolve) => {
      const waiting: Waiting = { call, resolve, sendings: 0 };
      this.waiting.set(call.id, waiting);
      this.send(waiting);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    await this.worker?.terminate();
  }

  private send(waiting: Waiting): void {
    waiting.sendings++;
    this.worker ??= this.start();
    this.worker.postMessage(waiting.call);
  }

  private settle(id: number, scores: readonly LearnedScore[] | undefined): void {
    this.waiting.get(id)?.resolve(scores);
    this.waiting.delete(id);
  }

  private start(): Worker {
    const worker = new SqliteThread(new URL('./category-models-worker.js', import.meta.url), {
      workerData: this.database.file,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.on('message', (answer: ModelAnswer) => this.take(answer));
    worker.on('error', (error: unknown) => {
      this.logger.error({ err: error }, 'the classification thread failed and was replaced');
    });
    worker.on('exit', () => {
      this.worker = undefined;
      for (const waiting of [...this.waiting.values()]) {
        if (this.closed || waiting.sendings >= MAX_SENDINGS) this.settle(waiting.call.id, undefined);
        else this.send(waiting);
      }
    });
    return worker;
  }

  private take({ id, scores, failure }: ModelAnswer): void {
    if (failure !== undefined) this.logger.error(`Nothing could be learned from the documents: ${failure}`);
    this.settle(id, scores);
  }
}
