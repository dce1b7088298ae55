import { Completion, CompletionRequest, LanguageModel } from '../domain/language-model.js';
import { CompleteText } from './complete-text.js';
import { NoModel } from '../domain/extractive-writer.js';

const ASKED: CompletionRequest = { system: 'Say it shorter.', user: 'The kiln is very hot.', maxTokens: 20 };

class Echo extends LanguageModel {
  readonly provider = 'echo';
  readonly model = 'echo-1';
  readonly available = true;
  complete({ user }: CompletionRequest): Promise<Completion> {
    const { provider, model } = this;
    return Promise.resolve({
      text: user,
      isWhole: true,
      usage: { provider, model, inputTokens: 3, outputTokens: 5, costUsd: null },
    });
  }
  healthy(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

describe('CompleteText', () => {
  it('returns the text of the model with its tokens, and names the model', async () => {
    const complete = new CompleteText(new Echo());
    expect(await complete.complete(ASKED, new AbortController().signal)).toMatchObject({
      text: ASKED.user,
      usage: { inputTokens: 3, outputTokens: 5 },
    });
    expect([complete.provider, complete.model, complete.available]).toEqual(['echo', 'echo-1', true]);
  });

  it('is not available without a model, and a call rejects with that reason', async () => {
    const complete = new CompleteText(new NoModel());
    expect(complete.available).toBe(false);
    await expect(complete.complete(ASKED, new AbortController().signal)).rejects.toMatchObject({
      failure: 'unavailable',
    });
  });

  it('returns the text without the reasoning and the wrapping around it', async () => {
    const complete = new CompleteText(new Echo());
    const text = async (user: string, isJson = false) =>
      (await complete.complete({ ...ASKED, user, isJson }, new AbortController().signal)).text;
    expect(await text('<think>They mean the kiln.</think>\n```\nHow hot is the kiln?\n```')).toBe(
      'How hot is the kiln?\n',
    );
    expect(await text('<think>{"accuracy": 0}</think>Here: {"accuracy": 1,}', true)).toBe('{"accuracy":1}');
  });
});
