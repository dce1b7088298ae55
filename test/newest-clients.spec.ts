import { createRequire } from 'node:module';
import path from 'node:path';
import { createOpenAI } from '@ai-sdk/openai';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, Output, streamText } from 'ai';
import { z } from 'zod';
import { startApplication, type RunningApplication } from './support/application.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

// It needs another major version of the openai package, so that it is installed with the specs and not with the program.
const beside = createRequire(path.join(projectRoot(), 'test', 'package.json'));
const llama = beside('@llamaindex/openai') as typeof import('@llamaindex/openai');

const KEY = 'The-Key-Of-The-Administrator-1';
const KILN = 'At how many degrees is the blue kiln fired?';
const FOLLOW_UP = 'And the red kiln?';
const DOCUMENT = {
  document_id: 'kiln',
  canonical_path: ['Pottery'],
  title: 'Kiln handbook',
  source_url: 'https://example.org/kiln',
  text: 'The blue kiln is fired at 1240 degrees. The red kiln is fired at 980 degrees.',
};
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('programs that people have, unchanged and in their newest versions', () => {
  let running: RunningApplication;
  let baseURL: string;

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY });
    await running.app.listen(0, '127.0.0.1');
    baseURL = `${await running.app.getUrl()}/v1`;
    await running.post('/documents', DOCUMENT, { 'x-api-key': KEY });
  });
  afterAll(() => running.stop());

  describe('the AI SDK', () => {
    const model = () => createOpenAI({ baseURL, apiKey: KEY })('default');

    it('asks by its default, and has text, sources and usage', async () => {
      const { text, sources, usage } = await generateText({ model: model(), prompt: KILN, maxRetries: 0 });
      expect(text).toContain('1240');
      expect(sources.map((source) => source.title)).toContain('Kiln handbook');
      expect(usage.totalTokens).toBeGreaterThan(3);
    });

    it('streams', async () => {
      const result = streamText({ model: model(), prompt: KILN, maxRetries: 0 });
      let streamed = '';
      for await (const piece of result.textStream) streamed += piece;
      expect(streamed).toContain('1240');
      expect(await result.finishReason).toBe('stop');
      expect((await result.sources).length).toBeGreaterThan(0);
    });

    it('continues a conversation, with a picture too', async () => {
      const first = await generateText({ model: model(), prompt: KILN, maxRetries: 0 });
      const { text } = await generateText({
        model: model(),
        maxRetries: 0,
        messages: [
          { role: 'user', content: KILN },
          ...first.finalStep.response.messages,
          {
            role: 'user',
            content: [
              { type: 'text', text: FOLLOW_UP },
              { type: 'file', data: PIXEL, mediaType: 'image/png' },
            ],
          },
        ],
      });
      expect(text).toMatch(/980[\s\S]*not read/);
    });

    it('says in its stream whether it abstained, and how sure it is', async () => {
      const ends: unknown[] = [];
      for (const prompt of [KILN, 'Who won the sailing race in 1911?']) {
        const result = streamText({ model: model(), prompt, maxRetries: 0, include: { rawChunks: true } });
        for await (const part of result.stream)
          if (part.type === 'raw') {
            const raw = part.rawValue as { type?: string; response?: { touchstone?: unknown } };
            if (raw.type === 'response.completed') ends.push(raw.response?.touchstone);
          }
      }
      expect(ends).toMatchObject([
        { abstained: false, metadata: { calibrated_confidence: expect.any(Number) } },
        { abstained: true, metadata: { calibrated_confidence: expect.any(Number) } },
      ]);
    });

    it('gets an object of the form that is given without a model', async () => {
      const schema = z.object({ answer: z.string(), confidence: z.number(), abstained: z.boolean() });
      const { output } = await generateText({
        model: model(),
        output: Output.object({ schema }),
        prompt: KILN,
        maxRetries: 0,
      });
      expect(output).toMatchObject({ answer: expect.stringContaining('1240'), abstained: false });
    });
  });

  describe('LangChain with useResponsesApi', () => {
    const chat = () =>
      new ChatOpenAI({
        model: 'default',
        useResponsesApi: true,
        configuration: { baseURL },
        apiKey: KEY,
        maxRetries: 0,
      });

    it('asks, streams, and continues', async () => {
      const answer = await chat().invoke([
        ['system', 'Be brief.'],
        ['human', KILN],
      ]);
      expect(answer.text).toContain('1240');
      let streamed = '';
      for await (const chunk of await chat().stream(KILN)) streamed += chunk.text;
      expect(streamed).toBe(answer.text);
      const next = await chat().invoke([['human', KILN], answer, ['human', FOLLOW_UP]]);
      expect(next.text).toContain('980');
    });
  });

  describe('LlamaIndex', () => {
    const settings = () => ({ model: 'default', apiKey: KEY, baseURL, maxRetries: 0 });

    it('asks and streams by chat completions', async () => {
      const llm = new llama.OpenAI(settings());
      const messages = [{ role: 'user' as const, content: KILN }];
      expect(JSON.stringify((await llm.chat({ messages })).message.content)).toContain('1240');
      let streamed = '';
      for await (const chunk of await llm.chat({ messages, stream: true })) streamed += chunk.delta;
      expect(streamed).toContain('1240');
    });

    it('asks by responses', async () => {
      const llm = llama.openaiResponses(settings());
      const { message } = await llm.chat({ messages: [{ role: 'user', content: KILN }] });
      expect(JSON.stringify(message.content)).toContain('1240');
    });

    it('embeds', async () => {
      const embedding = new llama.OpenAIEmbedding(settings());
      expect((await embedding.getTextEmbedding('neural network')).length).toBeGreaterThan(10);
    });
  });
});
