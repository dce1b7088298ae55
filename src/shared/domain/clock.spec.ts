import fc from 'fast-check';
import { daysBefore, isoDay, today } from './clock.js';

describe('isoDay', () => {
  it.each([
    ['2026-03-01T22:34:00Z', 'UTC', '2026-03-01'],
    ['2026-03-01T22:34:00Z', 'Asia/Seoul', '2026-03-02'],
    ['2026-03-01T03:00:00Z', 'America/Los_Angeles', '2026-02-28'],
    ['2026-12-31T11:00:00Z', 'Pacific/Auckland', '2027-01-01'],
    // Start of daylight saving time: the day has 23 hours.
    ['2026-03-29T21:59:59Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-30'],
  ])('of %s in %s is %s', (moment, zone, day) => {
    expect(isoDay(new Date(moment), zone)).toBe(day);
  });

  it('is the first ten characters of the ISO form in UTC, from 1583 on', () => {
    const moments = fc.date({ min: new Date('1583-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') });
    fc.assert(
      fc.property(
        moments.filter((moment) => !Number.isNaN(moment.getTime())),
        (moment) => isoDay(moment, 'UTC') === moment.toISOString().slice(0, 10),
      ),
    );
  });

  it('rejects a zone that does not exist', () => {
    expect(() => isoDay(new Date(0), 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('today', () => {
  it('is the day of the clock’s time zone, and of UTC where it names none', () => {
    const now = () => new Date('2026-03-01T22:34:00Z');
    expect(today({ now, timeZone: 'Asia/Seoul' })).toBe('2026-03-02');
    expect(today({ now })).toBe('2026-03-01');
  });
});

describe('daysBefore', () => {
  it('counts days of 24 hours', () => {
    expect(daysBefore(new Date('2026-03-02T01:00:00Z'), 2)).toBe('2026-02-28T01:00:00.000Z');
  });
});
