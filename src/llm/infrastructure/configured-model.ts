import { Logger } from '@nestjs/common';
import { ConfigurationError, Environment } from '../../config/environment.js';
import { tracesContent } from '../../config/setting-values.js';
import { configurationFile } from '../../shared/infrastructure/configuration-folders.js';
import { LanguageModel, PROVIDER_URLS } from '../domain/language-model.js';
import { ModelStatistics } from '../domain/model-statistics.js';
import { costUsd, ModelPrice, priceOf } from '../domain/price-table.js';
import { SpendingContext, BudgetedModel } from './budgeted-model.js';
import { readPrices } from './file-prices.js';
import { clientOf } from './named-model.js';
import { outputLimit } from './provider-access.js';
import { ProviderModel } from './provider-model.js';
import { NoModel } from '../domain/extractive-writer.js';

interface Provider {
  readonly name: 'openai' | 'anthropic' | 'gemini';
  readonly defaultModel: string;
  readonly ownUrl: string;
  readonly apiKey: string | undefined;
  /** Another server with the same API and its own prices. */
  readonly otherUrl: string | undefined;
}

/** Default: enough for hundreds of answers of a small model, without a surprising bill. */
const DAY_BUDGET_USD = 10;
const REQUEST_BUDGET_USD = 0.5;

function providerOf(environment: Environment): Provider | undefined {
  switch (environment.LLM_PROVIDER) {
    case 'openai':
      return {
        name: 'openai',
        defaultModel: 'gpt-4o-mini',
        ownUrl: PROVIDER_URLS.openai,
        apiKey: environment.OPENAI_API_KEY,
        otherUrl: environment.OPENAI_BASE_URL,
      };
    case 'anthropic':
      return {
        name: 'anthropic',
        defaultModel: 'claude-haiku-4-5',
        ownUrl: PROVIDER_URLS.anthropic,
        apiKey: environment.ANTHROPIC_API_KEY,
        otherUrl: environment.ANTHROPIC_BASE_URL,
      };
    case 'gemini':
      return {
        name: 'gemini',
        defaultModel: 'gemini-2.5-flash-lite',
        ownUrl: PROVIDER_URLS.gemini,
        apiKey: environment.GEMINI_API_KEY,
        otherUrl: environment.GEMINI_BASE_URL,
      };
    default:
      return undefined;
  }
}

/** Price of the configured model's tokens: from the environment, otherwise from the table if it is the provider's own server. */
function priceFor(
  environment: Environment,
  provider: Provider,
  model: string,
): Pick<ModelPrice, 'inputUsd' | 'outputUsd'> | undefined {
  const { LLM_PRICE_INPUT_USD: inputUsd, LLM_PRICE_OUTPUT_USD: outputUsd } = environment;
  const prices = readPrices(configurationFile(environment.DATA_DIR, 'llm-prices.json'));
  if (inputUsd !== undefined && outputUsd !== undefined) return { inputUsd, outputUsd };
  return provider.otherUrl === undefined ? priceOf(prices, provider.name, model) : undefined;
}

/** 0 means no limit. */
function limit(usd: number): number | undefined {
  return usd === 0 ? undefined : usd;
}

function budgeted(
  model: LanguageModel,
  environment: Environment,
  books: SpendingContext & { statistics: ModelStatistics },
) {
  return (price: Pick<ModelPrice, 'inputUsd' | 'outputUsd'> | undefined): LanguageModel => {
    const { LLM_BUDGET_DAY_USD: day, LLM_BUDGET_REQUEST_USD: request } = environment;
    if (price === undefined) {
      const named = [
        ...((day ?? 0) > 0 ? ['LLM_BUDGET_DAY_USD'] : []),
        ...((request ?? 0) > 0 ? ['LLM_BUDGET_REQUEST_USD'] : []),
      ];
      const how = `set LLM_PRICE_INPUT_USD and LLM_PRICE_OUTPUT_USD (0 for a server of your own)`;
      if (named.length > 0)
        throw new ConfigurationError(
          named.map((name) => `${name}: cannot be kept, since the price of '${model.model}' is not known; ${how}`),
        );
      new Logger('cost-guard').warn(`No budget is kept: the price of '${model.model}' is not known; ${how}.`);
      return model;
    }
    const settings = {
      budget: { dayUsd: limit(day ?? DAY_BUDGET_USD), requestUsd: limit(request ?? REQUEST_BUDGET_USD) },
      costUsd: (input: number, output: number) => costUsd(price, input, output) ?? 0,
      outputLimit: (maxTokens: number) => outputLimit(model.model, maxTokens),
    };
    books.statistics.budget = settings.budget;
    return new BudgetedModel(model, settings, books, books.statistics);
  };
}

/** Name of the model in the environment; `extractive` without one. */
export function modelName(environment: Environment): { readonly provider: string; readonly model: string } {
  const provider = providerOf(environment);
  const none = new NoModel();
  return provider === undefined
    ? { provider: none.provider, model: none.model }
    : { provider: provider.name, model: environment.LLM_MODEL ?? provider.defaultModel };
}

/**
 * The model that the environment names, with its limits and its budget.
 * @throws ConfigurationError for a price table that cannot be read, and for a budget that cannot be enforced
 */
export async function configuredModel(
  environment: Environment,
  books: SpendingContext & { readonly statistics: ModelStatistics },
): Promise<LanguageModel> {
  const provider = providerOf(environment);
  if (provider === undefined) return new NoModel();
  const { model } = modelName(environment);
  const { apiKey } = provider;
  const multiplier = environment.PIPELINE_TIMEOUT_MULTIPLIER;
  const access = { model, apiKey, baseUrl: provider.otherUrl ?? provider.ownUrl };
  const price = priceFor(environment, provider, model);
  const inner = new ProviderModel(
    await clientOf(provider.name, access),
    {
      provider: provider.name,
      model,
      apiKey,
      baseUrl: access.baseUrl,
      tracesContent: tracesContent(environment.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT),
      timeoutMs: environment.LLM_TIMEOUT_MS * multiplier,
      stream: {
        firstTokenMs: environment.LLM_FIRST_TOKEN_TIMEOUT_MS * multiplier,
        idleMs: environment.LLM_IDLE_TIMEOUT_MS * multiplier,
        wholeMs: environment.LLM_STREAM_TIMEOUT_MS * multiplier,
      },
      concurrency: environment.LLM_CONCURRENCY,
      queue: environment.LLM_QUEUE,
      costUsd: (input, output) => costUsd(price, input, output),
    },
    books.statistics,
  );
  return budgeted(inner, environment, books)(price);
}
