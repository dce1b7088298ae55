import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { Transaction } from '../../../shared/domain/transaction.js';
import { EmbeddingModels } from '../domain/embedding-models.js';

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
