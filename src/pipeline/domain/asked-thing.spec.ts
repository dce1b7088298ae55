import { answerType } from './answer-type.js';
import { withLack } from './answerability.js';
import { askedThing, lackOf } from './asked-thing.js';
import { Evidence, QuestionWord, RankedSentence } from './evidence.js';

function ranked(shares: readonly number[], typed: boolean): RankedSentence {
  const sentence = { start: 0, end: 10, text: 'a sentence', shares };
  const evidence: Evidence = {
    chunkId: 'c1',
    documentId: 'd1',
    title: 'Boats',
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: [],
    start: 0,
    text: 'a sentence',
    score: 0.5,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: shares.map(() => 0),
    passageShares: shares,
    sentences: [sentence],
  };
  return { evidence, sentence, support: 0.9, typed };
}

const words = (...texts: string[]): QuestionWord[] => texts.map((text) => ({ text, topical: false, weight: 1 }));

describe('the requested thing of a question', () => {
  it.each([
    ['How many sailing dinghies does the society have?', 'dinghies'],
    ['how many guest passes per month', 'passes'],
    ["What's the wifi password for the hall?", 'password'],
    ['What is the door code of the archive?', 'code'],
    ['확성기는 몇 대 있나요?', '확성기'],
    ['학생 숙소 무선 인터넷 비밀번호가 뭐예요?', '비밀번호'],
    ['셔틀버스가 하루 몇 번 다녀요?', '셔틀버스'],
  ])('%s: %s', (question, thing) => {
    expect(askedThing(question)).toBe(thing);
  });

  it.each([
    'What is the deadline for the form?',
    'What is the fee for a locker?',
    '신청 기간은 언제까지예요?',
    '비용이 얼마예요?',
    'Who approves leave?',
    '휴학은 어떻게 신청하나요?',
  ])('%s: a kind of value or a way, which a text need not name', (question) => {
    expect(askedThing(question)).toBeUndefined();
  });
});

describe('the lack of sentences', () => {
  const asked = (question: string, ...texts: string[]) => ({
    question,
    words: words(...texts),
    type: answerType(question),
  });

  it('is the thing, if no passage contains the noun that is counted or asked for', () => {
    expect(
      lackOf(
        [ranked([0, 0, 1], true)],
        asked('How many sailing dinghies does the society have?', 'sailing', 'dinghies', 'society'),
      ),
    ).toBe('thing');
    expect(lackOf([ranked([1, 0], true)], asked('숙소 비밀번호가 뭐예요?', '숙소', '비밀번호'))).toBe('thing');
  });

  it('is nothing, if one of the quoted passages contains it', () => {
    const likely = [ranked([0, 0, 1], true), ranked([0, 1, 1], true)];
    expect(
      lackOf(likely, asked('How many sailing dinghies does the society have?', 'sailing', 'dinghies', 'society')),
    ).toBeUndefined();
  });

  it('is the kind of value, if no sentence contains the requested sum, number or time', () => {
    expect(lackOf([ranked([1, 1], false)], asked('숙소 비용은 한 학기에 얼마인가요?', '숙소', '비용'))).toBe('kind');
    expect(lackOf([ranked([1], false)], asked('How long is a loan?', 'loan'))).toBe('kind');
    expect(lackOf([ranked([1], false), ranked([1], true)], asked('How long is a loan?', 'loan'))).toBeUndefined();
  });

  it.each([
    ['When is the lamp lit?', 'The lamp of the harbour is lit at seven.'],
    ['When does the yard close?', 'The yard closes at dusk.'],
    ['등대는 언제 켜나요?', '등대는 해가 지면 일곱 시에 켠다.'],
    ['창고는 언제 닫나요?', '창고는 자정에 닫는다.'],
    ['How many keys may I borrow?', 'A member borrows two keys.'],
  ])('is nothing, where a value is written in a way of its own: %s', (question, text) => {
    const one = ranked([1], false);
    const sentence = { ...one.sentence, text };
    const said = { ...one, sentence, evidence: { ...one.evidence, text, sentences: [sentence] } };
    expect(lackOf([said], asked(question, 'lamp'))).toBeUndefined();
  });

  it('is nothing, if the lead of a list contains the value for its items', () => {
    const one = ranked([1], false);
    const text = 'Ten days in advance for:\n- small loans of the yard\n- large loans';
    const start = text.indexOf('- small');
    const sentence = { ...one.sentence, start, end: text.indexOf('\n- large'), text: '- small loans of the yard' };
    const listed = { ...one, sentence, evidence: { ...one.evidence, text, sentences: [sentence] } };
    expect(lackOf([listed], asked('loan lead time', 'loan'))).toBeUndefined();
    expect(lackOf([one], asked('loan lead time', 'loan'))).toBe('kind');
  });

  it('does not apply to persons and places, which any name may be', () => {
    expect(lackOf([ranked([1], false)], asked('Who approves a loan?', 'loan'))).toBeUndefined();
  });

  it('prevents an answer, unless the other features have a high score', () => {
    const found = { mass: 1, strength: 5, lead: 3, typed: false, probability: 0.6 };
    expect(withLack(found, 'thing')).toMatchObject({ lack: 'thing', probability: 0.1 });
    expect(withLack({ ...found, probability: 0.02 }, 'kind').probability).toBe(0.02);
    expect(withLack(found, undefined)).toBe(found);
    const sure = { ...found, probability: 0.9 };
    expect([withLack(sure, 'thing'), withLack(sure, 'kind')]).toEqual([sure, sure]);
  });
});
