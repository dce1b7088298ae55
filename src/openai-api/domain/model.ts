import { CategoryFilter } from '../../shared/domain/category-filter.js';

/** The model that answers from everything that the key may see, and embeds with the embedding of the search. */
export const DEFAULT_MODEL = 'default';

export interface Model {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** Port: agents as models. The adapter in infrastructure uses the agent factory. */
export abstract class AgentModels {
  /** All agents visible to the caller. */
  abstract list(filter: CategoryFilter): Promise<readonly Model[]>;
  /** Undefined for an agent that does not exist or is not visible to the caller. */
  abstract find(id: string, filter: CategoryFilter): Promise<Model | undefined>;
}

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
