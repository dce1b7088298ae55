import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../test/support/application.js';
import { ConfigurationError, readEnvironment } from '../../config/environment.js';
import { configurationFile } from '../../shared/infrastructure/configuration-folders.js';
import { ModelStatistics } from '../domain/model-statistics.js';
import { priceOf } from '../domain/price-table.js';
import { AsyncRequestSpending } from './spending-adapters.js';
import { SpendingContext } from './budgeted-model.js';
import { configuredModel, modelName } from './configured-model.js';
import { readPrices } from './file-prices.js';

const BOOKS: SpendingContext = {
  ledger: { spentOn: () => 0, add: () => undefined },
  request: new AsyncRequestSpending(),
  clock: { now: () => new Date(0) },
};

function configured(settings: Record<string, string>) {
  const environment = readEnvironment(settings);
  const { provider, model } = modelName(environment);
  return configuredModel(environment, { ...BOOKS, statistics: new ModelStatistics(provider, model) });
}

async function lines(work: () => unknown): Promise<readonly string[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.lines;
    throw error;
  }
  return [];
}

describe('configuredModel', () => {
  it('is none without a provider', async () => {
    expect(await configured({})).toMatchObject({ provider: 'extractive', available: false });
  });

  it.each([
    ['openai', 'OPENAI_API_KEY', 'gpt-4o-mini'],
    ['anthropic', 'ANTHROPIC_API_KEY', 'claude-haiku-4-5'],
    ['gemini', 'GEMINI_API_KEY', 'gemini-2.5-flash-lite'],
  ])('takes a model of %s whose price is known, or the one that is named', async (provider, key, model) => {
    expect(await configured({ LLM_PROVIDER: provider, [key]: 'k' })).toMatchObject({
      provider,
      model,
      available: true,
    });
    expect((await configured({ LLM_PROVIDER: provider, [key]: 'k', LLM_MODEL: 'own' })).model).toBe('own');
    expect(priceOf(readPrices(configurationFile('data', 'llm-prices.json')), provider, model)).toBeDefined();
  });

  it('rejects a budget that cannot be enforced', async () => {
    const own = { LLM_PROVIDER: 'openai', OPENAI_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'llama' };
    expect(await lines(() => configured({ ...own, LLM_BUDGET_DAY_USD: '5' }))).toEqual([
      expect.stringMatching(/^LLM_BUDGET_DAY_USD: .*'llama' is not known; set LLM_PRICE_INPUT_USD/u),
    ]);
    expect(await lines(() => configured({ ...own, LLM_BUDGET_DAY_USD: '0' }))).toEqual([]);
    const priced = { LLM_PRICE_INPUT_USD: '0', LLM_PRICE_OUTPUT_USD: '0' };
    expect(await lines(() => configured({ ...own, ...priced, LLM_BUDGET_DAY_USD: '5' }))).toEqual([]);
  });
});

describe('readPrices', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  async function prices(text: string): Promise<readonly string[]> {
    const file = path.join(folder, 'prices.json');
    writeFileSync(file, text);
    return (await lines(() => readPrices(file))).map((line) => line.replace(file, 'FILE'));
  }

  it('names the field that is wrong', async () => {
    const good = { provider: 'openai', model: 'm', input_usd: 1, output_usd: 2, as_of: '2026-03' };
    expect(await prices(JSON.stringify({ prices: [good] }))).toEqual([]);
    expect((await prices(JSON.stringify({ prices: [good, { ...good, input_usd: -1 }] })))[0]).toMatch(
      /^FILE: prices\.1\.input_usd: /u,
    );
    expect((await prices(JSON.stringify({ prices: [{ ...good, as_of: 'lately' }] })))[0]).toMatch(
      /as_of: takes the month/u,
    );
    expect((await prices(JSON.stringify({ prices: [{ ...good, currency: 'EUR' }] })))[0]).toMatch(/currency/u);
    expect((await prices('{'))[0]).toMatch(/^FILE: is not JSON/u);
  });

  it("uses the organisation's own table if it exists", async () => {
    const file = path.join(folder, 'config', 'llm-prices.json');
    mkdirSync(path.dirname(file));
    writeFileSync(file, '{');
    expect(await lines(() => configured({ LLM_PROVIDER: 'openai', OPENAI_API_KEY: 'k', DATA_DIR: folder }))).toEqual([
      expect.stringContaining(`${file}: is not JSON`),
    ]);
  });
});
