import { calendarDay, dayBefore, isCalendarDay } from './calendar-day.js';

describe('calendar days', () => {
  it.each([
    ['2024', '2', '29', '2024-02-29'],
    ['2026', '12', '31', '2026-12-31'],
    ['2025', '2', '29', undefined],
    ['2025', '13', '1', undefined],
    ['2025', '0', '1', undefined],
    ['25', '1', '1', undefined],
  ])('reads %s, %s, %s as %s', (year, month, date, day) => {
    expect(calendarDay(year, month, date)).toBe(day);
  });

  it.each(['2025-9-1', '2025-09-01T00:00:00Z', '', '2025-04-31'])('does not take %j for a day', (text) => {
    expect(isCalendarDay(text)).toBe(false);
  });

  it('finds the day before across a month and a leap day', () => {
    expect(dayBefore('2024-03-01')).toBe('2024-02-29');
    expect(dayBefore('2026-01-01')).toBe('2025-12-31');
  });
});
