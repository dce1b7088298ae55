/** Prices of a model in US dollars per million tokens: list prices of short prompts, without discounts. */
export interface ModelPrice {
  readonly provider: string;
  readonly model: string;
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/** `gpt-4o-mini-2024-07-18` costs what `gpt-4o-mini` costs. */
const VERSION = /-(?:\d{4}-?\d{2}-?\d{2}|\d{3}|latest)$/u;

/** The price of a model; undefined if it is unknown, which is different from 0. */
export function priceOf(prices: readonly ModelPrice[], provider: string, model: string): ModelPrice | undefined {
  const own = prices.filter((price) => price.provider === provider);
  return own.find((p) => p.model === model) ?? own.find((p) => p.model === model.replace(VERSION, ''));
}

/** Cost of a call in US dollars; null if the price is not known. */
export function costUsd(
  price: Pick<ModelPrice, 'inputUsd' | 'outputUsd'> | undefined,
  inputTokens: number,
  outputTokens: number,
): number | null {
  return price === undefined ? null : (inputTokens * price.inputUsd + outputTokens * price.outputUsd) / 1_000_000;
}

/** Tokenizers differ; these ratios are higher than those of most. */
const LATIN_CHARACTERS_PER_TOKEN = 3;
const OTHER_TOKENS_PER_CHARACTER = 1.2;

/** Upper estimate of the number of tokens of a text; for budgets, not for bills. */
export function estimatedTokens(text: string): number {
  const others = text.match(/[^\u0000-\u024f]/gu)?.length ?? 0;
  return Math.ceil((text.length - others) / LATIN_CHARACTERS_PER_TOKEN + others * OTHER_TOKENS_PER_CHARACTER);
}
