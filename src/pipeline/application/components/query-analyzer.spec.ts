import { analysedMessage, askRequest, FakeContext } from '../../../../test/support/pipeline-fakes.js';
import { AnalysedMessage, AnalysisPlan } from '../../domain/analysed-message.js';
import { QuestionVocabulary } from '../../domain/retriever.js';
import { QueryAnalyzer } from './query-analyzer.js';

class OneWord extends QuestionVocabulary {
  synonymsIn(question: string) {
    return question.includes('kiln') ? [{ word: 'kiln', also: ['oven'] }] : [];
  }
}

const MESSAGE = 'And for ash?';
const COMPLETED = 'How hot is the kiln for ash?';

async function run(rules: Partial<AnalysedMessage>, replies?: readonly string[]) {
  const context = new FakeContext(replies);
  const plans: AnalysisPlan[] = [];
  const next = (plan: AnalysisPlan) => {
    plans.push(plan);
    return Promise.resolve(analysedMessage({ said: MESSAGE, ...rules }));
  };
  const plan = { request: askRequest({ message: MESSAGE }), byRules: false, today: '2026-05-12' };
  const analyzer = new QueryAnalyzer(new OneWord());
  return { ...(await analyzer.run(plan, next, context)), plans, context, off: () => analyzer.bypass(plan, next) };
}

describe('QueryAnalyzer', () => {
  it('completes a follow-up by rules, and reports the synonyms', async () => {
    const { result, output, effect, plans, context } = await run({
      question: COMPLETED,
      previous: 'How hot is the kiln?',
      audience: 'engineer',
    });
    expect(plans).toMatchObject([{ byRules: true }]);
    expect(result.question).toBe(COMPLETED);
    expect(output).toMatchObject({ audience: 'engineer', synonyms: [{ word: 'kiln', also: ['oven'] }] });
    expect(effect).toContain('completed from the conversation by rules');
    expect(context.prompts).toHaveLength(1);
  });

  it('takes a question without its courtesies, or small talk, for no follow-up', async () => {
    const thanked = { said: 'How hot is the kiln?', question: 'How hot is the kiln?', previous: 'When does it open?' };
    const { effect, context } = await run(thanked, ['never']);
    expect(effect).not.toContain('follow-up');
    expect(context.prompts).toHaveLength(0);
    expect((await run({ intent: 'general', said: 'Hello!', question: 'Hello!' })).effect).toBe('intent general');
  });

  it('accepts a model’s wording of a follow-up, but not a long text', async () => {
    const rules = { question: COMPLETED, previous: 'How hot is the kiln?' };
    expect((await run(rules, ['"How hot must the kiln be for ash?"'])).result.question).toBe(
      'How hot must the kiln be for ash?',
    );
    expect((await run(rules, ['Sure!\nHere is the question: …'])).result.question).toBe(COMPLETED);
  });

  it('calls no model for a self-contained question', async () => {
    const { context } = await run({ question: MESSAGE, previous: 'How hot is the kiln?' }, ['never']);
    expect(context.prompts).toEqual([]);
  });

  it('off, returns the message unchanged', async () => {
    const { off, plans } = await run({ question: MESSAGE });
    await off();
    expect(plans.at(-1)).toMatchObject({ byRules: false });
  });
});
