/** What a provider asks for a model, in US dollars for a million tokens: list prices of short prompts, without discounts. */
export interface ModelPrice {
  readonly provider: string;
  readonly model: string;
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/** `gpt-4o-mini-2024-07-18` costs what `gpt-4o-mini` costs. */
const VERSION = /-(?:\d{4}-?\d{2}-?\d{2}|\d{3}|latest)$/u;

/** The price of a model; undefined when it is not known, which is not the same as nothing. */
export function priceOf(prices: readonly ModelPrice[], provider: string, model: string): ModelPrice | undefined {
  const own = prices.filter((price) => price.provider === provider);
  return own.find((p) => p.model === model) ?? own.find((p) => p.model === model.replace(VERSION, ''));
}

/** Cost of a call in US dollars; null when the price is not known. */
export function costUsd(
  price: Pick<ModelPrice, 'inputUsd' | 'outputUsd'> | undefined,
  inputTokens: number,
  outputTokens: number,
): number | null {
  return price === undefined ? null : (inputTokens * price.inputUsd + outputTokens * price.outputUsd) / 1_000_000;
}

/** Tokenisers differ; these are on the dear side of those in use. */
const LATIN_CHARACTERS_PER_TOKEN = 3;
const OTHER_TOKENS_PER_CHARACTER = 1.2;

/** About how many tokens a text is, rather more than less; for budgets, never for bills. */
export function estimatedTokens(text: string): number {
  const others = text.match(/[^\u0000-\u024f]/gu)?.length ?? 0;
  return Math.ceil((text.length - others) / LATIN_CHARACTERS_PER_TOKEN + others * OTHER_TOKENS_PER_CHARACTER);
}
