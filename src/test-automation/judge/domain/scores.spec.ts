import { ScoreDimensions } from '../../domain/test-result.js';
import { gradeAnswer } from './grade-answer.js';
import { JudgingCase } from './judging-case.js';

const KOREAN = {
  quote: '② 장비를 빌리려는 사람은 사용일 3일 전까지 대여신청서를 자산관리팀에 제출하여야 한다.',
  text:
    '장비 대여 규칙\n제4조(대여) ① 장비는 한 번에 2대까지 빌린다.\n' +
    '② 장비를 빌리려는 사람은 사용일 3일 전까지 대여신청서를 자산관리팀에 제출하여야 한다. 다만, 휴일에 쓰려는 경우에는 팀장의 승인을 받아야 한다.\n' +
    '제5조(회의실) ① 회의실은 오전 9시에 연다.\n② 회의실의 열쇠는 경비실에서 보관한다.\n제6조(주차) 방문객은 지하 2층에 주차한다.',
};
const ENGLISH = {
  quote: 'Submit the booking form to the Events team 5 days before the event.',
  text:
    '# Hall\n## Booking\nSubmit the booking form to the Events team 5 days before the event. If the event is on a weekend, a manager approves it.\n' +
    '## Kitchen\nThe kitchen has two ovens. Knives are kept in the left drawer.\n## Bicycles\nBicycles stand behind the gym.',
};

function graded(document: typeof KOREAN, question: string, facts: readonly string[][], answer: string, isCited = true) {
  const judged: JudgingCase = {
    question,
    answer,
    answerable: true,
    facts,
    gold: [{ documentId: 'd', title: '', text: document.text, quotes: [document.quote] }],
    reference: undefined,
    citations: isCited ? [{ documentId: 'd', title: undefined, quote: document.quote }] : [],
    cited: [],
    rest: [],
    phrases: { evasive: [], abstaining: [] },
    nearness: () => 0,
  };
  const { verdict, score, dimensions } = gradeAnswer(judged);
  return { verdict, score: score ?? 0, dimensions };
}

/** The deadline is in one sentence, the paper and the office in the next. */
const NEXT_KO = {
  quote: '① 장비는 사용일 3일 전까지 신청한다.',
  text:
    '제4조(대여) ① 장비는 사용일 3일 전까지 신청한다. 다만, 행사용 장비는 10일 전까지 신청한다.\n② 대여신청서는 자산관리팀에 제출한다.\n' +
    '제5조(주차) 방문객은 지하 2층에 주차한다.',
};
const NEXT_EN = {
  quote: 'Book the hall 5 days before the event.',
  text:
    '## Booking\nBook the hall 5 days before the event. However, concerts are booked 20 days before. ' +
    'Submit the booking form to the Events team.\n## Bicycles\nBicycles stand behind the gym.',
};
const NEXT_ASK_KO: [string, string[][]] = ['장비는 며칠 전까지 신청하나요?', [['3일 전']]];
const NEXT_ASK_EN: [string, string[][]] = ['How early do I book the hall?', [['5 days before']]];
const SHORT_KO = '장비는 사용일 3일 전까지 신청합니다.';
const SHORT_EN = 'Book the hall 5 days before the event.';

const ASK_KO = '장비를 빌리려면 언제까지 무엇을 내야 하나요?';
const ASK_EN = 'What do I hand in for an event in the hall, and by when?';
const FACTS_KO = [['3일 전'], ['대여신청서']];
const FACTS_EN = [['5 days before'], ['booking form']];
const WHOLE_KO = '장비를 빌리려면 사용일 3일 전까지 대여신청서를 자산관리팀에 제출해야 합니다.';
const WHOLE_EN = 'Submit the booking form to the Events team 5 days before the event.';
const BESIDE_KO = ' 회의실은 오전 9시에 연다. 회의실의 열쇠는 경비실에서 보관한다. 방문객은 지하 2층에 주차한다.';
const BESIDE_EN = ' The kitchen has two ovens. Knives are kept in the left drawer. Bicycles stand behind the gym.';

/** Pairs whose order is clear: what the better answer has, by which dimension, and both answers. */
const PAIRS: readonly (readonly [
  what: string,
  dimension: keyof ScoreDimensions,
  document: typeof KOREAN,
  asked: readonly [question: string, facts: string[][]],
  better: string,
  worse: string,
])[] = [
  ['both facts', 'completeness', KOREAN, [ASK_KO, FACTS_KO], WHOLE_KO, '사용일 3일 전까지 내야 합니다.'],
  ['both facts', 'completeness', ENGLISH, [ASK_EN, FACTS_EN], WHOLE_EN, 'Hand it in 5 days before the event.'],
  ['nothing beside the question', 'relevance', KOREAN, [ASK_KO, FACTS_KO], WHOLE_KO, WHOLE_KO + BESIDE_KO],
  ['nothing beside the question', 'relevance', ENGLISH, [ASK_EN, FACTS_EN], WHOLE_EN, WHOLE_EN + BESIDE_EN],
  [
    'paper and office',
    'practicality',
    KOREAN,
    ['장비는 며칠 전까지 신청하나요?', [['3일 전']]],
    WHOLE_KO,
    '사용일 3일 전까지입니다.',
  ],
  [
    'paper and office',
    'practicality',
    ENGLISH,
    ['How early do I have to book the hall?', [['5 days before']]],
    WHOLE_EN,
    '5 days before the event.',
  ],
  [
    'what to do on a weekend, which the provision goes on with',
    'actionability',
    KOREAN,
    [ASK_KO, FACTS_KO],
    `${WHOLE_KO} 휴일에 쓰려는 경우에는 팀장의 승인을 받아야 합니다.`,
    WHOLE_KO,
  ],
  [
    'what to do on a weekend, which the provision goes on with',
    'actionability',
    ENGLISH,
    [ASK_EN, FACTS_EN],
    `${WHOLE_EN} If the event is on a weekend, a manager approves it.`,
    WHOLE_EN,
  ],
  [
    'the exception',
    'completeness',
    NEXT_KO,
    NEXT_ASK_KO,
    `${SHORT_KO} 다만 행사용 장비는 10일 전까지입니다.`,
    SHORT_KO,
  ],
  ['the exception', 'completeness', NEXT_EN, NEXT_ASK_EN, `${SHORT_EN} Concerts: 20 days before.`, SHORT_EN],
  [
    'paper and office of the next sentence',
    'practicality',
    NEXT_KO,
    NEXT_ASK_KO,
    `${SHORT_KO} 대여신청서는 자산관리팀에 제출합니다.`,
    SHORT_KO,
  ],
  [
    'paper and office of the next sentence',
    'practicality',
    NEXT_EN,
    NEXT_ASK_EN,
    `${SHORT_EN} Submit the booking form to the Events team.`,
    SHORT_EN,
  ],
  [
    'what to do, which the next sentence says',
    'actionability',
    NEXT_KO,
    NEXT_ASK_KO,
    `${SHORT_KO} 대여신청서는 자산관리팀에 제출합니다.`,
    SHORT_KO,
  ],
  [
    'what to do, which the next sentence says',
    'actionability',
    NEXT_EN,
    NEXT_ASK_EN,
    `${SHORT_EN} Submit the booking form to the Events team.`,
    SHORT_EN,
  ],
  [
    'less beside the question',
    'relevance',
    KOREAN,
    [ASK_KO, FACTS_KO],
    `${WHOLE_KO} 방문객은 지하 2층에 주차한다.`,
    WHOLE_KO + BESIDE_KO,
  ],
  [
    'less beside the question',
    'relevance',
    ENGLISH,
    [ASK_EN, FACTS_EN],
    `${WHOLE_EN} Bicycles stand behind the gym.`,
    WHOLE_EN + BESIDE_EN,
  ],
];

describe('points', () => {
  it.each(PAIRS)('are more for %s, in %s', (_, dimension, document, [question, facts], better, worse) => {
    const [more, less] = [better, worse].map((answer) => graded(document, question, facts, answer));
    expect(more?.verdict).toBe('success');
    expect(more?.dimensions?.[dimension]).toBeGreaterThan(less?.dimensions?.[dimension] ?? Infinity);
    expect(more?.score).toBeGreaterThan(less?.score ?? Infinity);
  });

  it.each([
    [
      { quote: '회의는 공개한다.', text: '제2조(회의) 회의는 공개한다.' },
      '회의를 공개하나요?',
      '공개한다',
      '네, 회의는 공개한다.',
    ],
    [
      { quote: 'Meetings are public.', text: '## Meetings\nMeetings are public.' },
      'Are meetings public?',
      'public',
      'Meetings are public.',
    ],
  ])(
    'leave the practical ones out of the mean where the provision offers nothing: %j',
    (document, question, fact, answer) => {
      const { verdict, score, dimensions } = graded(document, question, [[fact]], answer, false);
      const { accuracy = 0, completeness = 0, relevance = 0, citation = 0 } = dimensions ?? {};
      expect(verdict).toBe('success');
      expect(score).toBeCloseTo((5 / 4) * (accuracy + completeness + relevance + citation), 2);
      expect(score).toBeLessThan(5);
    },
  );

  it('do not punish an answer for what another provision offers', () => {
    const { dimensions } = graded(KOREAN, ASK_KO, FACTS_KO, `${WHOLE_KO} 휴일에는 팀장의 승인을 받으세요.`);
    expect(dimensions).toMatchObject({ practicality: 0.5, actionability: 0.5 });
  });
});
