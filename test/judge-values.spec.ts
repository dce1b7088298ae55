import { type RunningApplication, startApplication } from './support/application.js';

interface Trial {
  readonly question: string;
  /** Wordings of one value: each is right for each of the others. */
  readonly same: readonly string[];
  /** Values that differ in one part. */
  readonly others: readonly string[];
  /** A sentence around a value, which is at `{}`. */
  readonly said: string;
}

const TRIALS: readonly Trial[] = [
  {
    question: 'Until when can I enter the race?',
    same: ['April 17, 2027', '2027-04-17', '17 April 2027', 'the 17th of April 2027', 'Apr 17, 2027', '2027/04/17'],
    others: ['April 7, 2027', '2027-04-18', '17 May 2027', 'the 17th of April 2028', '2027-07-14'],
    said: 'You can enter the race until {}.',
  },
  {
    question: '마라톤 신청은 언제 마감되나요?',
    same: ['2027년 4월 17일', '2027-04-17', '2027. 4. 17.', '2027.04.17'],
    others: ['2027년 4월 7일', '2027-04-18', '2027. 7. 14.', '2028년 4월 17일'],
    said: '마라톤 신청은 {}에 마감됩니다.',
  },
  {
    question: 'On which day does the pool open?',
    same: ['10 May', 'May 10', 'the 10th of May', 'May 10th'],
    others: ['10 March', 'May 11', 'the 20th of May', '10 June'],
    said: 'The pool opens on {}.',
  },
  {
    question: 'When does the last ferry leave?',
    same: ['21:45', '9:45 p.m.', '9:45 PM', '9.45 pm'],
    others: ['9:45 a.m.', '21:15', '9:45 in the morning', '20:45'],
    said: 'The last ferry leaves at {}.',
  },
  {
    question: 'When is the bell rung?',
    same: ['noon', '12:00', '12 p.m.', '12:00 noon'],
    others: ['midnight', '11:00', '12 a.m.'],
    said: 'The bell is rung at {}.',
  },
  {
    question: '막배는 몇 시에 떠나나요?',
    same: ['오후 9시 30분', '21:30', '21시 30분', '오후 9시 반', '저녁 9시 반'],
    others: ['오전 9시 30분', '오후 9시', '20:30', '오전 9시 반'],
    said: '막배는 {}에 떠납니다.',
  },
  {
    question: 'How much may the parcel weigh?',
    same: ['1.5 kg', '1500 g', '1,500 grams', '1.5 kilograms'],
    others: ['1.5 pounds', '15 kg', '1500 kg', '150 grams'],
    said: 'The parcel may weigh {}.',
  },
  {
    question: '소포는 무게가 얼마까지 되나요?',
    same: ['1.5kg', '1500g', '1.5킬로그램', '1,500그램'],
    others: ['15kg', '1.5톤', '150g', '1.5파운드'],
    said: '소포 무게는 {}까지 됩니다.',
  },
  {
    question: 'How much is the deposit?',
    same: ['2,400 euros', '2400 EUR', '€2,400', 'EUR 2,400'],
    others: ['2400 USD', '$2,400', '240 euros', '2,400 pounds'],
    said: 'The deposit is {}.',
  },
  {
    question: '보증금은 얼마인가요?',
    same: ['24만 원', '240,000원', '이십사만 원', '₩240,000'],
    others: ['24만 달러', '24,000원', '2백40만 원', '이십오만 원'],
    said: '보증금은 {}입니다.',
  },
  {
    question: 'How long may I keep the drill?',
    same: ['21 days', 'three weeks', '3 weeks', 'twenty-one days'],
    others: ['21 weeks', 'three days', '3 months', '12 days'],
    said: 'You may keep the drill for {}.',
  },
  {
    question: '드릴은 얼마 동안 쓸 수 있나요?',
    same: ['21일', '3주', '세 주', '21일간'],
    others: ['21주', '3일', '3개월', '12일'],
    said: '드릴은 {} 동안 쓸 수 있습니다.',
  },
  {
    question: 'Which form is it?',
    same: ['Form 12-D', 'form 12D', 'Form 12 D'],
    others: ['Form 12-E', 'Form 13-D', 'form 12B', 'Form 12'],
    said: 'You hand in {}.',
  },
  {
    question: 'Where does the course take place?',
    same: ['Room 318C', 'room 318-C', 'Room 318 C'],
    others: ['Room 318B', 'Room 318', 'Room 381C'],
    said: 'The course takes place in {}.',
  },
  {
    question: 'Which key opens the shed?',
    same: ['key M-4', 'Key M4'],
    others: ['key N-4', 'Key M-5', 'key M-14'],
    said: 'Use {} for the shed.',
  },
  {
    question: 'Which version fixes it?',
    same: ['version 4.7.2', 'v4.7.2', '4.7.2'],
    others: ['version 4.7.3', 'v4.7', '4.17.2', 'version 4.7.20'],
    said: 'It is fixed in {}.',
  },
  {
    question: '어느 서식으로 신청하나요?',
    same: ['별지 제5호의3서식', '별지 제5호의3 서식', '별지 제5호의 3 서식'],
    others: ['별지 제5호의2서식', '별지 제5호서식', '별지 제6호의3서식'],
    said: '{}으로 신청합니다.',
  },
  {
    question: '강의실은 어디인가요?',
    same: ['7-다동', '7다동'],
    others: ['7-라동', '7-나동', '8-다동'],
    said: '강의실은 {}입니다.',
  },
  {
    question: '어느 객실인가요?',
    same: ['6B호', '6-B호'],
    others: ['6A호', '5B호', '6호'],
    said: '객실은 {}입니다.',
  },
  {
    question: 'What share is paid back?',
    same: ['60%', '60 percent', 'three fifths', '60 per cent'],
    others: ['40%', '6 percent', 'two fifths'],
    said: 'You are paid back {} of the price.',
  },
  {
    question: '얼마나 돌려받나요?',
    same: ['75%', '75퍼센트', '4분의 3'],
    others: ['57%', '25퍼센트', '4분의 1'],
    said: '값의 {}를 돌려받습니다.',
  },
];

const sentence = ({ said }: Trial, value: string): string => said.replace('{}', value);

describe('a judged value', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
  });
  afterAll(() => running.stop());

  async function verdict(question: string, fact: string, answer: string): Promise<string> {
    const judged = await running.post('/judge', { question, answer, expected: { facts: [[fact]] } });
    expect([judged.statusCode, judged.statusCode === 200 ? '' : judged.body]).toEqual([200, '']);
    return judged.json<{ verdict: string }>().verdict;
  }

  /** Facts of one value as somebody writes them: alone, or in a sentence. */
  const factsOf = (trial: Trial, value: string): string[] => [value, sentence(trial, value)];
  const pairs = (trial: Trial, answers: readonly string[]) =>
    trial.same.flatMap((value) =>
      factsOf(trial, value).flatMap((fact) => answers.map((answer) => ({ fact, answer: sentence(trial, answer) }))),
    );

  it.each(TRIALS)('$same.0 is right in each notation', async (trial) => {
    const refused: string[] = [];
    for (const { fact, answer } of pairs(trial, trial.same)) {
      const said = await verdict(trial.question, fact, answer);
      if (said !== 'success') refused.push(`${fact} | ${answer}: ${said}`);
    }
    expect(refused).toEqual([]);
  });

  it.each(TRIALS)('another value than $same.0 is wrong in each notation', async (trial) => {
    const passed: string[] = [];
    for (const { fact, answer } of pairs(trial, trial.others)) {
      const said = await verdict(trial.question, fact, answer);
      if (said === 'success' || said === 'partial') passed.push(`${fact} | ${answer}: ${said}`);
    }
    expect(passed).toEqual([]);
  });
});
