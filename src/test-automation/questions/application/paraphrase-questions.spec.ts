import { FakeChecker, questionOf } from '../../../../test/support/fake-session-parts.js';
import { CheckedClaim } from '../../domain/claim-checker.js';
import { Persona } from '../../personas/domain/persona.js';
import { NO_HISTORY } from '../domain/question-maker.js';
import { Question } from '../../domain/question.js';
import { ModelPrompt, ModelReply, TextModel, TextModelError } from '../../domain/text-model.js';
import { QuestionBaseline } from '../domain/baseline/measure-baseline.js';
import { MakeQuestions } from './make-questions.js';
import { ParaphraseQuestions } from './paraphrase-questions.js';

const signal = new AbortController().signal;

/** Returns the given reply for each question. */
class ScriptedModel extends TextModel {
  available = true;
  readonly name = 'openai/m';
  readonly prompts: ModelPrompt[] = [];
  constructor(private readonly says: (user: string) => string | TextModelError) {
    super();
  }
  complete(prompt: ModelPrompt): Promise<ModelReply> {
    this.prompts.push(prompt);
    const said = this.says(prompt.user);
    return said instanceof TextModelError
      ? Promise.reject(said)
      : Promise.resolve({ text: said, costUsd: 0.001, isCached: false });
  }
  priceUsd(): number {
    return 0;
  }
}

/** Finds the gold for every wording that does not mention the weather. */
class FindingChecker extends FakeChecker {
  override async checkAbstention(question: Question): Promise<CheckedClaim> {
    const claim = await super.checkAbstention(question);
    return { ...claim, chunkId: question.text.includes('weather') ? null : 'c1' };
  }
}

const NO_BASELINE: QuestionBaseline = {
  answerable: 0,
  questions: 0,
  bm25Top3: null,
  bm25FirstSentence: null,
  bm25NearestSentence: null,
  meanOverlap: null,
  requestedDifficulty: { easy: 0, medium: 0, hard: 0 },
  measuredDifficulty: { easy: 0, medium: 0, hard: 0 },
};

const NUMBERED = ['one', 'two', 'three', 'four'];
const questions = NUMBERED.map((name) => ({
  ...questionOf(name),
  text: `For how long are the records of group ${name} kept?`,
}));

async function made(model: TextModel, request: object = {}, singles: readonly Question[] = questions) {
  const persona: Persona = {
    id: questions[0]!.personaId,
    name: 'P',
    description: 'Asks a lot.',
    language: 'en',
    goals: ['know'],
    knowledge: 'novice',
    tone: 'casual',
    vocabulary: ['quick one'],
    audiencePaths: [],
  };
  const maker = Object.create(MakeQuestions.prototype) as MakeQuestions;
  maker.measured = (measured) => Promise.resolve({ questions: measured, baseline: NO_BASELINE });
  maker.make = () => Promise.resolve({ singles, dialogues: [], discarded: {} });
  const paraphrase = new ParaphraseQuestions(maker, model, new FindingChecker());
  return paraphrase.make(request as never, [persona], NO_HISTORY, signal);
}
const nameIn = (user: string) => NUMBERED.find((name) => user.includes(`group ${name}`)) ?? '';
const other = (user: string) => `Quick one: when do you throw the records of group ${nameIn(user)} away?`;

describe('questions in the words of a language model', () => {
  it('are asked in the persona’s voice, with the same gold and id', async () => {
    const model = new ScriptedModel(other);
    const { singles, paraphrased, discarded, costUsd } = await made(model);
    expect(singles.map((q) => q.text)).toEqual(NUMBERED.map((name) => other(`group ${name}`)));
    expect(singles.map((q) => [q.id, q.gold])).toEqual(questions.map((q) => [q.id, q.gold]));
    expect({ paraphrased, discarded }).toEqual({ paraphrased: 4, discarded: {} });
    expect(costUsd).toBeCloseTo(0.004, 9);
    expect(model.prompts[0]?.user).toContain('Asks a lot.');
  });

  it('stay unchanged, and are counted by reason, if the gate refuses them', async () => {
    const model = new ScriptedModel((user) => {
      const name = nameIn(user);
      if (name === 'one') return questions[0]!.text;
      if (name === 'two') return 'How is the weather with group two, and its records?';
      if (name === 'three') return new TextModelError('late');
      return 'Which 99 records of group four are kept?';
    });
    const { singles, paraphrased, discarded } = await made(model);
    expect(singles).toEqual(questions);
    expect(paraphrased).toBe(0);
    expect(discarded).toEqual({
      paraphrase_copy: 1,
      paraphrase_not_answerable_from_gold: 1,
      paraphrase_no_reply: 1,
      paraphrase_facts_changed: 1,
    });
  });

  it('keep one of two equal wordings', async () => {
    const { discarded, paraphrased } = await made(new ScriptedModel(() => 'When are the records thrown away, please?'));
    expect({ discarded, paraphrased }).toEqual({ discarded: { paraphrase_duplicate: 3 }, paraphrased: 1 });
  });

  it('leave slips, abbreviations and unanswerable questions unchanged', async () => {
    const model = new ScriptedModel(other);
    const kinds = ['typo', 'slang', 'unanswerable'] as const;
    const kept = questions.slice(0, 3).map((q, i) => ({ ...q, kind: kinds[i]! }));
    expect((await made(model, {}, kept)).singles).toEqual(kept);
    expect(model.prompts).toHaveLength(0);
  });

  it('are made by the grammar alone without a model, or when paraphrases are off', async () => {
    const model = new ScriptedModel(other);
    expect((await made(model, { paraphrase: false })).singles).toEqual(questions);
    model.available = false;
    expect((await made(model)).singles).toEqual(questions);
    expect(model.prompts).toHaveLength(0);
  });

  it('spend up to a tenth of the budget', async () => {
    const many = Array.from({ length: 12 }, (_, i) => ({ ...questions[i % 4]!, id: `q${i}` }));
    const model = new ScriptedModel(other);
    await made(model, { budgetUsd: 0.05 }, many);
    expect(model.prompts).toHaveLength(8);
  });

  it('stop calling a model that fails repeatedly', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ ...questions[i % 4]!, id: `q${i}` }));
    const model = new ScriptedModel(() => new TextModelError('late'));
    await made(model, {}, many);
    expect(model.prompts).toHaveLength(4);
  });
});
