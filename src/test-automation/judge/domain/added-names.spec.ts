import { gradeAnswer } from './grade-answer.js';
import { JudgingCase } from './judging-case.js';

const BASE = {
  answerable: undefined,
  reference: undefined,
  citations: [],
  cited: [],
  rest: [],
  phrases: { evasive: [], abstaining: [] },
  nearness: () => 0,
};
const goldOf = (quote: string, text = '') => [{ documentId: 'd', title: '', text, quotes: [quote] }];
const CASES: Readonly<Record<'ko' | 'en' | 'evidenceKo' | 'evidenceEn', Omit<JudgingCase, 'answer'>>> = {
  ko: {
    ...BASE,
    question: '빌린 공구는 언제까지 돌려줘야 하나요?',
    facts: [['14일']],
    gold: goldOf('제8조(반납) 빌린 날부터 14일 이내에 관리실에 돌려주어야 한다.'),
  },
  en: {
    ...BASE,
    question: 'When is a borrowed drill due?',
    facts: [['14 days']],
    gold: goldOf('Section 8. Tools are returned to the front desk within 14 days of borrowing.'),
  },
  evidenceKo: {
    ...BASE,
    question: '빌린 공구는 언제까지 돌려줘야 하나요?',
    facts: [],
    gold: [],
    cited: [{ id: 'e', text: '제8조(반납) 공구는 빌린 날부터 14일 이내에 관리실에 돌려주어야 한다.' }],
  },
  evidenceEn: {
    ...BASE,
    question: 'When do I have to return a borrowed tool?',
    facts: [],
    gold: [],
    cited: [{ id: 'e', text: 'A borrowed tool is returned to the front desk within 14 days.' }],
  },
};

describe('names and articles that an answer adds to a right fact', () => {
  it.each([
    ['ko', '14일 이내입니다. 담당자는 김철수 팀장입니다.', 'HALLUCINATION'],
    ['ko', '14일 이내입니다. 담당자는 박영희입니다.', 'HALLUCINATION'],
    ['ko', '14일 이내에 총무과에 돌려주어야 합니다.', 'WRONG_FACT'],
    ['ko', '14일 이내입니다. 접수는 나주 지점에서 합니다.', 'HALLUCINATION'],
    ['ko', '14일 이내입니다. 연장은 제31조에 따릅니다.', 'HALLUCINATION'],
    ['ko', '14일 이내에 관리실에 돌려주어야 합니다. 자세한 것은 총무과에 문의하세요.', null],
    ['ko', '14일 이내에 관리실로 돌려주세요. 더 궁금한 점은 학생지원팀에 문의.', null],
    ['ko', '14일 이내입니다. 담당 팀장에게 돌려주세요.', null],
    ['ko', '14일 이내입니다. 근거는 제8조입니다.', null],
    ['en', 'Within 14 days, at the desk run by Martha Jensen at the Oslo branch.', 'WRONG_FACT'],
    ['en', 'Within 14 days. The desk is run by Martha Jensen.', 'HALLUCINATION'],
    ['en', 'Within 14 days. Ms. Jensen takes them back.', 'HALLUCINATION'],
    ['en', 'Return it to the Finance Office within 14 days.', 'WRONG_FACT'],
    ['en', 'Within 14 days. An extension is governed by Article 31.', 'HALLUCINATION'],
    ['en', 'Within 14 days. For details contact Human Resources or the Finance Office.', null],
    ['en', 'Bring it back to the front desk within 14 days.', null],
    ['en', 'Your team has to return it within 14 days.', null],
    ['en', '14일 이내에 안내 데스크로 돌려주세요.', null],
  ] as const)('%s: %s is %s', (name, answer, failure) => {
    const { failureType, verdict, claims } = gradeAnswer({ ...CASES[name], answer });
    expect([failureType, verdict === 'success']).toEqual([failure, failure === null]);
    // The claims show the reason of the verdict.
    if (failure !== null) expect(claims.some(({ adds, verdict: v }) => adds || v === 'contradicted')).toBe(true);
  });
});

describe('an answer compared with sent evidence alone', () => {
  it.each([
    ['evidenceKo', '14일 이내입니다.', 'success'],
    ['evidenceKo', '두 주 안에 내셔야 해요.', 'success'],
    ['evidenceKo', '21일 이내입니다.', 'failure'],
    ['evidenceKo', '세 주 안에 내셔야 해요.', 'failure'],
    ['evidenceKo', '14일 이상 지나서입니다.', 'failure'],
    ['evidenceKo', '제8조에 따르면 14일 이내에 돌려주어야 합니다.', 'success'],
    ['evidenceKo', '제23조에 따르면 14일 이내에 돌려주어야 합니다.', 'partial'],
    ['evidenceEn', 'Within 14 days.', 'success'],
    ['evidenceEn', 'You have two weeks.', 'success'],
    ['evidenceEn', 'Within 21 days.', 'failure'],
    ['evidenceEn', 'You have three weeks.', 'failure'],
    ['evidenceEn', 'More than 14 days.', 'failure'],
  ] as const)('%s: %s is %s', (name, answer, verdict) => {
    expect(gradeAnswer({ ...CASES[name], answer }).verdict).toBe(verdict);
  });
});

describe('the article of a passage whose document is not stored', () => {
  it.each([
    ['ko', '제8조에 따르면 14일 이내입니다.', null],
    ['ko', '제23조에 따르면 14일 이내입니다.', 'WRONG_CITATION'],
    ['en', 'Under Section 8, it is due within 14 days.', null],
    ['en', 'Under Section 23, it is due within 14 days.', 'WRONG_CITATION'],
  ] as const)('%s: %s is %s', (name, answer, failure) => {
    expect(gradeAnswer({ ...CASES[name], answer }).failureType).toBe(failure);
  });

  it('is read from the evidence too', () => {
    const gold = goldOf('빌린 날부터 14일 이내에 관리실에 돌려주어야 한다.');
    const rest = [
      { id: 'e', text: '제7조(대여) 3개까지 빌린다.\n제8조(반납) 빌린 날부터 14일 이내에 관리실에 돌려주어야 한다.' },
    ];
    const failures = ['제8조', '제7조'].map(
      (article) => gradeAnswer({ ...CASES.ko, gold, rest, answer: `${article}에 따르면 14일 이내입니다.` }).failureType,
    );
    expect(failures).toEqual([null, 'WRONG_CITATION']);
  });
});

describe('a claim of an answer without the required facts', () => {
  it.each([
    ['ko', '공구는 관리실에 돌려주어야 합니다.'],
    ['en', 'Tools have to be returned to the front desk.'],
  ] as const)('%s: is not shown as supported: %s', (name, answer) => {
    const { verdict, claims } = gradeAnswer({ ...CASES[name], answer });
    expect([verdict, claims.map((claim) => claim.verdict)]).toEqual(['failure', ['unverified']]);
  });
});
