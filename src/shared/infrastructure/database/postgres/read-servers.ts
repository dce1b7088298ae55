import { Logger } from '@nestjs/common';
import { DomainError } from '../../../domain/domain-error.js';
import { StoppedError, raceAbort, withinLimit } from '../../with-timeout.js';
import { PostgresDatabase } from './postgres-database.js';
import { deadlineOf } from '../../../domain/time-limit.js';

/** Delay before a standby that lags is used again. */
const BEHIND_MS = 100;
/** First and longest delay before a standby that failed is tried again; the delay doubles with each failure. */
const AWAY_FIRST_MS = 1_000;
const AWAY_LONGEST_MS = 30_000;

/** Share of a reader's time limit for the standby; the rest is for the primary. */
const STANDBY_SHARE = 0.5;

/** A standby has not replayed what the reader must see. */
export class StandbyBehindError extends Error {}

/** A standby exceeded its share of the reader's time limit, so that the primary must answer. */
class StandbySlowError extends Error {}

/** Counts of the reads of a process since its start, by server. */
export interface ReadCounts {
  /** Reads that the primary answered because no standby was available and up to date. */
  readonly primary: number;
  readonly standby: number;
  /** Reads for which a standby lagged, and reads that failed on a standby. */
  readonly behind: number;
  readonly failed: number;
  /** Number of standbys in use. */
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

  /** Whether reads may use it: its last read succeeded, and it does not lag. */
  isUsable(now: number): boolean {
    return this.failures === 0 && now >= this.notBefore;
  }

  /** Whether a failed standby should be tried again. */
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

  /** @returns whether its previous read succeeded */
  failed(now: number): boolean {
    this.notBefore = now + Math.min(AWAY_LONGEST_MS, AWAY_FIRST_MS * 2 ** this.failures);
    return this.failures++ === 0;
  }

  /** Allows one attempt at a time. */
  async try(attempt: () => Promise<void>): Promise<void> {
    this.isTried = true;
    try {
      await attempt();
    } finally {
      this.isTried = false;
    }
  }
}

/** Whether another server cannot help: the reader has left, or its time is over. */
function isOver(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || (error instanceof DomainError && error.code === 'store-slow');
}

/**
 * Distributes reads of the shared store: to its standbys in turn (DATABASE_READ_URLS) if they have replayed what the reader must see,
 * otherwise to the primary. A standby that dies, hangs or lags costs a reader up to half of its time limit, never the answer. A failed
 * standby is tried in parallel with a read on the primary, so that no reader waits for its first connections and its cold caches.
 */
export class ReadServers {
  private readonly logger = new Logger('store');
  private readonly standbys: readonly Standby[];
  private readonly counts = { primary: 0, standby: 0, behind: 0, failed: 0 };
  private turn = 0;

  /** @param standbys by their names for logs, without passwords */
  constructor(
    private readonly primary: PostgresDatabase,
    standbys: ReadonlyMap<string, PostgresDatabase> = new Map(),
  ) {
    this.standbys = [...standbys].map(([name, database]) => new Standby(database, name));
  }

  /** @param work read-only; throws StandbyBehindError if its server has not replayed what it must see */
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

  /** Returns the counts of reads since the start. */
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
          // A read that its reader cancelled says nothing about the standby.
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

/** @throws StandbySlowError if the share of the reader's time is over; the started read ends with the reader's signal */
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
