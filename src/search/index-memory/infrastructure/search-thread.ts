import type { Worker } from 'node:worker_threads';
import { Logger, OnApplicationBootstrap } from '@nestjs/common';
import {
  KeptRanking,
  PassageRanking,
  Ranking,
  RankingRequest,
  ServedEmbedding,
} from '../../ranking/domain/passage-ranking.js';
import { PLAIN_SETTINGS, SearchSettings } from '../../ranking/domain/search-settings.js';
import { StoppedError } from '../../../shared/infrastructure/with-timeout.js';
import { EngineAnswer, EngineCall, EngineReply, EngineStart, ThreadOptions, unpack } from './engine-protocol.js';
import { type SearchWorkerPrewarm, newSearchWorker } from './search-worker-prewarm.js';
import { threadError } from '../../../shared/infrastructure/database/sqlite-thread.js';

interface Pending {
  readonly call: EngineCall;
  /** How often it was sent: a call that ended two threads is not sent a third time. */
  sent: number;
  readonly settle: (answer: EngineAnswer) => void;
  readonly fail: (error: Error) => void;
  /** After it aborts, no caller waits for the answer. */
  readonly signal: AbortSignal | undefined;
}

type CallBody = EngineCall extends infer C ? (C extends EngineCall ? Omit<C, 'id'> : never) : never;

const MAX_SENDINGS = 2;
const RESTART_AFTER_MS = 1_000;
/**
 * Calls in the thread at a time: one in progress, and one ready for it. The others wait here: answers that arrive
 * together would be handled in one turn of the event loop, with all the work that follows, and a waiting call can still
 * be cancelled.
 */
export const CALLS_AT_ONCE = 2;

export interface LaunchOptions {
  /** A thread that was started earlier. */
  readonly early?: SearchWorkerPrewarm | undefined;
  /** Called with each thread that starts, including replacements. */
  readonly onLaunch?: (worker: Worker) => void;
}

/**
 * Runs the search engine in a separate thread, so that no search blocks other requests. A thread that dies is replaced.
 */
export class SearchThread extends PassageRanking implements OnApplicationBootstrap {
  private readonly logger = new Logger('index');
  private worker: Worker | undefined;
  /** Calls in the thread. */
  private readonly pending = new Map<number, Pending>();
  private readonly waiting: Pending[] = [];
  private nextId = 1;
  private closed = false;
  private generations = 0;
  private readonly loaded: Promise<void>;
  private readonly onLaunch: (worker: Worker) => void;

  private constructor(
    private start: EngineStart,
    { early, onLaunch = () => undefined }: LaunchOptions,
  ) {
    super();
    this.onLaunch = onLaunch;
    this.loaded = this.launch(early?.take(start));
    this.loaded.catch(() => {
      this.closed = true;
      this.failAll('The search thread could not load its index.');
    });
  }

  /**
   * Starts the thread, which answers once its index is loaded; the rest of the program can start meanwhile.
   * @param file path of the documents' database
   */
  static begin(
    file: string,
    { settings = PLAIN_SETTINGS, ...others }: ThreadOptions = {},
    launch: LaunchOptions = {},
  ): SearchThread {
    return new SearchThread({ file, settings, ...others }, launch);
  }

  /** Starts the thread and waits until its index is loaded. */
  static async start(file: string, options?: ThreadOptions): Promise<SearchThread> {
    const thread = SearchThread.begin(file, options);
    await thread.loaded;
    return thread;
  }

  /** The program does not serve before the index is loaded, and does not start if it cannot be loaded. */
  onApplicationBootstrap(): Promise<void> {
    return this.loaded;
  }

  get generation(): number {
    return this.generations;
  }

  /** Number of calls in the thread and in the queue. */
  get callsWaiting(): number {
    return this.pending.size + this.waiting.length;
  }

  async rank(request: RankingRequest, signal?: AbortSignal): Promise<Ranking> {
    return unpack(await this.packed(request, signal));
  }

  async rankToKeep(request: RankingRequest, signal?: AbortSignal): Promise<KeptRanking> {
    const bytes = await this.packed(request, signal);
    return { ranking: unpack(bytes), again: () => unpack(bytes) };
  }

  async embed(argument: readonly string[]): Promise<Float32Array[]> {
    const vectors = await this.ask({ method: 'embed', argument }, (answer) =>
      answer.method === 'embed' ? answer.value : undefined,
    );
    return [...vectors];
  }

  served(): Promise<ServedEmbedding> {
    return this.ask({ method: 'served' }, (answer) => (answer.method === 'served' ? answer.value : undefined));
  }

  /** Later searches use these settings; the cache is cleared. */
  async use(settings: SearchSettings): Promise<void> {
    this.start = { ...this.start, settings };
    this.generations++;
    await this.ask({ method: 'use', argument: settings }, (answer) =>
      answer.method === 'use' ? answer.value : undefined,
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.worker?.terminate();
    this.failAll('The server is stopping.');
  }

  private packed(argument: RankingRequest, signal: AbortSignal | undefined): Promise<Uint8Array> {
    return this.ask(
      { method: 'rank', argument },
      (answer) => (answer.method === 'rank' ? answer.value : undefined),
      signal,
    );
  }

  /** @param read extracts the value from an answer of the right kind */
  private ask<T>(body: CallBody, read: (answer: EngineAnswer) => T | undefined, signal?: AbortSignal): Promise<T> {
    const call: EngineCall = { ...body, id: this.nextId++ };
    return new Promise<T>((resolve, reject) => {
      const settle = (answer: EngineAnswer) => {
        const value = read(answer);
        if (value === undefined) reject(new Error('The search thread answered another question.'));
        else resolve(value);
      };
      this.waiting.push({ call, sent: 0, settle, fail: reject, signal });
      this.sendWaiting();
    });
  }

  private sendWaiting(): void {
    while (this.pending.size < CALLS_AT_ONCE) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (next.signal?.aborted === true) {
        next.fail(new StoppedError());
        continue;
      }
      this.pending.set(next.call.id, next);
      this.send(next);
    }
  }

  private failAll(message: string): void {
    for (const { fail } of [...this.pending.values(), ...this.waiting]) fail(new Error(message));
    this.pending.clear();
    this.waiting.length = 0;
  }

  private send(pending: Pending): void {
    if (this.closed || pending.sent >= MAX_SENDINGS) {
      this.pending.delete(pending.call.id);
      pending.fail(new Error('The search thread is not available.'));
      return;
    }
    pending.sent++;
    this.worker?.postMessage(pending.call);
  }

  private launch(worker = newSearchWorker(this.start)): Promise<void> {
    this.worker = worker;
    this.onLaunch(worker);
    return new Promise((resolve, reject) => {
      let loaded = false;
      worker.on('message', (message: EngineReply) => {
        if (message.kind === 'ready') {
          loaded = true;
          resolve();
        } else this.hear(message);
      });
      worker.on('error', (thrown: unknown) => {
        const error = threadError(thrown, 'search');
        if (loaded) this.logger.error({ err: error }, 'the search thread failed and is replaced');
        reject(error);
      });
      worker.on('exit', () => {
        reject(new Error('The search thread ended before its index was loaded.'));
        if (loaded) this.replace();
      });
    });
  }

  private hear(message: Exclude<EngineReply, { kind: 'ready' }>): void {
    if (message.kind === 'changed') this.generations++;
    else if (message.kind === 'image-fault') this.logger.warn(message.reason);
    else if (message.kind === 'damaged')
      this.logger.error(
        `The stored embedding cannot be read, hashed n-grams serve until it is fitted again: ${message.reason}`,
      );
    else this.take(message);
  }

  private take(message: Extract<EngineReply, { kind: 'answer' | 'failure' }>): void {
    const id = message.kind === 'answer' ? message.answer.id : message.id;
    const pending = this.pending.get(id);
    if (pending === undefined) return;
    this.pending.delete(id);
    if (message.kind === 'answer') pending.settle(message.answer);
    else pending.fail(new Error(message.message));
    this.sendWaiting();
  }

  /** A dead thread loses its calls: they are sent to the new one, which reads them once it is loaded. */
  private replace(): void {
    if (this.closed) return;
    this.generations++;
    this.launch().catch((error: unknown) => {
      // It could not load: the calls fail, and another thread tries after an interval.
      if (!this.closed) this.logger.error({ err: error }, 'the search thread could not load its index; retrying');
      this.failAll('The search thread is not available.');
      setTimeout(() => this.replace(), RESTART_AFTER_MS).unref();
    });
    for (const pending of [...this.pending.values()]) this.send(pending);
  }
}
