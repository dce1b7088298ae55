import { Logger } from '@nestjs/common';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import type { ExtractionReply, ExtractionTask } from './extraction-task.js';
import { ReaderProcess, type ReaderSettings } from './reader-process.js';
import { ReadingTurns, type Turn, type TurnEnd, type TurnRules } from './reading-turns.js';

/** Settings of the processes that read uploaded files. */
export const READER_SETTINGS: ReaderSettings = {
  threadUrl: new URL('./extraction-worker.js', import.meta.url),
  cpuLimitMs: EXTRACTION_LIMITS.cpuLimitMs,
  timeLimitMs: EXTRACTION_LIMITS.timeLimitMs,
  memoryMb: EXTRACTION_LIMITS.memoryMb,
  heapMb: EXTRACTION_LIMITS.heapMb,
};

/** Reads files in processes that start on demand and end when idle; a file that crashes its process affects nothing else. */
export class ExtractionPool {
  private readonly logger = new Logger(ExtractionPool.name);
  /** Files wait here, so that the time limit of a file excludes its wait for others. */
  private readonly turns: ReadingTurns;
  private readonly idle = new Map<ReaderProcess, NodeJS.Timeout>();
  private readonly readings = new Set<Promise<ExtractionReply>>();
  private closed = false;

  constructor(
    private readonly settings: ReaderSettings = READER_SETTINGS,
    private readonly rules: TurnRules = EXTRACTION_LIMITS,
  ) {
    this.turns = new ReadingTurns(rules);
  }

  /**
   * @param caller who sent the file: the processes are shared by caller
   * @throws UnreadableFileError where the file takes too long, too much memory, or breaks its process; TryLaterError (503) where it waits
   * too long for its turn; DomainError (cancelled) when the signal fires
   */
  async run(task: ExtractionTask, caller: string, signal?: AbortSignal): Promise<ExtractionReply> {
    const reading = this.readInTurns(task, caller, signal);
    this.readings.add(reading);
    try {
      return await reading;
    } finally {
      this.readings.delete(reading);
    }
  }

  /** Finishes running files, refuses waiting ones, then ends all processes. */
  async close(): Promise<void> {
    this.closed = true;
    this.turns.close();
    await Promise.allSettled(this.readings);
    for (const reader of this.idle.keys()) this.end(reader);
  }

  private async readInTurns(task: ExtractionTask, caller: string, signal?: AbortSignal): Promise<ExtractionReply> {
    let isAgain = false;
    for (;;) {
      const turn = await this.turns.take(caller, { isAgain, ...(signal === undefined ? {} : { signal }) });
      const ended = await this.inTurn(turn, task, signal);
      if (ended === 'share-used') throw this.shareUsed();
      if (ended !== 'wait-again') return ended;
      isAgain = true;
    }
  }

  /**
   * Reads a file.
   * @returns the reply, or why the turn ended before the reply
   */
  private async inTurn(turn: Turn, task: ExtractionTask, client?: AbortSignal): Promise<ExtractionReply | TurnEnd> {
    try {
      return await this.read(task, client === undefined ? turn.signal : AbortSignal.any([client, turn.signal]));
    } catch (error) {
      const isStopped = error instanceof DomainError && error.kind === 'cancelled' && client?.aborted !== true;
      const end = isStopped ? turn.ending() : undefined;
      if (end === undefined) throw error;
      return end;
    } finally {
      turn.end();
    }
  }

  private shareUsed(): UnreadableFileError {
    const seconds = this.rules.shareMs / 1000;
    return new UnreadableFileError(
      `reading it took longer than ${seconds} s while files of others waited; split it, or send it when fewer files are read`,
    );
  }

  private async read(task: ExtractionTask, signal: AbortSignal): Promise<ExtractionReply> {
    for (;;) {
      const reader = this.take();
      const hasRead = reader.hasRead;
      try {
        return await reader.read(task, signal);
      } catch (error) {
        // What earlier files left in the memory of the process is not the fault of this file.
        if (!hasRead || !reader.isOutOfMemory) throw error;
      } finally {
        this.giveBack(reader);
      }
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
    return new ReaderProcess(this.settings, (detail) =>
      this.logger.warn(`A file crashed its reading process: ${detail}`),
    );
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
