import { Logger } from '@nestjs/common';
import { bulkhead } from 'cockatiel';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import type { ExtractionReply, ExtractionTask } from './extraction-task.js';
import { ReaderProcess, type ReaderSettings } from './reader-process.js';

const SETTINGS: ReaderSettings = {
  threadUrl: new URL('./extraction-worker.js', import.meta.url),
  stallLimitMs: EXTRACTION_LIMITS.stallLimitMs,
  timeLimitMs: EXTRACTION_LIMITS.timeLimitMs,
  memoryMb: EXTRACTION_LIMITS.memoryMb,
  heapMb: EXTRACTION_LIMITS.heapMb,
};

/** Reads files in processes that start when needed and end when idle; a file that breaks its process breaks nothing else. */
export class ExtractionPool {
  private readonly logger = new Logger(ExtractionPool.name);
  /** Files wait here, so that the time limit of a file does not run while it waits for others. */
  private readonly places = bulkhead(EXTRACTION_LIMITS.processes, Infinity);
  private readonly idle = new Map<ReaderProcess, NodeJS.Timeout>();
  private readonly running = new Set<Promise<ExtractionReply>>();
  private closed = false;

  constructor(private readonly settings: ReaderSettings = SETTINGS) {}

  /**
   * @throws UnreadableFileError where the file takes too long, too much memory, or breaks its process; DomainError (cancelled) when the
   * signal fires
   */
  run(task: ExtractionTask, signal?: AbortSignal): Promise<ExtractionReply> {
    return this.places.execute(() => this.runNow(task, signal));
  }

  /** Lets running files finish, refuses those that wait, then ends all processes. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.running);
    for (const reader of this.idle.keys()) this.end(reader);
  }

  private async runNow(task: ExtractionTask, signal: AbortSignal | undefined): Promise<ExtractionReply> {
    if (this.closed)
      throw new DomainError('not-ready', 'shutting-down', 'No file is read any more: this server is shutting down.');
    const reader = this.take();
    const running = reader.read(task, signal);
    this.running.add(running);
    try {
      return await running;
    } finally {
      this.running.delete(running);
      this.giveBack(reader);
    }
  }

  /** An idle process, or a new one. */
  private take(): ReaderProcess {
    for (const [reader, timer] of this.idle) {
      clearTimeout(timer);
      this.idle.delete(reader);
      if (reader.isHealthy) return reader;
      reader.kill();
    }
    return new ReaderProcess(this.settings, (detail) => this.logger.warn(`A file broke its reader: ${detail}`));
  }

  private giveBack(reader: ReaderProcess): void {
    if (this.closed || !reader.isHealthy) {
      reader.kill();
      return;
    }
    this.idle.set(
      reader,
      setTimeout(() => this.end(reader), EXTRACTION_LIMITS.idleMs),
    );
  }

  private end(reader: ReaderProcess): void {
    clearTimeout(this.idle.get(reader));
    this.idle.delete(reader);
    reader.kill();
  }
}
