/** US dollars for a million tokens. */
interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** When the table was last compared with the providers' price lists. */
export const PRICES_AS_OF = '2025-08';

/** List prices of short prompts, without discounts for batches or repeated prompts. */
const PRICES: ReadonlyMap<string, ModelPrice> = new Map([
  ['gpt-4o-mini', { input: 0.15, output: 0.6 }],
  ['gpt-4o', { input: 2.5, output: 10 }],
  ['gpt-4.1', { input: 2, output: 8 }],
  ['gpt-4.1-mini', { input: 0.4, output: 1.6 }],
  ['gpt-4.1-nano', { input: 0.1, output: 0.4 }],
  ['gemini-1.5-flash', { input: 0.075, output: 0.3 }],
  ['gemini-2.5-flash', { input: 0.3, output: 2.5 }],
  ['gemini-2.5-flash-lite', { input: 0.1, output: 0.4 }],
]);

/** `gpt-4o-mini-2024-07-18` costs what `gpt-4o-mini` costs. */
const VERSION = /-(?:\d{4}-\d{2}-\d{2}|\d{3}|latest)$/u;

/** Cost of a call in US dollars; null when the model's price is not known, which is not the same as nothing. */
export function costUsd(model: string, inputTokens: number, outputTokens: number): number | null {
  const price = PRICES.get(model) ?? PRICES.get(model.replace(VERSION, ''));
  return price === undefined ? null : (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}
