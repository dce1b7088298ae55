import { answeredAtRisk } from './natural-report.js';
import { NaturalOutcome } from './natural-asking.js';
import { folded, Given, isGold, verdict } from './natural-judgement.js';
import { NaturalQuestion } from './natural-set.js';

const QUESTION: NaturalQuestion = {
  id: 'q',
  lang: 'en',
  kind: 'direct',
  text: 'How hot is a glaze firing, and for how long?',
  answerable: true,
  golds: [{ doc: 'kiln', quote: 'A glaze firing reaches 1,240 degrees and takes 9 hours.' }],
  facts: [['1,240 degrees', '1,240 °C'], ['9 hours']],
  forbidden: ['1,060 degrees'],
  asOf: undefined,
};

function given(response: string, documentId = 'kiln'): Given {
  return { response, abstained: false, sources: [{ documentId, quote: response }] };
}

describe('the verdict on an answer', () => {
  it.each(['It reaches 1240 Degrees and takes **9 hours**.', 'At 1,240 °C, 9\nhours [1]'])(
    'is right where every group of facts has one of its forms, whatever its typography: %j',
    (response) => {
      expect(verdict(QUESTION, given(response))).toBe('right');
    },
  );

  it('is partly where some facts come out of a document that answers, wrong where they come out of another', () => {
    expect(verdict(QUESTION, given('It takes 9 hours.'))).toBe('partly');
    expect(verdict(QUESTION, given('It takes 9 hours.', 'oven'))).toBe('wrong');
  });

  it('is wrong without a fact, and with a forbidden one in addition to all others', () => {
    expect(verdict(QUESTION, given('A kiln is a furnace.'))).toBe('wrong');
    expect(verdict(QUESTION, given('1,240 degrees for 9 hours, or 1060 degrees.'))).toBe('wrong');
  });

  it('is silent for an abstention, answerable or not', () => {
    const silent = { ...given('Nothing says so.'), abstained: true };
    expect(verdict(QUESTION, silent)).toBe('silent');
    expect(verdict({ ...QUESTION, answerable: false }, silent)).toBe('silent');
  });

  it('is answered for every reply to an unanswerable question', () => {
    expect(verdict({ ...QUESTION, answerable: false, facts: [], golds: [] }, given('9 hours'))).toBe('answered');
  });
});

describe('a gold quote', () => {
  it('is found in a longer span of its document, and by a distinctive piece of it', () => {
    expect(isGold('kiln', `Firings. ${QUESTION.golds[0]!.quote} Let it cool.`, QUESTION.golds)).toBe(true);
    expect(isGold('kiln', 'A glaze firing reaches 1,240 degrees', QUESTION.golds)).toBe(true);
  });

  it('is not found in another document nor by a few letters', () => {
    expect(isGold('oven', QUESTION.golds[0]!.quote, QUESTION.golds)).toBe(false);
    expect(isGold('kiln', '9 hours', QUESTION.golds)).toBe(false);
  });
});

describe('folding', () => {
  it('keeps digits apart that a comma separates in a list', () => {
    expect(folded('1,240')).toBe('1240');
    expect(folded('3, 12 and 4,5')).toBe('3,12and4,5');
  });

  it('makes full width and half width one', () => {
    expect(folded('９ Ｈ “q”')).toBe('9hq');
  });
});

describe('the number that can be answered at a risk', () => {
  const one = (verdictOf: NaturalOutcome['verdict'], probability: number) =>
    ({ verdict: verdictOf, probability }) as NaturalOutcome;

  it('is the longest run of the surest answers with few enough that are not right', () => {
    const outcomes = [one('wrong', 0.5), one('right', 0.9), one('right', 0.8), one('right', 0.4), one('silent', 0.1)];
    expect(answeredAtRisk(outcomes, 0.1)).toBe(2);
    expect(answeredAtRisk(outcomes, 0.25)).toBe(4);
  });

  it('counts an answer to a question without one as not right', () => {
    expect(answeredAtRisk([one('answered', 0.9), one('right', 0.8)], 0.1)).toBe(0);
  });
});
