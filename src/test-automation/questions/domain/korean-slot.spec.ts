import { koreanSlots } from './korean-slot.js';

const facts = (clause: string) => koreanSlots(clause).map((slot) => [slot.asked, slot.fact]);

describe('values of a Korean clause', () => {
  it.each([
    ['시작 예정일 30일 전까지 제출한다', [['며칠 전', '30일 전']]],
    ['지원금 50만원을 지급한다', [['얼마', '50만원']]],
    ['1만 5천원의 인건비를 낸다', [['얼마', '1만 5천원']]],
    ['식비는 하루 1만5천원 이상으로 한다', [['얼마 이상', '1만5천원 이상']]],
    ['총장의 승인을 받아 연장한다', [['누구의 승인', '총장의 승인']]],
    ['매년 11월 30일까지 보고한다', [['언제까지', '11월 30일']]],
    ['봉사 시간은 1일 8시간까지 계산한다', [['몇 시간', '8시간']]],
    ['2회까지 연장할 수 있다', [['몇 번', '2회']]],
  ])('finds the values of %s', (clause, expected) => {
    expect(facts(clause)).toEqual(expected);
  });

  it('asks neither for the minutes of a time of day nor for the owner of a preceding word', () => {
    expect(facts('오전 10시 30분부터 모든 직원이 근무한다')).toEqual([]);
    expect(facts('면담은 30분 동안 한다')).toEqual([['몇 분', '30분']]);
    expect(facts('단체 발송은 소속 부서장의 승인을 받아 한다')).toEqual([]);
    expect(facts('복무 부대장의 확인을 받아 복학한다')).toEqual([]);
    expect(facts('변경하려면 학과장의 승인을 받는다')).toEqual([['누구의 승인', '학과장의 승인']]);
  });

  it('treats a day of a month as a time limit, not as a length of time', () => {
    const slots = (clause: string) => koreanSlots(clause).map(({ slot }) => slot);
    expect(slots('다음 달 10일까지 영수증을 내야 한다')).toEqual(['deadline']);
    expect(slots('계정을 30일까지 정지할 수 있다')).toEqual(['duration']);
  });

  it.each(['제7조에 따라 정한다', '인정한 학점은 반영하지 아니한다', '1시간에 얼마를 낸다', '100분의 40으로 한다'])(
    'finds no value in %s',
    (clause) => {
      expect(facts(clause)).toEqual([]);
    },
  );
});
