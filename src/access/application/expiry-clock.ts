import { Injectable, Logger } from '@nestjs/common';
import { Clock, MonotonicClock } from '../../shared/domain/clock.js';
import { KeyStore } from '../domain/key-store.js';

/** Corrections of the clock within this are believed; with a step back beyond it, time goes on from the latest time that was seen. */
const TOLERANCE_MS = 60_000;
/** The latest time is written down this often: after a restart the clock may be believed this much below it. */
const KEEP_EVERY_MS = 60_000;

/**
 * The time by which keys expire. A wall clock that is set back would make an expired key valid: this one is never believed below the
 * latest time that was seen, also by another process and before a restart. A clock that was once set far ahead therefore ends keys for
 * good; SECURITY.md says how to begin again.
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

  /** A failed reading is tried again by the next request; meanwhile no key is recognised, since the same store has the keys. */
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

  /** Nobody waits for it: recognising a key must not become writing. */
  private keep(): void {
    this.keptMs = this.latestMs;
    const at = new Date(this.latestMs).toISOString();
    Promise.resolve()
      .then(() => this.store.raiseLatestTime(at))
      .then((latest) => this.raise(Date.parse(latest)))
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'the latest time could not be stored; it is tried again'),
      );
  }
}
