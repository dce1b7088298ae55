import { CategoryFilter } from '../../shared/domain/category-filter.js';

export interface EmbeddedTexts {
  /** Name of the model that embedded; vectors of different models are never compared. */
  readonly model: string;
  /** One a text, in their order. */
  readonly vectors: readonly Float32Array[];
  readonly tokens: number;
}

/** Port: the embedding that serves the search; adapted to the search feature in infrastructure. */
export abstract class TextEmbeddings {
  /** Name of the model for this caller. */
  abstract model(filter: CategoryFilter): Promise<string>;
  /** @throws DomainError (503) when a provider is away */
  abstract embed(texts: readonly string[], filter: CategoryFilter, signal: AbortSignal): Promise<EmbeddedTexts>;
}
