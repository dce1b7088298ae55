import { readFact } from './required-facts.js';

const RULES = {
  days: {
    fact: '14일',
    question: '3월 1일에 빌린 공구는 언제까지 돌려주나요?',
    gold: '빌린 날부터 14일 이내에 돌려주어야 한다.',
  },
  dayEn: {
    fact: '14 days',
    question: 'I borrowed a drill on March 1. When is it due?',
    gold: 'Tools are returned within 14 days.',
  },
  weeks: { fact: '2주', question: '5월 20일에 받았어요. 며칠까지 내나요?', gold: '받은 날부터 2주 이내에 낸다.' },
  months: {
    fact: 'two months',
    question: 'It was issued on January 31. Until when is it valid?',
    gold: 'It is valid for two months.',
  },
  before: { fact: '30일', question: '9월 1일에 시작해요. 며칠까지 신청하나요?', gold: '시작일 30일 이전에 신청한다.' },
  hours: {
    fact: '3 hours',
    question: 'I took the key at 2 pm. When do I bring it back?',
    gold: 'Keys are returned within 3 hours.',
  },
  hoursKo: { fact: '3시간', question: '오후 2시에 빌렸어요. 몇 시까지 돌려주나요?', gold: '3시간 이내에 돌려준다.' },
  fine: {
    fact: '2 dollars',
    question: 'I am 3 days late. How much do I pay?',
    gold: 'Late returns cost 2 dollars a day.',
  },
  fineKo: { fact: '500원', question: '일주일 늦었어요. 얼마를 내나요?', gold: '늦으면 하루에 500원을 낸다.' },
  share: {
    fact: '20%',
    question: 'The course is 300 dollars. How much do I pay?',
    gold: 'Staff get a discount of 20%.',
  },
  shareKo: {
    fact: '30퍼센트',
    question: '등록금이 200만원이면 얼마를 돌려받나요?',
    gold: '등록금의 30퍼센트를 돌려준다.',
  },
  fold: { fact: '2배', question: '3만원짜리 책을 잃어버렸어요. 얼마를 내나요?', gold: '산 값의 2배를 낸다.' },
  rest: { fact: '15일', question: '휴가를 6일 썼는데 며칠 남았나요?', gold: '휴가는 한 해에 15일이다.' },
  result: {
    fact: 'March 15',
    question: 'I borrowed a drill on March 1. When is it due?',
    gold: 'Tools are returned within 14 days.',
  },
  capped: {
    fact: '2 dollars',
    question: 'I am 30 days late. How much do I pay?',
    gold: 'Late returns cost 2 dollars a day. The fine is at most 20 dollars.',
  },
} as const;

describe('the result of a rule for the case of the question', () => {
  it.each([
    ['days', '3월 15일까지입니다.', 'stated'],
    ['days', '3월 16일까지입니다.', 'contradicted'],
    ['days', 'By March 15.', 'stated'],
    ['dayEn', 'It is due by March 15.', 'stated'],
    ['dayEn', 'It is due by March 16.', 'contradicted'],
    ['dayEn', '3월 15일까지예요.', 'stated'],
    ['dayEn', 'It is due on March 1.', 'missing'],
    ['weeks', '6월 3일까지 내세요.', 'stated'],
    ['weeks', '6월 13일까지 내세요.', 'contradicted'],
    ['months', 'Until March 31.', 'stated'],
    ['months', 'Until April 30.', 'contradicted'],
    ['before', '8월 2일까지 신청하세요.', 'stated'],
    ['before', '10월 1일까지 신청하세요.', 'contradicted'],
    ['hours', 'By 5 pm.', 'stated'],
    ['hours', 'By 6 pm.', 'contradicted'],
    ['hoursKo', '오후 5시까지입니다.', 'stated'],
    ['hoursKo', '오후 4시까지입니다.', 'contradicted'],
    ['fine', 'You pay 6 dollars.', 'stated'],
    ['fine', 'You pay 8 dollars.', 'contradicted'],
    ['fine', 'You pay 1.5 dollars.', 'contradicted'],
    ['fineKo', '3,500원을 내시면 됩니다.', 'stated'],
    ['fineKo', '2,500원을 내시면 됩니다.', 'contradicted'],
    ['share', 'You pay 240 dollars.', 'stated'],
    ['share', 'You pay 260 dollars.', 'contradicted'],
    ['shareKo', '60만원을 돌려받습니다.', 'stated'],
    ['shareKo', '80만원을 돌려받습니다.', 'contradicted'],
    ['fold', '6만원입니다.', 'stated'],
    ['fold', '9만원입니다.', 'contradicted'],
    ['rest', '9일 남았습니다.', 'stated'],
    ['rest', '8일 남았습니다.', 'contradicted'],
    ['result', '3월 15일까지입니다.', 'stated'],
    ['result', 'By March 20.', 'contradicted'],
    ['capped', 'You pay 20 dollars.', 'stated'],
    ['capped', 'You pay 60 dollars.', 'contradicted'],
  ] as const)('%s: %s is %s', (name, answer, expected) => {
    const { fact, question, gold } = RULES[name];
    const setting = { question, gold: [gold], nearness: () => 0 };
    expect(readFact([fact], answer, setting).verdict).toBe(expected);
  });
});
