import { isSameValue, valuesOf } from './values.js';

describe('numbers of two languages', () => {
  it.each([
    ['2년이며', '두 해'],
    ['2년', 'two years'],
    ['14일', '2주'],
    ['14일', 'two weeks'],
    ['일주일', '7 days'],
    ['22시', '오후 10시'],
    ['22시', '밤 열 시'],
    ['22시', '10 pm'],
    ['5일', '5 unused days'],
    ['240시간', '240 annual leave hours'],
    ['24시간', '24 credit hours'],
    ['30%', '30퍼센트'],
    ['3인', 'three examiners'],
    ['석 달', '3개월'],
    ['반년', '6개월'],
    ['스물다섯 명', '25명'],
  ])('are the same: %s, %s', (a, b) => {
    expect(valuesOf(a).some((x) => valuesOf(b).some((y) => isSameValue(x, y)))).toBe(true);
  });

  it.each([
    ['14일', '14 weeks'],
    ['22시', '오전 10시'],
    ['3명', '3회'],
    ['3일', '3개월'],
    ['80%', '40%'],
    ['10시', '10시간'],
  ])('differ: %s, %s', (a, b) => {
    expect(valuesOf(a).some((x) => valuesOf(b).some((y) => isSameValue(x, y)))).toBe(false);
  });

  it('are not hours if a verb only looks like one', () => {
    expect(valuesOf('미리 확인해 두시는 게 좋습니다. 신청해 두시면 됩니다.')).toEqual([]);
  });

  it('have no limit by `over` if it belongs to a verb', () => {
    expect(valuesOf('You can roll over five days')).toMatchObject([{ written: 5, bound: 'exact' }]);
    expect(valuesOf('for over five days')).toMatchObject([{ written: 5, bound: 'above' }]);
  });
});
