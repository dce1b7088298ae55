import { Logger } from '@nestjs/common';
import { bulkhead } from 'cockatiel';
import { Piscina } from 'piscina';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import type { ExtractionReply, ExtractionTask } from './extraction-task.js';

interface PoolSettings {
  /** Module that exports `extractFile`. */
  readonly workerUrl: URL;
  readonly timeLimitMs: number;
  readonly heapMb: number;
}

const SETTINGS: PoolSettings = {
  workerUrl: new URL('./extraction-worker.js', import.meta.url),
  timeLimitMs: EXTRACTION_LIMITS.timeLimitMs,
  heapMb: EXTRACTION_LIMITS.heapMb,
};

/** Reads files in worker threads that start when needed and end when idle; a file that breaks its thread breaks nothing else. */
export class ExtractionPool {
  private readonly logger = new Logger(ExtractionPool.name);
  private readonly threads: Piscina<ExtractionTask, ExtractionReply>;
  /** Files wait here and not in the pool, so that the time limit of a file does not run while it waits for others. */
  private readonly places = bulkhead(EXTRACTION_LIMITS.threads, Infinity);
  private readonly running = new Set<Promise<ExtractionReply>>();
  private closed = false;

  constructor(private readonly settings: PoolSettings = SETTINGS) {
    this.threads = new Piscina({
      filename: settings.workerUrl.href,
      name: 'extractFile',
      minThreads: 0,
      maxThreads: EXTRACTION_LIMITS.threads,
      idleTimeout: EXTRACTION_LIMITS.idleMs,
      resourceLimits: { maxOldGenerationSizeMb: settings.heapMb, stackSizeMb: EXTRACTION_LIMITS.stackMb },
    });
    // A thread that fails between two files says so here; without a listener that would end the process.
    this.threads.on('error', (error: unknown) => this.logger.warn(`A reader's thread failed: ${textOf(error)}`));
  }

  /** @throws UnreadableFileError where the file takes too long, too much memory, or crashes its thread */
  run(task: ExtractionTask): Promise<ExtractionReply> {
    return this.places.execute(() => this.runNow({ ...task, bytes: ownBytes(task.bytes) }));
  }

  /** Lets running files finish, refuses those that wait, then ends all threads. */
  async close(): Promise<void> {
    this.closed = true;
    // Not the pool's own close: it forgets files whose thread is still starting.
    await Promise.allSettled(this.running);
    await this.threads.destroy();
  }

  private async runNow(task: ExtractionTask): Promise<ExtractionReply> {
    if (this.closed)
      throw new DomainError('not-ready', 'shutting-down', 'No file is read any more: this server is shutting down.');
    const timeUp = new AbortController();
    const timer = setTimeout(() => timeUp.abort(), this.settings.timeLimitMs);
    const running = this.threads.run(task, { signal: timeUp.signal });
    this.running.add(running);
    try {
      return await running;
    } catch (error) {
      throw this.refusal(error, timeUp.signal.aborted);
    } finally {
      clearTimeout(timer);
      this.running.delete(running);
    }
  }

  private refusal(error: unknown, timedOut: boolean): UnreadableFileError {
    if (timedOut) return new UnreadableFileError(`reading it took longer than ${this.settings.timeLimitMs / 1000} s`);
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      return new UnreadableFileError(`reading it takes more memory than ${this.settings.heapMb} MB; split it`);
    }
    // Parsers' own complaints come back as replies, so this is a fault of the reader that somebody should look at.
    this.logger.warn(
      `A file broke its reader: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return new UnreadableFileError('its content broke the reader');
  }
}

/** Posting a view copies all of the memory behind it: a small file cut out of a large request must not carry the rest along. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
