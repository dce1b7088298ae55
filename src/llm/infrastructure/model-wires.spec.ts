import { LLMock } from '@copilotkit/aimock';
import { WriteAnswer } from '../application/write-answer.js';
import { ModelStatistics } from '../domain/model-statistics.js';
import { WriteRequest } from '../domain/written-answer.js';
import { readEnvironment } from '../../config/environment.js';
import { AsyncRequestSpending } from './spending-adapters.js';
import { SpendingContext } from './budgeted-model.js';
import { configuredModel, modelName } from './configured-model.js';

const TEXT = 'The kiln fires at 1,240 degrees. A firing that fails is repeated 2 times.';
const REQUEST: WriteRequest = {
  question: 'How hot does the kiln fire?',
  language: 'en',
  depth: 'answer',
  passages: [{ title: 'Kiln rules', section: undefined, text: TEXT }],
  candidateSentences: [{ passage: 0, start: 0, end: 32, support: 0.9, shares: [1] }],
};
const REPLY = 'The kiln fires at 1,240 degrees. [1] A failed firing is repeated twice, 2 times in all. [1]';
/** An unlimited budget. */
const BOOKS: SpendingContext = {
  ledger: { spentOn: () => 0, add: () => undefined },
  request: new AsyncRequestSpending(),
  clock: { now: () => new Date(0) },
};

/** The settings of each provider, with a server of its wire format. */
describe.each([
  ['openai', 'OPENAI', '/v1'],
  ['anthropic', 'ANTHROPIC', ''],
  ['gemini', 'GEMINI', '/v1beta/openai'],
])('a model of %s', (provider, prefix, base) => {
  const mock = new LLMock({ port: 0, chunkSize: 7 });
  beforeAll(async () => mock.start());
  afterAll(async () => mock.stop());
  afterEach(() => mock.reset());

  async function writer(): Promise<WriteAnswer> {
    const environment = readEnvironment({
      LLM_PROVIDER: provider,
      [`${prefix}_API_KEY`]: 'spec-key',
      [`${prefix}_BASE_URL`]: `${mock.url}${base}`,
      LLM_PRICE_INPUT_USD: '1',
      LLM_PRICE_OUTPUT_USD: '2',
    });
    const name = modelName(environment);
    const statistics = new ModelStatistics(name.provider, name.model);
    return new WriteAnswer(await configuredModel(environment, { ...BOOKS, statistics }));
  }
  const signal = () => new AbortController().signal;

  it('answers with citations, streams checked text, and counts tokens and cost', async () => {
    mock.onMessage(/kiln/u, {
      content: REPLY,
      usage: { prompt_tokens: 300, completion_tokens: 40, input_tokens: 300, output_tokens: 40 },
    });
    const pieces: string[] = [];
    const answer = await (await writer()).write(REQUEST, signal(), (text) => pieces.push(text));
    expect(answer.text).toBe(REPLY);
    expect(answer.citations.map((c) => TEXT.slice(c.quoteStart, c.quoteEnd))).toEqual([
      'The kiln fires at 1,240 degrees.',
      'A firing that fails is repeated 2 times.',
    ]);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(answer.text);
    expect(answer.usage.provider).toBe(provider);
    expect(answer.usage.inputTokens).toBeGreaterThan(0);
    expect(answer.usage.costUsd).toBeCloseTo((answer.usage.inputTokens + 2 * answer.usage.outputTokens) / 1e6, 12);
  });

  it('returns the passages instead of a reply that cites nothing, and reports that', async () => {
    mock.onMessage(/kiln/u, { content: 'It is hot, as everybody knows.' });
    const pieces: string[] = [];
    const answer = await (await writer()).write(REQUEST, signal(), (text) => pieces.push(text));
    expect(answer).toMatchObject({ text: 'The kiln fires at 1,240 degrees. [1]', degraded: ['llm_uncited'] });
    expect(pieces.join('')).toBe(answer.text);
  });

  it('fails with the reason of the server', async () => {
    mock.onMessage(/kiln/u, { error: { message: 'overloaded', type: 'server_error' }, status: 500 });
    await expect((await writer()).write(REQUEST, signal())).rejects.toMatchObject({
      failure: 'failed',
      message: expect.stringContaining('500') as string,
    });
  });
});
