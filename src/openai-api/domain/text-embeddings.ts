import { CategoryFilter } from '../../shared/domain/category-filter.js';

export interface EmbeddedTexts {
  /** Name of the embedding model; vectors of different models are not comparable. */
  readonly model: string;
  /** One vector per text, in the order of the texts. */
  readonly vectors: readonly Float32Array[];
  readonly tokens: number;
}

/** Port: the embedding of the search. The adapter in infrastructure uses the search feature. */
export abstract class TextEmbeddings {
  /** Name of the model for this caller. */
  abstract model(filter: CategoryFilter): Promise<string>;
  /** @throws DomainError (503) if a provider is unavailable */
  abstract embed(texts: readonly string[], filter: CategoryFilter, signal: AbortSignal): Promise<EmbeddedTexts>;
}
