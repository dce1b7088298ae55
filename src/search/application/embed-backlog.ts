import { Injectable } from '@nestjs/common';
import { Transaction } from '../../shared/domain/transaction.js';
import { Embedder, EmbeddingUnavailableError, VectorBacklog } from '../domain/search-index.js';

/** Passages a step: short transactions let other writers in between. */
const STEP = 64;

/** Gives passages their vectors that were stored while the embedding provider was away, or by another model. */
@Injectable()
export class EmbedBacklog {
  private running: Promise<number> | undefined;

  constructor(
    private readonly backlog: VectorBacklog,
    private readonly embedder: Embedder,
    private readonly transaction: Transaction,
  ) {}

  /** @returns how many passages got a vector; stops early when the provider is away. Concurrent calls share one run. */
  execute(): Promise<number> {
    this.running ??= this.work().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async work(): Promise<number> {
    let done = 0;
    for (;;) {
      const waiting = await this.backlog.next(STEP);
      if (waiting.length === 0) return done;
      let vectors: Float32Array[];
      try {
        vectors = await this.embedder.embed(waiting.map((w) => w.text));
      } catch (error) {
        if (error instanceof EmbeddingUnavailableError) return done;
        throw error;
      }
      const pairs = waiting.flatMap((w, i) => {
        const vector = vectors[i];
        return vector === undefined ? [] : [{ id: w.id, vector }];
      });
      await this.transaction.run(() => this.backlog.store(pairs));
      done += pairs.length;
      // Let requests in between two steps; the store is synchronous.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
