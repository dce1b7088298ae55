import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { Transaction } from '../../../shared/domain/transaction.js';
import { EmbeddingModels, EmbeddingFitter, FittedEmbedding } from '../domain/embedding-models.js';
import { ConflictError } from '../../../shared/domain/domain-error.js';

/** Bytes per transaction: a few milliseconds. */
const PART_BYTES = 256 * 1024;

export interface FitRequest {
  /** Called with a share from 0 to 1. */
  readonly progress: (share: number) => void;
  /** Name of the model that the index serves; read when the fitting is done. */
  readonly serving: () => Promise<string>;
  readonly signal?: AbortSignal | undefined;
}

/** Fits the built-in embedding on the current corpus and puts it in service; the previous one serves until then. */
@Injectable()
export class FitEmbedding {
  constructor(
    private readonly fitter: EmbeddingFitter,
    private readonly models: EmbeddingModels,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** @returns whether there is a new model; false if the corpus is too small */
  async fit({ progress, serving, signal }: FitRequest): Promise<boolean> {
    const fitted = await this.fitter.fit(progress, signal);
    if (fitted === undefined || (await this.isThere(fitted, serving))) return false;
    const id = await this.store(fitted);
    await this.transaction.run(() => this.putInService(id));
    await this.transaction.run(() => this.models.removeUnused());
    return true;
  }

  /** The same corpus gives the same model: nothing changes unless the stored one is damaged and does not serve. */
  private async isThere({ model }: FittedEmbedding, serving: () => Promise<string>): Promise<boolean> {
    const served = await this.models.served();
    if (served?.kind === 'provider') return (await this.models.previous())?.model === model;
    return served?.model === model && (await serving()) === model;
  }

  /** A provider's vectors stay in service; the fitted embedding serves once the provider is changed or removed. */
  private async putInService(id: number): Promise<void> {
    const served = await this.models.served();
    await this.models.serve(id);
    if (served?.kind === 'provider') await this.models.serve(served.id);
  }

  private async store(fitted: FittedEmbedding): Promise<number> {
    const id = await this.transaction.run(() =>
      this.models.add({
        model: fitted.model,
        kind: 'fitted',
        dimensions: fitted.dimensions,
        passages: fitted.passages,
        createdAt: this.clock.now().toISOString(),
      }),
    );
    for (let part = 0; part * PART_BYTES < fitted.bytes.length; part++) {
      const bytes = fitted.bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      await this.transaction.run(() => this.models.putPart(id, part, bytes));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return id;
  }
}

/** Reverts a refit: the previous embedding serves again, and a second revert restores the present one. */
@Injectable()
export class RevertEmbedding {
  constructor(
    private readonly models: EmbeddingModels,
    private readonly transaction: Transaction,
  ) {}

  /** @throws ConflictError if no embedding served before this one */
  async revert(): Promise<void> {
    const previous = await this.models.previous();
    if (previous === undefined) throw new ConflictError('No previous embedding to revert to.');
    await this.transaction.run(() => this.models.serve(previous.id));
  }
}
