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

/** How long an answer serves before the service is asked again. */
const FRESH_MS = 30_000;
/** Trees of versions that were asked for by name; the active one is kept apart. */
const MAX_TREES = 16;
const BREAKER = { failures: 5, openMs: [5_000, 10_000, 20_000, 60_000] };

interface Remembered<T> {
  readonly value: T;
  readonly toldAtMs: number;
}

export interface RememberingSettings {
  /** Failures in a row that open the circuit, and how long it stays open: each time it has to open again, longer. */
  readonly breaker?: { readonly failures: number; readonly openMs: readonly number[] };
}

/** A taxonomy service whose answers are remembered: they serve at once, are renewed in the background, and outlast its absence. */
export class CachedTaxonomyService extends TaxonomyService {
  private readonly logger = new Logger('taxonomy');
  private readonly breaker: CircuitBreakerPolicy;
  private active: Remembered<ServedTree> | undefined;
  private listed: Remembered<readonly TaxonomyVersionSummary[]> | undefined;
  private readonly trees = new LruCache<string, Remembered<ServedTree>>(MAX_TREES);
  private refreshing: Promise<void> | undefined;
  /** Why the service is away; undefined while it answers. */
  private fault: string | undefined = 'it was not asked yet';

  constructor(
    private readonly client: TaxonomyClient,
    private readonly kept: TaxonomyCacheFile,
    private readonly clock: Clock,
    { breaker: { failures, openMs } = BREAKER }: RememberingSettings = {},
  ) {
    super();
    // A version that the service does not have is an answer of a service that is well.
    this.breaker = circuitBreaker(
      handleWhen((error) => !(error instanceof NotFoundError)),
      { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: new IterableBackoff([...openMs]) },
    );
    const known = this.kept.read();
    if (known !== undefined) this.active = { value: known.tree, toldAtMs: known.toldAtMs };
  }

  /** Undefined while the service answers, else why it does not. */
  get problem(): string | undefined {
    return this.fault;
  }

  /** Whether what is known of the active version should be asked for again. */
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

  /** Asks for the active version; never throws. Asked for twice at once it asks once. */
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
        'The taxonomy service does not answer, and nothing of this is remembered; try again in a moment.',
        5,
      );
    }
  }

  /** One call behind the circuit, which tells what the service is like. */
  private async ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await this.breaker.execute(call);
      if (this.fault !== undefined) this.logger.log('the taxonomy service answers');
      this.fault = undefined;
      return answer;
    } catch (error) {
      // While the circuit is open, the reason for which it opened stays.
      if (error instanceof TaxonomyAwayError) this.away(error.message);
      throw error;
    }
  }

  private away(reason: string): void {
    if (this.fault !== reason) this.logger.warn({ reason }, 'the taxonomy service is away; what it told last serves');
    this.fault = reason;
  }

  /** Whether the service is left alone for a while. */
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
