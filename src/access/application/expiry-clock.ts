import { Injectable, Logger } from '@nestjs/common';
import { Clock, MonotonicClock } from '../../shared/domain/clock.js';
import { KeyStore } from '../domain/key-store.js';

/**
 * Accepts clock corrections up to this size. After a larger step back, time continues from the latest time that was
 * seen.
 */
const TOLERANCE_MS = 60_000;
/** Interval for storing the latest time. After a restart the accepted clock may lag by up to this interval. */
const KEEP_EVERY_MS = 60_000;

/**
 * The clock for key expiry. A wall clock that is set back would make an expired key valid, so this clock never returns
 * less than the latest time seen by any process, before a restart too. A clock that was once set far ahead therefore
 * ends keys permanently; SECURITY.md describes the reset.
 */
@Injectable()
export class ExpiryClock {
  private readonly logger = new Logger('access');
  private latestMs = -Infinity;
  private latestAtMs = 0;
  private keptMs = -Infinity;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly store: KeyStore,
    private readonly wall: Clock,
    private readonly monotonic: MonotonicClock,
  ) {}

  async now(): Promise<Date> {
    await this.loaded();
    const wallMs = this.wall.now().getTime();
    const atLeastMs = this.latestMs + (this.monotonic.nowMs() - this.latestAtMs);
    const believedMs = wallMs >= atLeastMs - TOLERANCE_MS ? wallMs : atLeastMs;
    this.raise(Math.max(believedMs, this.latestMs));
    if (this.latestMs - this.keptMs >= KEEP_EVERY_MS) this.keep();
    return new Date(believedMs);
  }

  /** The next request retries a failed read. Meanwhile no key is recognised, since the same store has the keys. */
  private loaded(): Promise<void> {
    this.loading ??= this.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  private async load(): Promise<void> {
    const latest = await this.store.latestTime();
    if (latest === undefined) return;
    this.raise(Date.parse(latest));
    this.keptMs = this.latestMs;
  }

  private raise(ms: number): void {
    if (ms <= this.latestMs) return;
    this.latestMs = ms;
    this.latestAtMs = this.monotonic.nowMs();
  }

  /** Not awaited: recognising a key must not wait for a write. */
  private keep(): void {
    this.keptMs = this.latestMs;
    const at = new Date(this.latestMs).toISOString();
    Promise.resolve()
      .then(() => this.store.raiseLatestTime(at))
      .then((latest) => this.raise(Date.parse(latest)))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'failed to store the latest time; retrying'));
  }
}
