import { aCase } from '../../../test/support/a-case.js';
import { CompleteText } from '../../llm/application/complete-text.js';
import { WriteAnswer } from '../../llm/application/write-answer.js';
import { NO_ANSWER } from '../../llm/domain/no-answer.js';
import { Completion, CompletionRequest, LanguageModel, LanguageModelError } from '../../llm/domain/language-model.js';
import { LlmCaseAdapter } from './llm-case-adapter.js';

class FakeModel extends LanguageModel {
  readonly provider = 'fake';
  readonly model = 'fake-1';
  asked: CompletionRequest | undefined;

  constructor(
    private readonly reply: string | Error,
    readonly available = true,
  ) {
    super();
  }

  complete(request: CompletionRequest): Promise<Completion> {
    this.asked = request;
    if (this.reply instanceof Error) return Promise.reject(this.reply);
    const usage = { provider: 'fake', model: 'fake-1', inputTokens: 9, outputTokens: 3, costUsd: null };
    return Promise.resolve({ text: this.reply, isWhole: true, usage });
  }

  healthy(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

describe('reusing a case', () => {
  const one = aCase({
    query: 'How long may a leave of absence last?',
    content: 'A leave of absence may last six semesters in all. Apply at the registrar.',
  });
  const adapt = (model: LanguageModel) =>
    new LlmCaseAdapter(new WriteAnswer(model), new CompleteText(model)).adapt(
      'May my leave of absence last four semesters?',
      one,
      new AbortController().signal,
    );

  it('has the model write from the case alone, and keeps only supported statements', async () => {
    const model = new FakeModel('A leave of absence may last six semesters in all. [1] It costs 900 crowns. [1]');
    const answer = await adapt(model);
    expect(answer).toMatchObject({ adapted: true, reason: null, provider: 'fake', model: 'fake-1' });
    expect(answer.text).toContain('six semesters');
    expect(answer.text).not.toContain('900');
    expect(model.asked?.user).toContain(one.content);
  });

  it.each<[string, string | Error, string]>([
    ['is away', new LanguageModelError('failed', 'HTTP 500'), 'unavailable'],
    ['finds no answer in the case', NO_ANSWER.en, 'found no answer'],
    ['says only what the case does not', 'Penguins live at the pole. [1]', 'is not supported by the case'],
  ])("gives the case's own answer, and says why, when the model %s", async (_, reply, reason) => {
    const answer = await adapt(new FakeModel(reply));
    expect([answer.text, answer.adapted]).toEqual([one.content, false]);
    expect(answer.reason).toContain(reason);
  });

  it("gives the case's own answer without a model, and asks nothing", async () => {
    const model = new FakeModel('unused', false);
    expect(await adapt(model)).toMatchObject({
      text: one.content,
      adapted: false,
      reason: expect.stringContaining('no language model'),
    });
    expect(model.asked).toBeUndefined();
  });
});
