import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { Transaction } from '../../../shared/domain/transaction.js';
import { EmbeddingModels } from '../domain/embedding-models.js';

/** The way back from a refit: the embedding that served before serves again, and the one that serves now can be gone back to. */
@Injectable()
export class RevertEmbedding {
  constructor(
    private readonly models: EmbeddingModels,
    private readonly transaction: Transaction,
  ) {}

  /** @throws ConflictError when no embedding served before this one */
  async revert(): Promise<void> {
    const previous = await this.models.previous();
    if (previous === undefined)
      throw new ConflictError('No embedding served before the present one; there is none to go back to.');
    await this.transaction.run(() => this.models.serve(previous.id));
  }
}
