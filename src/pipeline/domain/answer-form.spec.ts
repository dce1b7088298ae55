import { answerForm, pointsSomewhere, saysDecision } from './answer-form.js';

describe('answerForm', () => {
  it.each([
    ['휴일에도 온실에 들어갈 수 있나요?', true, false],
    ['Can I bring my own pots?', true, false],
    ['My badge is lost. Do I pay for a new one?', true, false],
    ['온실은 누가 여나요?', false, true],
    ['Who opens the greenhouse?', false, true],
    ['Where do I return the key?', false, true],
    ['표는 얼마인가요?', false, false],
    ['How many pots fit on a shelf?', false, false],
    ['온실 이용 시간', false, false],
  ])('%s', (question, decides, pointsTo) => expect(answerForm(question)).toEqual({ decides, pointsTo }));
});

describe('the form of a sentence', () => {
  it.each(['휴일에는 들어갈 수 없다.', '허가를 받아야 한다.', 'Pots may be brought.', 'You don’t pay for it.'])(
    'decides: %s',
    (text) => expect(saysDecision(text)).toBe(true),
  );
  it.each(['온실은 뒤뜰에 있다.', 'The greenhouse has two rooms.'])('does not decide: %s', (text) =>
    expect(saysDecision(text)).toBe(false),
  );
  it.each(['시설팀이 연다.', 'Ask in #garden.', 'The front desk keeps the key.', '02-123-4567'])(
    'points somewhere: %s',
    (text) => expect(pointsSomewhere(text)).toBe(true),
  );
  it.each(['온실은 아침에 연다.', 'The key is made of brass.'])('names no contact or place: %s', (text) =>
    expect(pointsSomewhere(text)).toBe(false),
  );
});
