import { gradeAnswer } from './grade-answer.js';
import { isRightCitation, namesRightPlace } from './cited-place.js';

const rules = {
  documentId: 'r',
  title: '대여 규칙',
  text: '제1조(빌리기) 3개까지 빌린다.\n제2조(돌려주기) 14일 이내에 돌려준다.',
  quotes: ['14일 이내에 돌려준다.'],
};
const guide = {
  documentId: 'g',
  title: 'Leave types',
  text: '# Leave types\n\n## Sick leave\n\nA note is needed.',
  quotes: ['A note is needed.'],
};

describe('the location that an answer cites', () => {
  it.each([
    ['대여 규칙 제2조에 따라 14일입니다.', true],
    ['대여 규칙 제1조에 따라 14일입니다.', false],
    ['14일입니다.', undefined],
  ])('%s', (answer, right) => {
    expect(namesRightPlace(answer, [rules])).toBe(right);
  });

  it.each([
    ['The page "Software Under $10,000" says that a note is needed.', false],
    ['See the page “Leave types”.', true],
    ['The Leave Types page says so.', true],
  ])('%s', (answer, right) => {
    expect(namesRightPlace(answer, [guide])).toBe(right);
  });

  it('is right by document, title or quote', () => {
    expect(
      [{ documentId: 'r' }, { title: '대여규칙' }, { quote: '14일 이내에 돌려준다' }, { documentId: 'x' }].map((c) =>
        isRightCitation(c, [rules]),
      ),
    ).toEqual([true, true, true, false]);
  });
});

describe('a cited page that is not that of the gold', () => {
  const PAGES = [
    {
      question: '사우나는 며칠 전까지 예약하나요?',
      gold: '예약은 이용일 2일 전까지 시설과에 한다.',
      fact: '2일 전',
      same: '사우나를 쓰려면 이틀 전까지 시설과에 예약해야 한다.',
      other: '편지의 답장은 이틀 전까지 보내야 한다.',
    },
    {
      question: 'When do I have to give back my locker key?',
      gold: 'Return the locker key to the Front Desk within 10 days after your contract ends.',
      fact: '10 days',
      same: 'Your locker key has to be back at the Front Desk no later than 10 days after the end of your contract.',
      other: 'Parcels have to be collected within 10 days.',
    },
  ] as const;
  const verdictOn = ({ question, gold, fact }: (typeof PAGES)[number], quote: string, text: string) =>
    gradeAnswer({
      question,
      answer: quote,
      answerable: true,
      facts: [[fact]],
      gold: [{ documentId: 'gold', title: '', text: gold, quotes: [gold] }],
      reference: undefined,
      citations: [{ documentId: 'page', title: undefined, quote }],
      citedPages: [{ documentId: 'page', title: '', text }],
      cited: [],
      rest: [],
      phrases: { evasive: [], abstaining: [] },
      nearness: () => 0,
    }).citation.right;

  it.each(PAGES)('is a right place where it says the fact about the topic: $question', (one) => {
    expect(verdictOn(one, one.same, `First. ${one.same} Last.`)).toBe(true);
    expect(verdictOn(one, one.other, one.other)).toBe(false);
    // A quote has to be in its page.
    expect(verdictOn(one, one.same, 'Something else.')).toBe(false);
  });
});
