import { dropCondition, exceptionIn, exchangeActor, reverseCondition, ruleAlone } from './scope-changes.js';

const first = () => 0;

describe('a planted fault of scope', () => {
  it.each([
    ['학장이 7일 이내에 휴학을 허가한다.', '총장이 7일 이내에 휴학을 허가한다.'],
    ['총장은 7일 이내에 휴학을 허가한다.', '학장은 7일 이내에 휴학을 허가한다.'],
    ['Leave must be approved by the team.', 'Leave must be approved by the reception desk.'],
    ['수상의 근거가 된 성과가 부정행위로 밝혀지면 취소를 결정한다.', undefined],
    ['A fault is reported within 4 hours.', undefined],
  ])('names another office: %s', (clause, wrong) => {
    expect(exchangeActor(clause, clause, first)).toBe(wrong);
  });

  it.each([
    ['수술을 받은 경우에는 병가를 쓸 수 있다.', '수술을 받은 경우가 아니면 병가를 쓸 수 있다.'],
    ['서류를 내지 아니한 경우에는 취소한다.', '서류를 내한 경우에는 취소한다.'],
    ['Keys expire unless renewed.', 'Keys expire only if renewed.'],
    ['병가를 쓸 수 있다.', undefined],
  ])('turns a condition round: %s', (clause, wrong) => {
    expect(reverseCondition(clause, clause, first)).toBe(wrong);
  });

  it.each([
    ['긴급한 경우에는 5일 전까지 공고할 수 있다.', '어떤 경우에도 항상 5일 전까지 공고할 수 있다.'],
    ['다만, 긴급한 경우에는 그러하지 아니하다.', undefined],
    ['If the disk is full, the job stops.', 'In every case, the job stops.'],
    ['Raised limits expire after 12 months unless confirmed.', 'In every case, Raised limits expire after 12 months.'],
    ['The job stops.', undefined],
  ])('leaves a condition out: %s', (clause, wrong) => {
    expect(dropCondition(clause, clause, first)).toBe(wrong);
  });

  it('states an exception as the rule, or the rule without it', () => {
    expect(exceptionIn('다만, 긴급한 경우에는 5일 전까지 공고할 수 있다.')).toMatchObject({
      occasion: '긴급한 경우',
      asRule: '원칙적으로 누구나 5일 전까지 공고할 수 있다.',
    });
    expect(exceptionIn('다만, 긴급한 경우에는 그러하지 아니하다.')?.asRule).toBeUndefined();
    expect(exceptionIn('5일 전까지 공고할 수 있다.')).toBeUndefined();
    expect(exceptionIn('Raised limits expire unless confirmed.')?.asRule).toBe(
      'Raised limits expire only if confirmed.',
    );
    expect(ruleAlone('Raised limits expire unless confirmed.')).toBe('Raised limits expire.');
  });
});
