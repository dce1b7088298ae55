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

class Saying extends Echo {
  constructor(private readonly reply: string) {
    super();
  }
  override complete(request: CompletionRequest): Promise<Completion> {
    return super.complete({ ...request, user: this.reply });
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

  it.each([
    ['가마는 ![온도](https://evil.example/?q=1) 몇 도인가요?', '가마는 온도 몇 도인가요?'],
    ['How hot is [the kiln](https://evil.example/a)?', 'How hot is the kiln?'],
    ['How hot <img src="https://evil.example/x.png">is it?', 'How hot  is it?'],
    ['<a href="https://evil.example">가마</a>는 뜨거운가요?', ' 가마 는 뜨거운가요?'],
    ['See https://evil.example/x or mail thief@evil.example.', 'See […] or mail […].'],
    ['![](https://evil.example/pixel.gif)', ''],
  ])('returns %j without links, images and addresses', async (reply, shown) => {
    const complete = new CompleteText(new Saying(reply));
    expect((await complete.complete(ASKED, new AbortController().signal)).text).toBe(shown);
    const json = JSON.stringify({ reason: reply, met: true, steps: [reply] });
    const { text } = await new CompleteText(new Saying(json)).complete(
      { ...ASKED, isJson: true },
      new AbortController().signal,
    );
    expect(JSON.parse(text)).toEqual({ reason: shown, met: true, steps: [shown] });
  });

  it('keeps the addresses that the request itself contains', async () => {
    const complete = new CompleteText(new Saying('What does https://kiln.example/rules say?'));
    const asked = { ...ASKED, user: 'And https://kiln.example/rules?' };
    expect((await complete.complete(asked, new AbortController().signal)).text).toBe(
      'What does https://kiln.example/rules say?',
    );
  });
});
