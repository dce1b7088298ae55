import { Logger } from '@nestjs/common';
import { DomainError } from '../../../domain/domain-error.js';
import { deadlineOf } from '../../../domain/signal-deadline.js';
import { StoppedError, raceAbort, withinLimit } from '../../with-timeout.js';
import { PostgresDatabase } from './postgres-database.js';

/** A standby that has not caught up is asked again so soon. */
const BEHIND_MS = 100;
/** One that does not answer is left alone for so long at first, and twice as long each time, up to the last. */
const AWAY_FIRST_MS = 1_000;
const AWAY_LONGEST_MS = 30_000;

/** Share of a reader's time that a standby has to answer in; the rest is the primary's. */
const STANDBY_SHARE = 0.5;

/** A standby has not replayed what the reader must see. */
export class StandbyBehindError extends Error {}

/** A standby took so much of the reader's time that the primary has to be asked. */
class StandbySlowError extends Error {}

/** What the reads of a process were answered by, since its start. */
export interface ReadCounts {
  /** By the primary, for want of a standby or of one that had caught up. */
  readonly primary: number;
  readonly standby: number;
  /** Reads that a standby could not answer yet, and those that it failed. */
  readonly behind: number;
  readonly failed: number;
  /** Standbys that are asked now. */
  readonly usable: number;
}

class Standby {
  private notBefore = 0;
  private failures = 0;
  private isTried = false;

  constructor(
    readonly database: PostgresDatabase,
    readonly name: string,
  ) {}

  /** Whether readers may wait for it: it answered when it was asked last, and is not behind. */
  isUsable(now: number): boolean {
    return this.failures === 0 && now >= this.notBefore;
  }

  /** Whether one that failed should be looked at again. */
  isDue(now: number): boolean {
    return this.failures > 0 && now >= this.notBefore && !this.isTried;
  }

  answered(): void {
    this.failures = 0;
  }

  behind(now: number): void {
    this.failures = 0;
    this.notBefore = now + BEHIND_MS;
  }

  /** @returns whether it had answered the time before */
  failed(now: number): boolean {
    this.notBefore = now + Math.min(AWAY_LONGEST_MS, AWAY_FIRST_MS * 2 ** this.failures);
    return this.failures++ === 0;
  }

  /** One try at a time. */
  async try(attempt: () => Promise<void>): Promise<void> {
    this.isTried = true;
    try {
      await attempt();
    } finally {
      this.isTried = false;
    }
  }
}

/** Whether trying elsewhere could not help: the reader left, or its time is over. */
function isOver(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || (error instanceof DomainError && error.code === 'store-slow');
}

/**
 * Where reads of the shared store go: to its standbys in turn (DATABASE_READ_URLS), each only when it holds what the reader must see, and
 * to the primary otherwise. A standby that dies, hangs or is behind costs a reader at most half of its time, never an answer; one that was away
 * is tried beside a read that the primary answers, so that nobody waits for its first connections and its empty caches.
 */
export class ReadServers {
  private readonly logger = new Logger('store');
  private readonly standbys: readonly Standby[];
  private readonly counts = { primary: 0, standby: 0, behind: 0, failed: 0 };
  private turn = 0;

  /** @param standbys by the names that the log tells, without passwords */
  constructor(
    private readonly primary: PostgresDatabase,
    standbys: ReadonlyMap<string, PostgresDatabase> = new Map(),
  ) {
    this.standbys = [...standbys].map(([name, database]) => new Standby(database, name));
  }

  /** @param work throws StandbyBehindError where the server given lacks what it must see; it only reads */
  async read<T>(work: (database: PostgresDatabase) => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.tryThoseAway(work, signal);
    const standby = this.next();
    if (standby !== undefined) {
      try {
        const value = await withinShare(work(standby.database), signal);
        standby.answered();
        this.counts.standby++;
        return value;
      } catch (error) {
        if (isOver(error, signal)) throw error;
        this.dropFailedClaims(standby, error);
      }
    }
    this.counts.primary++;
    return work(this.primary);
  }

  /** How reads were answered since the start. */
  statistics(): ReadCounts {
    const now = performance.now();
    return { ...this.counts, usable: this.standbys.filter((standby) => standby.isUsable(now)).length };
  }

  async close(): Promise<void> {
    await Promise.all(this.standbys.map(({ database }) => database.close()));
  }

  private tryThoseAway(work: (database: PostgresDatabase) => Promise<unknown>, signal: AbortSignal | undefined): void {
    const now = performance.now();
    for (const standby of this.standbys.filter((one) => one.isDue(now)))
      void standby.try(async () => {
        try {
          await work(standby.database);
          standby.answered();
          this.logger.log(`the standby ${standby.name} answers again`);
        } catch (error) {
          // Of a reader that left nothing is learned.
          if (!isOver(error, signal)) this.dropFailedClaims(standby, error);
        }
      });
  }

  private next(): Standby | undefined {
    const now = performance.now();
    for (let i = 0; i < this.standbys.length; i++) {
      const standby = this.standbys[this.turn++ % this.standbys.length];
      if (standby?.isUsable(now) === true) return standby;
    }
    return undefined;
  }

  private dropFailedClaims(standby: Standby, error: unknown): void {
    if (error instanceof StandbyBehindError) {
      this.counts.behind++;
      standby.behind(performance.now());
      return;
    }
    this.counts.failed++;
    if (standby.failed(performance.now()))
      this.logger.warn({ err: error }, `the standby ${standby.name} failed; searches go to the others or the primary`);
  }
}

/** @throws StandbySlowError when the share of the reader's time is over; what was begun ends with the reader */
async function withinShare<T>(reading: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const deadline = deadlineOf(signal);
  if (deadline === undefined) return reading;
  const limitMs = Math.max(0, deadline - performance.now()) * STANDBY_SHARE;
  try {
    return await withinLimit(limitMs, undefined, (late) => raceAbort(late, reading));
  } catch (error) {
    throw error instanceof StoppedError ? new StandbySlowError(`no answer within ${limitMs.toFixed(0)} ms`) : error;
  }
}
