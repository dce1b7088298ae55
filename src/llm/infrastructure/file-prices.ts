import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigurationError } from '../../config/environment.js';
import { ModelPrice } from '../domain/price-table.js';

const usd = z.number({ error: 'takes a number of US dollars for a million tokens, 0 or more' }).min(0);
const price = z.strictObject({
  provider: z.enum(['openai', 'anthropic', 'gemini']),
  model: z.string().min(1),
  input_usd: usd,
  output_usd: usd,
  // A price without a date may be outdated.
  as_of: z.string().regex(/^\d{4}-\d{2}(?:-\d{2})?$/u, 'takes the month or day when the price was read: 2026-03'),
});
const table = z.strictObject({ about: z.string().optional(), prices: z.array(price) });

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigurationError([`${file}: is not JSON: ${error instanceof Error ? error.message : ''}`]);
  }
}

/**
 * Reads a price table.
 * @param file path of a `llm-prices.json`
 * @throws ConfigurationError with one line for each invalid field, with the file's name
 */
export function readPrices(file: string): ModelPrice[] {
  const result = table.safeParse(parsed(file, readFileSync(file, 'utf8')));
  if (!result.success)
    throw new ConfigurationError(
      result.error.issues.map((issue) => `${file}: ${issue.path.join('.') || 'the file'}: ${issue.message}`),
    );
  return result.data.prices.map((p) => ({
    provider: p.provider,
    model: p.model,
    inputUsd: p.input_usd,
    outputUsd: p.output_usd,
  }));
}
