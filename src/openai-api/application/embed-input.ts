import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { InvalidInputError, NotFoundError } from '../../shared/domain/domain-error.js';
import { EmbeddedTexts, EmbedTexts } from '../../search/application/embed-texts.js';
import { DEFAULT_MODEL } from '../domain/completion.js';

/** Embeds texts with the embedding of the search. There is no other embedding, so another name is an error. */
@Injectable()
export class EmbedInput {
  constructor(private readonly embeddings: EmbedTexts) {}

  /**
   * @throws NotFoundError for a model that is neither `default` nor the one in service
   * @throws InvalidInputError for other `dimensions` than those of the embedding: cut vectors are not comparable with those of the search
   */
  async embed(
    request: {
      readonly model: string;
      readonly texts: readonly string[];
      readonly dimensions?: number | undefined;
      readonly filter: CategoryFilter;
    },
    signal: AbortSignal,
  ): Promise<EmbeddedTexts> {
    const { model, texts, dimensions, filter } = request;
    if (model !== DEFAULT_MODEL && model !== (await this.embeddings.model(filter)))
      throw new NotFoundError('model', model);
    const embedded = await this.embeddings.embed(texts, filter, signal);
    const length = embedded.vectors[0]?.length;
    if (dimensions !== undefined && length !== undefined && dimensions !== length)
      throw new InvalidInputError([
        {
          pointer: '/dimensions',
          detail: `must be ${length}, the length of the vectors of '${embedded.model}', or left out; it is ${dimensions}`,
        },
      ]);
    return embedded;
  }
}
