import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { DEFAULT_MODEL } from '../domain/model.js';
import { EmbeddedTexts, TextEmbeddings } from '../domain/text-embeddings.js';

/** Embeds texts with the embedding that serves the search; there is no other, so that another name is an error. */
@Injectable()
export class EmbedInput {
  constructor(private readonly embeddings: TextEmbeddings) {}

  /** @throws NotFoundError for a model that is neither `default` nor the one in service */
  async execute(
    request: { readonly model: string; readonly texts: readonly string[]; readonly filter: CategoryFilter },
    signal: AbortSignal,
  ): Promise<EmbeddedTexts> {
    const { model, texts, filter } = request;
    if (model !== DEFAULT_MODEL && model !== (await this.embeddings.model(filter)))
      throw new NotFoundError('model', model);
    return this.embeddings.embed(texts, filter, signal);
  }
}
