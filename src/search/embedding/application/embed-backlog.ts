import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { Transaction } from '../../../shared/domain/transaction.js';
import { Embedder, EmbeddingUnavailableError, EmbeddingProviders } from '../domain/embedder.js';
import { EmbeddingModels, VectorBacklog } from '../domain/embedding-models.js';

/** Kind of the job that embeds the backlog when processes share the store. */
export const EMBED_JOB = 'index.embed';

/** Passages per transaction; short transactions let other writers in. */
const STEP = 64;

/** The stores of vectors and models, and what needs both. */
@Injectable()
export class ProviderVectors {
  constructor(
    readonly models: EmbeddingModels,
    readonly backlog: VectorBacklog,
    readonly providers: EmbeddingProviders,
    private readonly clock: Clock,
  ) {}

  /** Row of the provider's model; undefined before its first vector. */
  async rowOf(provider: Embedder): Promise<number | undefined> {
    const known = await this.models.newestFirst();
    return known.find(
      (m) => m.kind === 'provider' && m.model === provider.model && this.sameWidth(m.dimensions, provider),
    )?.id;
  }

  /** Call inside a Transaction. */
  async put(provider: Embedder, vectors: readonly { id: number; vector: Float32Array }[]): Promise<void> {
    const width = vectors[0]?.vector.length;
    if (width === undefined) return;
    const row = await this.models.ofProvider(provider.model, width, this.clock.now().toISOString());
    await this.backlog.store(row, vectors);
    // If nothing served before, the vectors serve at once; passages without a vector are found by their words.
    if ((await this.models.served()) === undefined) await this.models.serve(row);
  }

  private sameWidth(dimensions: number, provider: Embedder): boolean {
    return provider.dimensions === 0 || provider.dimensions === dimensions;
  }
}

/**
 * Embeds passages with the configured provider: those that were stored while it was unavailable, and all of them after
 * a change of the model. The new vectors replace those in service when none is missing.
 */
@Injectable()
export class EmbedBacklog {
  private running: Promise<number> | undefined;
  private readonly logger = new Logger('index');
  /** The last call failed. The failure is logged once, until a call succeeds again. */
  private isUnavailable = false;

  constructor(
    private readonly vectors: ProviderVectors,
    private readonly transaction: Transaction,
  ) {}

  /** Whether there is a backlog; costs a few indexed queries. */
  async isDue(): Promise<boolean> {
    const { models, backlog, providers } = this.vectors;
    const served = await models.served();
    const provider = providers.configured;
    if (provider === undefined) return served?.kind === 'provider';
    const row = await this.vectors.rowOf(provider);
    return (row !== undefined && served?.id !== row) || (await backlog.next(row, 1)).length > 0;
  }

  /**
   * @returns the number of passages embedded; stops early if the provider is unavailable. Concurrent calls share one
   * run.
   */
  embedBacklog(signal?: AbortSignal): Promise<number> {
    this.running ??= this.work(signal).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async work(signal: AbortSignal | undefined): Promise<number> {
    const { backlog, providers } = this.vectors;
    const provider = providers.configured;
    if (provider === undefined) {
      await this.leaveProvider();
      return 0;
    }
    let done = 0;
    while (signal?.aborted !== true) {
      const waiting = await backlog.next(await this.vectors.rowOf(provider), STEP);
      if (waiting.length === 0) {
        await this.takeOver(provider);
        return done;
      }
      const pairs = await this.embed(provider, waiting);
      if (pairs.length === 0) return done;
      await this.transaction.run(() => this.vectors.put(provider, pairs));
      done += pairs.length;
      // Lets requests in between two steps: the store is synchronous.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return done;
  }

  private async embed(
    provider: Embedder,
    waiting: readonly { id: number; text: string }[],
  ): Promise<{ id: number; vector: Float32Array }[]> {
    try {
      const vectors = await provider.embed(
        waiting.map((w) => w.text),
        { purpose: 'passage' },
      );
      this.isUnavailable = false;
      return waiting.flatMap(({ id }, i) => {
        const vector = vectors[i];
        return vector === undefined ? [] : [{ id, vector }];
      });
    } catch (error) {
      if (!(error instanceof EmbeddingUnavailableError)) throw error;
      if (!this.isUnavailable)
        this.logger.warn(`${error.message}. Passages without a vector are found by their words until it answers.`);
      this.isUnavailable = true;
      return [];
    }
  }

  private async takeOver(provider: Embedder): Promise<void> {
    const row = await this.vectors.rowOf(provider);
    const served = await this.vectors.models.served();
    if (row === undefined || served?.id === row) return;
    await this.transaction.run(() => this.vectors.models.serve(row));
  }

  /** The settings returned to the built-in embedding, which needs no server: the newest fitted model serves at once. */
  private async leaveProvider(): Promise<void> {
    const { models } = this.vectors;
    if ((await models.served())?.kind !== 'provider') return;
    const fitted = (await models.newestFirst()).find((m) => m.kind === 'fitted');
    await this.transaction.run(() => models.serve(fitted?.id));
  }
}
