import fc from 'fast-check';
import { validateSync } from 'class-validator';
import { isCalendarDay } from '../../text/dates/calendar-day.js';
import { IsCalendarDay } from './field.validators.js';

class DayDto {
  @IsCalendarDay()
  day!: unknown;
}

describe('isCalendarDay', () => {
  it.each(['2025-01-01', '2024-02-29', '2000-02-29', '1999-12-31', '0001-01-01'])('takes %s', (day) => {
    expect(isCalendarDay(day)).toBe(true);
  });

  it.each([
    '2025-02-29',
    '1900-02-29',
    '2025-02-30',
    '2025-04-31',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '2025-1-1',
    '25-01-01',
    '2025-01-01T00:00:00Z',
    ' 2025-01-01',
    '2025-01-01\n',
    '2025/01/01',
    '',
    'today',
    '２０２５-01-01',
    20250101,
    null,
    undefined,
    new Date(0),
  ])('refuses %p', (day) => {
    expect(isCalendarDay(day)).toBe(false);
  });

  it('takes every day of every year', () => {
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(fc.property(day, (date) => isCalendarDay(date.toISOString().slice(0, 10))));
  });
});

describe('IsCalendarDay', () => {
  it('says what it takes', () => {
    const dto = Object.assign(new DayDto(), { day: '2025-02-30' });
    expect(validateSync(dto)[0]?.constraints).toEqual({ isCalendarDay: 'must be a day that exists, as YYYY-MM-DD' });
    expect(validateSync(Object.assign(dto, { day: '2025-02-28' }))).toEqual([]);
  });
});
