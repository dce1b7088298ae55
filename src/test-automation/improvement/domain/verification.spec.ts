import { Question } from '../../domain/question.js';
import { TrialOutcome } from './trial.js';
import { compareOutcomes, decide, refuseEarly, SetComparison, UNTRIED } from './verification.js';

const outcome = (id: string, success: boolean, quote = id, personaId = 'p'): TrialOutcome => ({
  trial: { question: { id, personaId, gold: { quote } } as unknown as Question, intent: null },
  answer: undefined,
  judgement: undefined,
  success,
  score: success ? 5 : 0,
});
const set = (before: string, after: string, name = 'q'): SetComparison =>
  compareOutcomes(
    Array.from(before, (sign, i) => outcome(`${name}${i}`, sign === '+')),
    Array.from(after, (sign, i) => outcome(`${name}${i}`, sign === '+')),
  );
const CALM = set('+'.repeat(30), '+'.repeat(30), 'other');
const tried = { failing: set('----', '++--'), paraphrases: set('--', '+-', 'p'), regression: CALM, control: null };

describe('decide', () => {
  it('accepts a cure of several provisions and paraphrases without losses', () => {
    expect(decide(tried)).toMatchObject({ accepted: true });
  });

  it('refuses what cures nothing', () => {
    expect(decide({ ...tried, failing: set('--', '--') }).accepted).toBe(false);
  });

  it('refuses a cure of only the wordings that it was made from', () => {
    expect(decide({ ...tried, paraphrases: set('--', '--', 'p') }).reasons.join()).toContain('no other wording');
  });

  it('refuses a patch without paraphrases, and one whose paraphrases do not fail', () => {
    expect(decide({ ...tried, paraphrases: UNTRIED }).reasons.join()).toContain('no other wording of what it cures');
    expect(decide({ ...tried, paraphrases: set('++', '++', 'p') }).reasons.join()).toContain('No other wording');
  });

  it('refuses a cure of one provision while others fail for the same reason', () => {
    const found = { ...tried, failing: set('----', '+---'), paraphrases: set('-', '+') };
    expect(decide(found).reasons.join()).toContain('one provision alone');
  });

  it('refuses a word if another word of the same passages cures as much', () => {
    const rival = set('------', '+++---');
    expect(decide({ ...tried, rival }).reasons.join()).toContain('Another word of the same passages cures 3');
    expect(decide({ ...tried, rival: set('------', '++----') }).accepted).toBe(true);
    const named = { passages: 2, having: 2, named: 2 };
    expect(decide({ ...tried, rival, holding: named }).accepted).toBe(true);
    expect(decide({ ...tried, rival: set('------', '++++--'), holding: named }).accepted).toBe(false);
  });

  it('accepts a cure of one provision if vectors say that the words mean the same, and no more than a control refutes it', () => {
    const one = { ...tried, failing: set('----', '+---'), paraphrases: set('--', '+-') };
    expect(decide({ ...one, meaning: 0.4 }).accepted).toBe(false);
    expect(decide({ ...one, meaning: 0.8 }).accepted).toBe(true);
    const aside = { passages: 4, having: 1, named: 0 };
    expect(decide({ ...one, meaning: 0.8, holding: aside }).accepted).toBe(true);
    expect(decide({ ...one, meaning: 0.8, control: set('------', '++----') }).reasons.join()).toContain('meaningless');
    expect(decide({ ...one, meaning: 0.8, control: set('------', '+-----') }).accepted).toBe(true);
    expect(decide({ ...one, meaning: 0.8, paraphrases: set('--', '--') }).accepted).toBe(false);
    expect(decide({ ...one, meaning: 0.8, regression: set('+'.repeat(30), '-'.repeat(30), 'other') }).accepted).toBe(
      false,
    );
  });

  it('refuses a cure that a meaningless change achieves as well', () => {
    const control = set('------', '++----');
    expect(decide({ ...tried, control }).reasons.join()).toContain('meaningless change');
    expect(decide({ ...tried, control: set('------', '+-----') }).accepted).toBe(true);
  });

  it('refuses a word that half of the passages or fewer have', () => {
    expect(decide({ ...tried, holding: { passages: 4, having: 2, named: 0 } }).reasons.join()).toContain(
      '2 of the 4 passages',
    );
    expect(decide({ ...tried, holding: { passages: 4, having: 3, named: 0 } }).accepted).toBe(true);
  });

  it('refuses a synonym that cures few of the questions with its word', () => {
    const found = { failing: set('-------', '+------'), paraphrases: set('----', '+---', 'p'), regression: CALM };
    expect(decide({ ...found, control: UNTRIED }).reasons.join()).toContain('would cure more');
    expect(decide({ ...found, control: null }).accepted).toBe(true);
  });

  it('refuses if questions about other topics become worse, or are too few to decide', () => {
    expect(
      decide({ ...tried, regression: set('+'.repeat(30), `${'-'.repeat(12)}${'+'.repeat(18)}`, 'other') }).accepted,
    ).toBe(false);
    expect(decide({ ...tried, regression: set('+'.repeat(19), '+'.repeat(19), 'other') }).reasons.join()).toContain(
      '20 are needed',
    );
  });
});

describe('refuseEarly', () => {
  it('refuses early if nothing, or no paraphrase, is cured', () => {
    expect(refuseEarly({ failing: set('--', '--'), paraphrases: UNTRIED })).toMatchObject({
      accepted: false,
      reasons: [expect.stringContaining('nothing else was tried'), expect.stringContaining('does not cure')],
    });
    expect(refuseEarly({ failing: set('--', '++'), paraphrases: set('--', '--', 'p') })).toBeDefined();
    expect(refuseEarly(tried)).toBeUndefined();
  });
});

describe('compareOutcomes', () => {
  it('leaves out questions that were not evaluated under both', () => {
    const unknown = { ...outcome('b', false), success: null };
    expect(compareOutcomes([outcome('a', false), unknown], [outcome('a', true), outcome('b', true)])).toMatchObject({
      queries: 1,
      gained: 1,
      gainedIn: ['a'],
    });
  });
});
