import { calendarDates, compareDates } from './calendar-dates.js';

function read(text: string): (number | undefined)[][] {
  return calendarDates(text).map(({ year, month, day }) => [year, month, day]);
}

describe('dates', () => {
  it.each<[string, (number | undefined)[][]]>([
    ['2026년 3월 1일부터', [[2026, 3, 1]]],
    ['2026. 3. 1.', [[2026, 3, 1]]],
    ['2026-03-01', [[2026, 3, 1]]],
    ['March 1, 2026', [[2026, 3, 1]]],
    ['on 1 March 2026', [[2026, 3, 1]]],
    ['In 2013, she left', [[2013, undefined, undefined]]],
    ['the 2018–19 season', [[2018, undefined, undefined]]],
    ['11월 18일', [[undefined, 11, 18]]],
    ['2,000 people', []],
    ['2000명', []],
    ['30일 이내', []],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['2026년 3월 1일', '2026. 3. 1.', 'same'],
    ['3월 1일', '2026. 3. 1.', 'same'],
    ['2026년 3월 1일', '3월 1일', 'partly'],
    ['11월 25일', '11월 18일', 'different'],
    ['2026년', '3월 1일', 'unrelated'],
  ])('compares %j with %j: %s', (a, b, expected) => {
    const [mine, theirs] = [calendarDates(a)[0]!, calendarDates(b)[0]!];
    expect(compareDates(mine, theirs)).toBe(expected);
  });
});
