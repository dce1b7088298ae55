import OpenAI from 'openai';
import { Embedder, EmbeddingUnavailableError } from '../domain/search-index.js';

export interface OpenAiEmbedderSettings {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string;
  readonly timeoutMs: number;
}

/** Widths that the known models give by default; any other model is asked once. */
const KNOWN_DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};
/** Texts a call: the API takes 2,048, but a short call fails and retries cheaply. */
const BATCH = 64;

function unit(vector: readonly number[]): Float32Array {
  const norm = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (x) => x / norm);
}

/** Embeddings of OpenAI or of any server that speaks its API. */
export class OpenAiEmbedder extends Embedder {
  readonly model: string;
  private width: number;
  private readonly client: OpenAI;

  constructor(private readonly settings: OpenAiEmbedderSettings) {
    super();
    this.model = `openai:${settings.model}`;
    this.width = KNOWN_DIMENSIONS[settings.model] ?? 0;
    this.client = new OpenAI({
      // A server without keys still wants the header to be well formed.
      apiKey: settings.apiKey ?? 'none',
      ...(settings.baseUrl === undefined ? {} : { baseURL: settings.baseUrl }),
      timeout: settings.timeoutMs,
      maxRetries: 0,
    });
  }

  /** 0 until the first answer of a model that is not in the table. */
  get dimensions(): number {
    return this.width;
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let i = 0; i < texts.length; i += BATCH)
      vectors.push(...(await this.batch(texts.slice(i, i + BATCH), signal)));
    return vectors;
  }

  private async batch(input: string[], signal?: AbortSignal): Promise<Float32Array[]> {
    try {
      const answer = await this.client.embeddings.create(
        { model: this.settings.model, input, encoding_format: 'float' },
        signal === undefined ? {} : { signal },
      );
      const vectors = [...answer.data].sort((a, b) => a.index - b.index).map((item) => unit(item.embedding));
      if (vectors.length !== input.length)
        throw new Error(`it gave ${vectors.length} vectors for ${input.length} texts`);
      this.width = this.checkedWidth(vectors);
      return vectors;
    } catch (error) {
      throw new EmbeddingUnavailableError(error instanceof Error ? error.message : 'unknown reason');
    }
  }

  private checkedWidth(vectors: readonly Float32Array[]): number {
    const width = vectors[0]?.length ?? this.width;
    if (width === 0 || vectors.some((v) => v.length !== width || v.some((x) => !Number.isFinite(x))))
      throw new Error('its vectors are malformed');
    return width;
  }
}
