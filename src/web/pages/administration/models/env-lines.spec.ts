import { envLines, needsPrices } from './env-lines.js';

const chosen = (part: string, kind: string, more = {}) => ({ part, kind, baseUrl: '', model: '', key: '', ...more });
const lines = (part: string, kind: string, more = {}, hasKey = false, multiplier: number | null = null) =>
  envLines(chosen(part, kind, more), { hasKey, keyText: '<key>', multiplier });

const PRICES = ['LLM_PRICE_INPUT_USD=', 'LLM_PRICE_OUTPUT_USD='];

describe('lines of .env', () => {
  it('name the provider, its address, its model and where the key belongs, never the key', () => {
    const secret = { model: 'm', key: 'sk-secret' };
    expect(lines('model', 'anthropic', secret)).toEqual([
      'LLM_PROVIDER=anthropic',
      'LLM_MODEL=m',
      'ANTHROPIC_API_KEY=<key>',
    ]);
    expect(lines('model', 'openai', { ...secret, baseUrl: 'https://a.example/v1' })).toEqual([
      'LLM_PROVIDER=openai',
      'OPENAI_BASE_URL=https://a.example/v1',
      'LLM_MODEL=m',
      'OPENAI_API_KEY=<key>',
      ...PRICES,
    ]);
    expect(lines('embedding', 'openai', secret)).toContain('OPENAI_API_KEY=<key>');
    expect(lines('reranker', 'compatible', { baseUrl: 'http://r/v1' })).toEqual([
      'RERANKER=http',
      'RERANKER_BASE_URL=http://r/v1',
    ]);
  });

  it('have no key for a server that needs none, unless the settings have one', () => {
    const ollama = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'gemma3:4b' };
    expect(lines('model', 'compatible', ollama)).toEqual([
      'LLM_PROVIDER=openai',
      'OPENAI_BASE_URL=http://127.0.0.1:11434/v1',
      'LLM_MODEL=gemma3:4b',
      ...PRICES,
    ]);
    expect(lines('model', 'compatible', ollama, true)).toContain('OPENAI_API_KEY=<key>');
  });

  it.each([
    ['model', 'none', 'LLM_PROVIDER=extractive'],
    ['embedding', 'builtin', 'EMBEDDING_PROVIDER=builtin'],
    ['embedding', 'local', 'EMBEDDING_PROVIDER=local'],
    ['reranker', 'builtin', 'RERANKER=heuristic'],
  ])('of %s %s are one', (part, kind, line) => {
    expect(lines(part, kind)).toEqual([line]);
  });

  it('give a slow service the time that it needs', () => {
    expect(lines('model', 'openai', { model: 'm' }, false, 5)).toContain('PIPELINE_TIMEOUT_MULTIPLIER=5');
    expect(lines('embedding', 'compatible', { baseUrl: 'http://e/v1' }, false, 2)).toContain(
      'PIPELINE_TIMEOUT_MULTIPLIER=2',
    );
    expect(lines('model', 'openai', { model: 'm' }).join()).not.toContain('MULTIPLIER');
    expect(lines('model', 'none', {}, false, 5)).toEqual(['LLM_PROVIDER=extractive']);
  });

  it('ask for prices where no table has them', () => {
    expect(needsPrices(chosen('model', 'compatible', { baseUrl: 'http://m/v1' }))).toBe(true);
    expect(needsPrices(chosen('model', 'openai', { model: 'm' }))).toBe(false);
    expect(needsPrices(chosen('embedding', 'compatible', { baseUrl: 'http://m/v1' }))).toBe(false);
  });

  it('quote a value with a blank or a sign of its own', () => {
    expect(lines('model', 'gemini', { model: "a model # 'x'" })).toContain("LLM_MODEL='a model # x'");
  });
});
