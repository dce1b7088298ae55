import type { OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../../../config/environment.js';
import { Embedder, EmbeddingProviders } from '../domain/embedder.js';
import { LocalEmbedder } from './models/local-embedder.js';
import { configuredPrefixes, readNameWithPrefixes, type TextPrefixes } from './models/text-prefixes.js';

const OPENAI_DEFAULT = 'text-embedding-3-small';
const OPENAI_PREFIX = 'openai:';

/** Creates an embedder of a model with these prefixes. */
type MakeEmbedder = (model: string, prefixes: TextPrefixes) => Embedder;

/** The prefixes of the configured model. */
function prefixesOf(model: string, environment: Environment): TextPrefixes {
  const { EMBEDDING_QUERY_PREFIX: query, EMBEDDING_PASSAGE_PREFIX: passage } = environment;
  return configuredPrefixes(model, { query, passage });
}

/**
 * Creates embedders of a server with the API of OpenAI. Its SDK takes long to load, so it is loaded only when needed.
 */
async function openAiEmbedders(environment: Environment): Promise<MakeEmbedder> {
  const { OpenAiEmbedder } = await import('./openai-embedder.js');
  return (model, prefixes) =>
    new OpenAiEmbedder({
      apiKey: environment.OPENAI_API_KEY,
      baseUrl: environment.EMBEDDING_BASE_URL ?? environment.OPENAI_BASE_URL,
      model,
      prefixes,
      timeoutMs: environment.EMBEDDING_TIMEOUT_MS * environment.PIPELINE_TIMEOUT_MULTIPLIER,
    });
}

/** Whether the settings specify a server of embeddings. */
function canAskOpenAi(environment: Environment): boolean {
  return (environment.OPENAI_API_KEY ?? environment.EMBEDDING_BASE_URL ?? environment.OPENAI_BASE_URL) !== undefined;
}

/** Embedding providers of the environment. */
export class SettingsEmbeddingProviders extends EmbeddingProviders implements OnApplicationShutdown {
  private constructor(
    readonly configured: Embedder | undefined,
    /** Undefined if the settings specify no such server. */
    private readonly openAi: MakeEmbedder | undefined,
    private readonly local: LocalEmbedder | undefined,
  ) {
    super();
  }

  /** @throws ConfigurationError if the local model cannot be used */
  static async open(environment: Environment): Promise<SettingsEmbeddingProviders> {
    const others = canAskOpenAi(environment) ? await openAiEmbedders(environment) : undefined;
    switch (environment.EMBEDDING_PROVIDER) {
      case 'openai': {
        const make = others ?? (await openAiEmbedders(environment));
        const model = environment.EMBEDDING_MODEL ?? OPENAI_DEFAULT;
        return new SettingsEmbeddingProviders(make(model, prefixesOf(model, environment)), others, undefined);
      }
      case 'local': {
        const local = await LocalEmbedder.open({
          model: environment.EMBEDDING_MODEL,
          prefixes: (model) => prefixesOf(model, environment),
          dataDir: environment.DATA_DIR,
          timeoutMs: environment.EMBEDDING_TIMEOUT_MS * environment.PIPELINE_TIMEOUT_MULTIPLIER,
        });
        return new SettingsEmbeddingProviders(local, others, local);
      }
      default:
        return new SettingsEmbeddingProviders(undefined, others, undefined);
    }
  }

  named(model: string): Embedder | undefined {
    if (this.configured?.model === model) return this.configured;
    // A model of the same server that served before: it embeds questions until the new one's vectors are complete.
    if (!model.startsWith(OPENAI_PREFIX)) return undefined;
    const { model: name, prefixes } = readNameWithPrefixes(model.slice(OPENAI_PREFIX.length));
    return this.openAi?.(name, prefixes);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.local?.onApplicationShutdown();
  }
}
