import {
  AvailableModel,
  Completion,
  CompletionRequest,
  LanguageModelError,
  NamedModel,
  OnToken,
  OpenModel,
  PROVIDER_URLS,
} from '../domain/language-model.js';
import { ProviderAccess } from './provider-access.js';
import { ProviderClient } from './provider-client.js';
import { providerFailure } from './provider-failure.js';

/** Loads only the SDK of this provider, since an SDK takes longer to load than the rest of its feature. */
export async function clientOf(name: NamedModel['provider'], access: ProviderAccess): Promise<ProviderClient> {
  if (name === 'anthropic') return new (await import('./anthropic-client.js')).AnthropicClient(access);
  return new (await import('./openai-client.js')).OpenAiClient(access);
}

/** A model without retries, time limits and a budget. */
class BareModel extends AvailableModel {
  constructor(
    private readonly client: ProviderClient,
    private readonly named: NamedModel,
  ) {
    super(named);
  }

  async complete(request: CompletionRequest, signal: AbortSignal, onToken?: OnToken): Promise<Completion> {
    try {
      const { text, tokens, isWhole } = await this.client.stream(request, signal, (piece, kind) =>
        onToken?.(kind === 'said' ? piece : ''),
      );
      const { input: inputTokens = 0, output: outputTokens = 0 } = tokens ?? {};
      const { provider, model } = this;
      return { text, isWhole, usage: { provider, model, inputTokens, outputTokens, costUsd: null } };
    } catch (error) {
      signal.throwIfAborted();
      throw new LanguageModelError('failed', providerFailure(error, this.named.apiKey).message);
    }
  }

  async healthy(): Promise<boolean> {
    return this.client.listModels(new AbortController().signal).then(
      () => true,
      () => false,
    );
  }
}

export const openModel: OpenModel = async (named, send) => {
  const { provider, model, apiKey, baseUrl = PROVIDER_URLS[provider] } = named;
  return new BareModel(await clientOf(provider, { model, apiKey, baseUrl, fetch: send }), named);
};
