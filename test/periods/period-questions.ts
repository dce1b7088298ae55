/** The day of the caller in these questions. */
export const ASKED_ON = '2026-05-12';

/** An edition: its first and last day, and its text. */
type EditionText = readonly [from: string | undefined, to: string | undefined, text: string];

/** Rules with their editions, oldest first; one without days is in force always. */
export const RULES: Readonly<Record<string, readonly EditionText[]>> = {
  '우산 대여 규정': [
    [
      '2023-03-01',
      '2024-12-31',
      '제1조(기간) 우산은 10일 동안 빌려 준다.\n제2조(연체료) 우산을 늦게 돌려주면 하루에 300원을 낸다.',
    ],
    [
      '2025-01-01',
      '2025-12-31',
      '제1조(기간) 우산은 7일 동안 빌려 준다.\n제2조(연체료) 우산을 늦게 돌려주면 하루에 500원을 낸다.',
    ],
    [
      '2026-01-01',
      undefined,
      '제1조(기간) 우산은 5일 동안 빌려 준다.\n제2조(연체료) 우산을 늦게 돌려주면 하루에 700원을 낸다.',
    ],
  ],
  '열람실 이용 안내': [
    ['2024-01-01', '2025-06-30', '열람실은 평일 22시까지 연다.'],
    ['2025-07-01', undefined, '열람실은 평일 23시까지 연다.'],
  ],
  '등록금 납부 지침': [['2022-03-01', undefined, '등록금은 6월과 12월에 두 번 나누어 낸다.']],
  '졸업 요건': [
    ['2024-03-01', '2026-02-28', '졸업하려면 120학점을 들어야 한다.'],
    ['2026-03-01', undefined, '졸업하려면 130학점을 들어야 한다.'],
  ],
  '기숙사 벌점 기준': [
    ['2025-03-01', '2026-08-31', '기숙사 벌점이 15점이면 퇴사한다.'],
    ['2026-09-01', undefined, '기숙사 벌점이 12점이면 퇴사한다.'],
  ],
  '주차장 안내': [[undefined, undefined, '주차장은 방문자가 두 시간 동안 무료로 쓴다.']],
  'Locker guide': [
    [
      '2023-03-01',
      '2024-12-31',
      'A locker is rented for 90 days at a time.\n\nWhoever loses the key of a locker pays 8 euros.',
    ],
    [
      '2025-01-01',
      '2025-12-31',
      'A locker is rented for 60 days at a time.\n\nWhoever loses the key of a locker pays 10 euros.',
    ],
    [
      '2026-01-01',
      undefined,
      'A locker is rented for 30 days at a time.\n\nWhoever loses the key of a locker pays 12 euros.',
    ],
  ],
  'Gym hours': [
    ['2024-01-01', '2025-06-30', 'The gym closes at 20:00 on weekdays.'],
    ['2025-07-01', undefined, 'The gym closes at 22:00 on weekdays.'],
  ],
  'Travel policy': [
    ['2024-01-01', '2026-08-31', 'The daily allowance for meals on a business trip is 40 dollars.'],
    ['2026-09-01', undefined, 'The daily allowance for meals on a business trip is 55 dollars.'],
  ],
  'Degree rules': [
    ['2024-03-01', '2026-02-28', 'A degree needs 110 credits.'],
    ['2026-03-01', undefined, 'A degree needs 125 credits.'],
  ],
  'Safety report': [['2022-01-01', undefined, 'The safety report is due in June.']],
  'Visitor parking': [[undefined, undefined, 'Visitors park for two hours without a fee.']],
};

export interface PeriodQuestion {
  readonly ask: string;
  /** The question before it in the conversation. */
  readonly after?: string;
  /** What the answer says, and what it does not say. */
  readonly says?: readonly string[];
  readonly never?: readonly string[];
  readonly abstains?: true;
  /** `metadata.period`; null if none was asked for. */
  readonly period?: readonly [from: string | null, to: string | null] | null;
}

const [DAYS_OLD, DAYS_2025] = [
  ['2023-03-01', '2024-12-31'],
  ['2025-01-01', '2025-12-31'],
] as const;

export const KOREAN: readonly PeriodQuestion[] = [
  {
    ask: '작년에는 우산을 며칠 동안 빌려 줬나요?',
    says: ['7일', ...DAYS_2025],
    never: ['5일 동안', '10일'],
    period: DAYS_2025,
  },
  { ask: '2025년에는 우산을 며칠 동안 빌려 주나요?', says: ['7일', ...DAYS_2025], never: ['5일 동안'] },
  {
    ask: '재작년 우산 연체료는 하루에 얼마였나요?',
    says: ['300원', ...DAYS_OLD],
    period: ['2024-01-01', '2024-12-31'],
  },
  {
    ask: '예전 규정에서는 우산을 며칠 빌려 줬나요?',
    says: ['7일', '10일', ...DAYS_2025, ...DAYS_OLD],
    never: ['5일 동안'],
  },
  {
    ask: '바뀌기 전에는 우산을 며칠 동안 빌려 줬나요?',
    says: ['7일'],
    never: ['5일 동안', '10일'],
    period: [null, '2025-12-31'],
  },
  { ask: '개정 전 졸업 학점은 몇 학점이었나요?', says: ['120학점', '2024-03-01', '2026-02-28'], never: ['130학점'] },
  { ask: '2025년에 열람실은 몇 시까지 열었나요?', says: ['22시', '23시', '2025-06-30', '2025-07-01'] },
  {
    ask: '지난 학기에는 졸업하려면 몇 학점을 들어야 했나요?',
    says: ['120학점'],
    never: ['130학점'],
    period: ['2025-09-01', '2026-02-28'],
  },
  { ask: '2025학년도 2학기에는 열람실을 몇 시까지 열었나요?', says: ['23시'], never: ['22시'] },
  { ask: '다음 학기에는 기숙사 벌점이 몇 점이면 퇴사하나요?', says: ['12점', '2026-09-01'], never: ['15점'] },
  {
    ask: '올해 2분기 우산 연체료는 얼마예요?',
    says: ['700원'],
    never: ['500원'],
    period: ['2026-04-01', '2026-06-30'],
  },
  { ask: '25년도 상반기에 열람실은 몇 시까지였나요?', says: ['22시'], never: ['23시'] },
  { ask: '작년에는요?', after: '우산은 며칠 동안 빌려 주나요?', says: ['7일'], never: ['5일 동안'] },
  {
    ask: '그럼 2024년에는 어땠나요?',
    after: '우산을 늦게 돌려주면 하루에 얼마를 내나요?',
    says: ['300원'],
    never: ['700원'],
  },
  { ask: '2019년에는 우산을 며칠 동안 빌려 줬나요?', abstains: true, says: ['2023-03-01', '2026-01-01'] },
  {
    ask: '작년에 입학한 학생은 졸업하려면 몇 학점을 들어야 하나요?',
    says: ['130학점'],
    never: ['120학점'],
    period: null,
  },
  { ask: '등록금은 6월에 내나요?', says: ['6월과 12월'], period: null },
  { ask: '작년에는 주차장을 방문자가 몇 시간 동안 무료로 썼나요?', says: ['두 시간'], never: ['시행'] },
  {
    ask: '현행 규정에서는 우산을 며칠 동안 빌려 주나요?',
    says: ['5일'],
    never: ['7일', '10일'],
    period: [ASKED_ON, ASKED_ON],
  },
  {
    ask: '지난달 기숙사 벌점은 몇 점이면 퇴사였나요?',
    says: ['15점'],
    never: ['12점'],
    period: ['2026-04-01', '2026-04-30'],
  },
];

export const ENGLISH: readonly PeriodQuestion[] = [
  {
    ask: 'For how many days was a locker rented last year?',
    says: ['60 days', ...DAYS_2025],
    never: ['30 days', '90 days'],
    period: DAYS_2025,
  },
  { ask: 'In 2025, for how many days is a locker rented at a time?', says: ['60 days'], never: ['30 days'] },
  {
    ask: 'How much did somebody pay in 2024 who lost the key of a locker?',
    says: ['8 euros', ...DAYS_OLD],
    never: ['12 euros'],
  },
  {
    ask: 'For how many days was a locker rented before the rules were changed?',
    says: ['60 days'],
    never: ['30 days', '90 days'],
  },
  {
    ask: 'Previously, for how many days was a locker rented?',
    says: ['60 days', '90 days', ...DAYS_2025, ...DAYS_OLD],
    never: ['30 days'],
  },
  {
    ask: 'Under the old rules, how many credits does a degree need?',
    says: ['110 credits', '2026-02-28'],
    never: ['125'],
  },
  { ask: 'When did the gym close on weekdays in 2025?', says: ['20:00', '22:00', '2025-06-30', '2025-07-01'] },
  { ask: 'When did the gym close on weekdays in the first half of last year?', says: ['20:00'], never: ['22:00'] },
  {
    ask: 'What was the closing time of the gym in August 2025?',
    says: ['22:00'],
    never: ['20:00'],
    period: ['2025-08-01', '2025-08-31'],
  },
  {
    ask: 'What will the daily allowance for meals on a business trip be next quarter?',
    says: ['40 dollars', '55 dollars', '2026-09-01'],
  },
  {
    ask: 'What is the daily allowance for meals on a business trip from next year?',
    says: ['55 dollars'],
    never: ['40 dollars'],
  },
  { ask: 'And last year?', after: 'For how many days is a locker rented?', says: ['60 days'], never: ['30 days'] },
  {
    ask: 'What about 2024?',
    after: 'How much does somebody pay who loses the key of a locker?',
    says: ['8 euros'],
    never: ['12 euros'],
  },
  { ask: 'For how many days was a locker rented in 2019?', abstains: true, says: ['2023-03-01', '2026-01-01'] },
  {
    ask: 'How many credits does a degree need for students who enrolled last year?',
    says: ['125 credits'],
    never: ['110'],
    period: null,
  },
  { ask: 'Is the safety report due in June?', says: ['in June'], period: null },
  { ask: 'For how many hours did visitors park without a fee last year?', says: ['two hours'], never: ['in force'] },
  { ask: 'For how many days is a locker currently rented?', says: ['30 days'], never: ['60', '90'] },
  {
    ask: 'How many credits did a degree need last term?',
    says: ['110 credits'],
    never: ['125'],
    period: ['2025-09-01', '2026-02-28'],
  },
  {
    ask: 'For how many days was a locker rented the year before last?',
    says: ['90 days'],
    never: ['60 days', '30 days'],
  },
];
