import { Logger } from '@nestjs/common';
import {
  circuitBreaker,
  CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  IterableBackoff,
} from 'cockatiel';
import { Clock } from '../../shared/domain/clock.js';
import { NotFoundError, TryLaterError } from '../../shared/domain/domain-error.js';
import { ServedTree, TaxonomyService, Cached } from '../domain/taxonomy-service.js';
import { CURRENT, TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { TaxonomyCacheFile } from './taxonomy-cache-file.js';
import { TaxonomyAwayError, TaxonomyClient } from './taxonomy-client.js';
import { LruCache } from '../../shared/domain/lru-cache.js';

/** How long an answer is served before the service is called again. */
const FRESH_MS = 30_000;
/** Number of trees of versions requested by number; the active one is cached separately. */
const MAX_TREES = 16;
const BREAKER = { failures: 5, openMs: [5_000, 10_000, 20_000, 60_000] };

interface Remembered<T> {
  readonly value: T;
  readonly toldAtMs: number;
}

export interface RememberingSettings {
  /** Failures in a row that open the circuit, and how long it stays open: longer each time it opens again. */
  readonly breaker?: { readonly failures: number; readonly openMs: readonly number[] };
}

/**
 * A taxonomy service with cached answers: they are served at once, are renewed in the background, and remain while the service is
 * unavailable.
 */
export class CachedTaxonomyService extends TaxonomyService {
  private readonly logger = new Logger('taxonomy');
  private readonly breaker: CircuitBreakerPolicy;
  private active: Remembered<ServedTree> | undefined;
  private listed: Remembered<readonly TaxonomyVersionSummary[]> | undefined;
  private readonly trees = new LruCache<string, Remembered<ServedTree>>(MAX_TREES);
  private refreshing: Promise<void> | undefined;
  /** Why the service is unavailable; undefined while it answers. */
  private fault: string | undefined = 'it was not called yet';

  constructor(
    private readonly client: TaxonomyClient,
    private readonly kept: TaxonomyCacheFile,
    private readonly clock: Clock,
    { breaker: { failures, openMs } = BREAKER }: RememberingSettings = {},
  ) {
    super();
    // A 404 for a version comes from a healthy service.
    this.breaker = circuitBreaker(
      handleWhen((error) => !(error instanceof NotFoundError)),
      { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: new IterableBackoff([...openMs]) },
    );
    const known = this.kept.read();
    if (known !== undefined) this.active = { value: known.tree, toldAtMs: known.toldAtMs };
  }

  /** Undefined while the service answers, otherwise the reason of its failure. */
  get problem(): string | undefined {
    return this.fault;
  }

  /** Whether the cached active version is too old. */
  get isDue(): boolean {
    return this.fault !== undefined || this.active === undefined || this.age(this.active) > FRESH_MS;
  }

  current(): Cached<ServedTree> | undefined {
    return this.active === undefined ? undefined : this.told(this.active);
  }

  async tree(version: string): Promise<Cached<ServedTree>> {
    const known = this.trees.get(version);
    return this.renewed(
      known,
      () => this.client.tree(version),
      (told) => this.trees.set(version, told),
    );
  }

  async versions(): Promise<Cached<readonly TaxonomyVersionSummary[]>> {
    return this.renewed(
      this.listed,
      () => this.client.versions(),
      (told) => (this.listed = told),
    );
  }

  /** Requests the active version; never throws. Concurrent calls share one request. */
  refresh(): Promise<void> {
    this.refreshing ??= this.askForActive().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async askForActive(): Promise<void> {
    try {
      const value = await this.ask(() => this.client.tree(CURRENT));
      if (value.version !== this.active?.value.version) this.logger.log({ version: value.version }, 'taxonomy version');
      this.active = { value, toldAtMs: this.clock.now().getTime() };
      this.kept.write(value, this.active.toldAtMs);
    } catch (error) {
      // A service without an active version has nothing to serve either.
      if (error instanceof NotFoundError) this.away('it has no active version');
    }
  }

  private async renewed<T>(
    known: Remembered<T> | undefined,
    ask: () => Promise<T>,
    keep: (told: Remembered<T>) => void,
  ): Promise<Cached<T>> {
    if (known !== undefined && this.age(known) <= FRESH_MS) return this.told(known);
    try {
      const told = { value: await this.ask(ask), toldAtMs: this.clock.now().getTime() };
      keep(told);
      return this.told(told);
    } catch (error) {
      if (error instanceof NotFoundError) throw error;
      if (known !== undefined) return this.told(known);
      throw new TryLaterError(
        'taxonomy-away',
        'The taxonomy service does not answer, and its answer is not cached; try again in a moment.',
        5,
      );
    }
  }

  /** Calls the service unless the circuit is open; updates its state. */
  private async ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await this.breaker.execute(call);
      if (this.fault !== undefined) this.logger.log('the taxonomy service answers');
      this.fault = undefined;
      return answer;
    } catch (error) {
      // While the circuit is open, the reason for its opening is kept.
      if (error instanceof TaxonomyAwayError) this.away(error.message);
      throw error;
    }
  }

  private away(reason: string): void {
    if (this.fault !== reason)
      this.logger.warn({ reason }, 'the taxonomy service is unavailable; its last answer is served');
    this.fault = reason;
  }

  /** Whether the circuit is open. */
  get isCircuitOpen(): boolean {
    return this.breaker.state === CircuitState.Open;
  }

  private age({ toldAtMs }: Remembered<unknown>): number {
    return Math.max(0, this.clock.now().getTime() - toldAtMs);
  }

  private told<T>(known: Remembered<T>): Cached<T> {
    return { value: known.value, ageS: this.age(known) / 1000, isStale: this.fault !== undefined };
  }
}
