import fc from 'fast-check';
import { answerType, holdsAnswerType } from './answer-type.js';

function holds(question: string, sentence: string, around = sentence): boolean {
  return holdsAnswerType(answerType(question), sentence, around);
}

describe('answerType', () => {
  it.each([
    ['How long does a report need to be?', 'A report has at least 14 pages.', true],
    ['How long can the training be?', 'The training takes two days.', true],
    ['How long must the code be?', 'The code is kept in the safe.', false],
    ['비밀번호 길이는 최소 얼마여야 하나요?', '비밀번호는 14자 이상으로 한다.', true],
    ['상자는 얼마나 무거워도 되나요?', '상자는 20kg을 넘지 않는다.', true],
    ['How heavy may a parcel be?', 'A parcel weighs up to 20 kg.', true],
    ['How heavy may a parcel be?', 'A parcel has a label.', false],
  ])('finds the measure that %j asks for in %j: %s', (question, sentence, found) => {
    expect(holds(question, sentence)).toBe(found);
  });

  it.each([
    ['가마는 언제 여나요?', 'time'],
    ['휴학은 언제까지 신청하나요?', 'time'],
    ['건조는 얼마나 오래 걸리나요?', 'time'],
    ['How long do bowls dry?', 'time'],
    ['When is the kiln opened?', 'time'],
    ['Which date was the rule adopted?', 'time'],
    ['재료비는 얼마인가요?', 'amount'],
    ['How much is the fee for a shelf?', 'amount'],
    ['What does a shelf cost?', 'amount'],
    ['몇 명까지 들어갈 수 있나요?', 'count'],
    ['며칠 안에 내야 하나요?', 'count'],
    ['How many bowls fit in the kiln?', 'count'],
    ['누가 가마를 여나요?', 'person'],
    ['Who opens the kiln?', 'person'],
    ['Which team cleans the kiln?', 'person'],
    ['유약은 어디에 두나요?', 'place'],
    ['Where are the glazes kept?', 'place'],
    ['유약을 쓰려면 어떤 서류를 내야 하나요?', 'document'],
    ['필요한 서류가 뭐예요?', 'document'],
    ['What documents do I need for the kiln?', 'document'],
    ['Which mineral makes the glaze blue?', 'named'],
    ['가마 예열을 설명해 주세요', 'other'],
    ['Explain the glaze.', 'other'],
  ])('reads %j as a question for a %s', (question, kind) => {
    expect(answerType(question).kind).toBe(kind);
  });

  it.each([
    ['가마 사용 신청서와 안전교육 확인증을 관리실에 낸다.', true],
    ['진단서 사본을 첨부한다.', true],
    ['가마는 4학기까지 쓸 수 있다.', false],
    ['작업실에서 정해진 순서를 따른다.', false],
  ])('looks for papers that are handed in: %j', (sentence, expected) => {
    expect(holds('어떤 서류를 내야 하나요?', sentence)).toBe(expected);
  });

  it.each([
    ['가마 쪽에 비율 같은 것이 정해져 있다던데 그게 어떻게 되나요?', '재의 30퍼센트를 섞는다.', '재를 세 번 섞는다.'],
    ['가마의 정원이 어떻게 되나요?', '가마에는 12명이 들어간다.', '가마에는 12시간이 든다.'],
    ['사용 횟수가 어떻게 됩니까?', '한 학기에 2회까지 쓴다.', '한 학기 동안 쓴다.'],
    ['위반하면 점수 같은 게 있나요?', '위반하면 5점을 뺀다.', '위반하면 5일을 쉰다.'],
    ['가마는 승인 받을 곳이 있다던데요?', '관장의 승인을 받는다.', '관장이 문을 연다.'],
    ['작업실에 돈 같은 것이 정해져 있나요?', '한 달에 3만원을 낸다.', '한 달에 3일 연다.'],
  ])('knows what a vague question asks for: %j', (question, right, wrong) => {
    expect([holds(question, right), holds(question, wrong)]).toEqual([true, false]);
  });

  it.each([
    ['입사한 지 얼마 안 됐습니다. 휴가는 언제까지 신청하나요?', 'time'],
    ['시간이 얼마 없어서 급해요. 누가 승인하나요?', 'person'],
    ['얼마 전에 들었는데 재료비는 얼마인가요?', 'amount'],
  ])('takes no story for a question for an amount: %j', (question, kind) => {
    expect(answerType(question).kind).toBe(kind);
  });

  it('does not read a noun that is only mentioned as the type of the question', () => {
    expect(answerType('성적 점수 이의는 교수님께 말하면 되나요?').kind).toBe('other');
  });

  it('reads a decomposed (NFD) question like a composed one', () => {
    const question = '몇 명까지 들어갈 수 있나요?';
    const { kind, pattern } = answerType(question.normalize('NFD'));
    expect([kind, pattern?.test('6인까지'), pattern?.test('6회까지')]).toEqual(['count', true, false]);
  });

  it('has the heading pattern of an article about the thing', () => {
    expect(answerType('언제까지 신청하나요?').heading?.test('제3조(신청 기간과 방법)')).toBe(true);
    expect(answerType('이용 요금은 얼마인가요?').heading?.test('제9조(사용료)')).toBe(true);
    expect(answerType('Who opens the kiln?').heading?.test('Roles and owners')).toBe(true);
    expect(answerType('이용 요금은 얼마인가요?').heading?.test('제2조(정의)')).toBe(false);
  });

  it('reads a heading that ends in 료 as a charge, but not 관료, nor 료 at the start of a word', () => {
    const heading = answerType('얼마인가요?').heading;
    expect(heading?.test('제9조(사용료)')).toBe(true);
    expect(heading?.test('제9조(관료)')).toBe(false);
    expect(heading?.test('제9조(료칸)')).toBe(false);
  });

  it('reads any text without failing, and has a pattern for every kind but other', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'grapheme' }).map((s) => `which ${s} 몇 ${s}`),
        ),
        (text) => {
          const type = answerType(text);
          expect(type.pattern === undefined).toBe(type.kind === 'other');
        },
      ),
    );
  });
});

describe('holdsAnswerType', () => {
  it('holds for every sentence if the question has no particular type', () => {
    fc.assert(
      fc.property(fc.string(), (sentence) =>
        expect(holdsAnswerType({ kind: 'other', pattern: undefined }, sentence, '')).toBe(true),
      ),
    );
  });

  it('accepts the counters of rules for those of questions', () => {
    expect(holds('몇 번 연장할 수 있나요?', '대여는 2회에 한하여 연장한다.')).toBe(true);
    expect(holds('몇 명이 쓰나요?', '작업대는 4인이 쓴다.')).toBe(true);
    expect(holds('몇 달 쉴 수 있나요?', '6개월까지 쉴 수 있다.')).toBe(true);
    expect(holds('몇 퍼센트 할인되나요?', '재료비의 100분의 30을 감면한다.')).toBe(true);
  });

  it('requires a number with the requested unit', () => {
    expect(holds('몇 명이 쓰나요?', '작업대는 3층에 있다.')).toBe(false);
    expect(holds('몇 학점까지 듣나요?', '19학점까지 듣는다.')).toBe(true);
    expect(holds('몇 학점까지 듣나요?', '수강 신청은 2일에 마친다.')).toBe(false);
  });

  it('accepts numbers in words', () => {
    expect(holds('How many bowls fit?', 'Twelve bowls fit on a shelf.')).toBe(true);
    expect(holds('How many bowls fit?', 'Bowls fit on a shelf.')).toBe(false);
    expect(holds('며칠 말리나요?', '그릇은 삼 일 말린다.')).toBe(true);
  });

  it('requires money for a price', () => {
    expect(holds('What does a shelf cost?', 'A shelf costs 12 dollars a month.')).toBe(true);
    expect(holds('What does a shelf cost?', 'A shelf holds 12 bowls.')).toBe(false);
    expect(holds('재료비는 얼마인가요?', '재료비는 3만 원이다.')).toBe(true);
    expect(holds('재료비는 얼마인가요?', '재료비를 면제한다.')).toBe(true);
    expect(holds('재료비는 얼마인가요?', '재료비는 따로 정한다.')).toBe(false);
  });

  it('requires a limit for a deadline', () => {
    expect(holds('언제까지 내나요?', '신청서는 3월 2일까지 낸다.')).toBe(true);
    expect(holds('언제까지 내나요?', '신청서는 학과에 낸다.')).toBe(false);
  });

  it('accepts the named kind of thing in the surrounding text, but not a number or a date', () => {
    const sentence = 'Cobalt makes it blue.';
    expect(holds('Which mineral makes it blue?', sentence, `Minerals of the glaze. ${sentence}`)).toBe(true);
    expect(holds('Which mineral makes it blue?', sentence)).toBe(false);
    expect(holds('How many bowls fit?', 'Bowls fit on a shelf.', 'There are 12. Bowls fit on a shelf.')).toBe(false);
  });

  it('gives the same result in every call', () => {
    const type = answerType('How many bowls fit?');
    expect([1, 2, 3].map(() => holdsAnswerType(type, 'There are 12 bowls.', ''))).toEqual([true, true, true]);
  });
});

describe('regressions', () => {
  it.each([
    ['신청은 언제까지 해야 하나요?', '개강 7일 전에 신청한다.'],
    ['신청은 언제까지 해야 하나요?', '개강 14일 전 마감한다.'],
    ['도서관은 몇 시에 여나요?', '평일 09:00에 연다.'],
    ['몇 살부터 지원할 수 있나요?', '만 19세부터 지원한다.'],
    ['한 방을 몇 명이 쓰나요?', '두 명이 함께 쓴다.'],
    ['며칠 안에 알려야 하나요?', '나흘 안에 알린다.'],
    ['얼마나 걸리나요?', '보름이 걸린다.'],
    ['추천서 몇 장이 필요한가요?', '추천서 2부를 낸다.'],
    // The table header names the thing.
    ['물레 사용료가 얼마예요?', '| 큰 물레 | 858,000 | 343,000'],
    ['What is the fee of a wheel?', '| large wheel | 858,000 |'],
    ['며칠 안에 알려야 하나요?', '그날 당일에 알린다.'],
  ])('takes "%s" as answered by "%s"', (question, sentence) => {
    expect(holds(question, sentence)).toBe(true);
  });

  it.each([
    // It says who is meant, and no deadline.
    ['② 개강일 전에 휴학을 허가받은 학생은 등록하지 아니하고 휴학할 수 있다.', false],
    ['개강 후에 등록한 신청자에게 알린다.', false],
    // A deadline next to a condition, and a deadline of the act in the question.
    ['개강일 전에 휴학을 허가받은 학생은 3월 2일까지 등록한다.', true],
    ['휴학하려는 학생은 개강일 전에 신청하여야 한다.', true],
    ['개강일 전에 신청서를 낸다.', true],
  ])('asked until when, takes no description of somebody for a deadline: %j', (sentence, expected) => {
    expect(holds('휴학 신청은 언제까지 해야 하나요?', sentence)).toBe(expected);
  });

  it.each([
    // The question asks for the price of the route; the noun says so without a question word.
    ['tram price from the airport', 'A ticket to the hall is $8.65.', true],
    ['tram price from the airport', 'The tram leaves from gate 3.', false],
    ['locker deposit limit?', 'Up to 240 coins may be kept.', true],
    ['locker deposit limit?', 'Ask the desk for the form.', false],
    ['kiln award percentage', 'It is 2.1% of the fee.', true],
    ['kiln award percentage', 'It is set after the reviews.', false],
    ['approval lead time: small event', 'Ten days to two weeks in advance.', true],
    ['approval lead time: small event', 'The committee within the society approves it.', false],
    ['한 학기 최대 학점', '한 학기에 18학점까지 신청한다.', true],
    ['한 학기 최대 학점', '신청은 학과에서 한다.', false],
  ])('reads "%s", which asks without an asking word: %s', (question, sentence, expected) => {
    expect(holds(question, sentence)).toBe(expected);
  });

  it.each([
    ['How long does a loan take?', 'The request needs approval from offices within the society.', false],
    ['How long does a loan take?', 'It takes 2.5-3 months.', true],
    ['How often is it checked?', 'It is checked by the panel.', false],
    ['How often is it checked?', 'It holds 350 bowls in two ways.', false],
    ['How long is it lit?', 'It is lit for 30 min.', true],
    ['How long does a loan take?', '_Average time: 2.5-3 months_', true],
    ['How much leave do I earn each pay period?', 'You earn 4 hours.', true],
    ['How much is a locker?', '사물함은 3만 원이다.', true],
    ['What is the fee of a locker?', '사물함 사용료는 3,000원이다.', true],
  ])('asked "%s", takes "%s" by what it holds of a length or a sum: %s', (question, sentence, expected) => {
    expect(holds(question, sentence)).toBe(expected);
  });

  it('does not read a number of people in the story as the question', () => {
    expect(answerType('교수 몇이서 연구소를 차리려면 어디에 신청하나요?').kind).toBe('place');
  });
});
