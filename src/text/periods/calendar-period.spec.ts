import fc from 'fast-check';
import { addDays, hullOf, partOfYear, periodOf, PeriodUnit } from './calendar-period.js';

const UNITS: readonly PeriodUnit[] = ['day', 'week', 'month', 'quarter', 'half', 'term', 'year', 'academic year'];
const days = fc.integer({ min: -40_000, max: 60_000 }).map((days) => addDays('2000-01-01', days));

describe('calendar periods', () => {
  it.each(UNITS)('of a %s tile the calendar', (unit) => {
    fc.assert(
      fc.property(days, fc.integer({ min: -30, max: 30 }), (day, offset) => {
        const own = periodOf(unit, day);
        expect(own.from <= day && day <= own.to).toBe(true);
        const [one, next] = [periodOf(unit, day, offset), periodOf(unit, day, offset + 1)];
        expect(addDays(one.to, 1)).toBe(next.from);
        expect(periodOf(unit, one.to)).toEqual(one);
      }),
    );
  });

  it.each([
    ['month', '2024-02-10', 0, '2024-02-01', '2024-02-29'],
    ['month', '2026-01-31', -1, '2025-12-01', '2025-12-31'],
    ['quarter', '2026-05-12', -1, '2026-01-01', '2026-03-31'],
    ['week', '2026-05-12', 0, '2026-05-11', '2026-05-17'],
    ['term', '2026-05-12', -1, '2025-09-01', '2026-02-28'],
    ['academic year', '2026-02-28', 0, '2025-03-01', '2026-02-28'],
    ['year', '2024-02-29', -1, '2023-01-01', '2023-12-31'],
  ] as const)('%s of %s, %i away', (unit, day, offset, from, to) => {
    expect(periodOf(unit, day, offset)).toEqual({ from, to });
  });

  it('of the parts of a year are all of it', () => {
    expect(hullOf([1, 2, 3, 4].map((n) => partOfYear(['quarter', n], 2024)))).toEqual(partOfYear(['year', 1], 2024));
    expect(hullOf([1, 2].map((n) => partOfYear(['term', n], 2023)))).toEqual(partOfYear(['academic year', 1], 2023));
    expect(hullOf([partOfYear(['year', 1], 2024), { from: null, to: '2025-01-01' }])).toEqual({
      from: null,
      to: '2025-01-01',
    });
  });
});
