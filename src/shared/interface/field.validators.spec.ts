import fc from 'fast-check';
import { validateSync } from 'class-validator';
import { isCalendarDay } from '../../text/values/calendar-day.js';
import { IsCalendarDay, isPlainSemVer } from './field.validators.js';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { developmentData, NO_DATA } from '../../../test/support/development-data.js';
import { describeUnless } from '../../../test/support/lacking.js';

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

describe('isPlainSemVer', () => {
  it.each(['0.0.0', '1.2.3', '2.0.0-rc.1', '10.20.30-alpha-x.7.z', '1.0.0--', '1.0.0-0A.is.legal', '999999999.0.1'])(
    'takes %s',
    (text) => {
      expect(isPlainSemVer(text)).toBe(true);
    },
  );

  it.each([
    '',
    'v2',
    'v2.0.0',
    'v1.0.0',
    '=2.0.0',
    ' 2.0.0',
    '2.0.0 ',
    '1.0.0\n',
    '1.0',
    '1.0.0.0',
    '01.0.0',
    '1.0.0-01',
    '1.0.0-alpha..1',
    '1.0.0-beta_1',
    '2.0.0+x',
    '1.0.0-a+b',
    'latest',
    'abc.def.ghi',
    '1.0.0-',
    '-1.0.0',
    '１.0.0',
    '1.0.0-알파',
    2,
    1.5,
    null,
    undefined,
    ['1.0.0'],
    { v: 1 },
  ])('refuses %p', (value) => {
    expect(isPlainSemVer(value)).toBe(false);
  });

  it('refuses numbers beyond what a program counts exactly, and versions beyond 256 characters, as the library does', () => {
    expect(isPlainSemVer('9007199254740991.0.0')).toBe(true);
    expect(isPlainSemVer('9007199254740992.0.0')).toBe(false);
    expect(isPlainSemVer(`1.0.0-${'a'.repeat(250)}`)).toBe(true);
    expect(isPlainSemVer(`1.0.0-${'a'.repeat(251)}`)).toBe(false);
  });
});

const folder = developmentData('semver') ?? '';

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describeUnless(folder === '' ? NO_DATA : undefined, 'isPlainSemVer on published vectors', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  /** What semver.org's own expression says, without build metadata and inside the library's limits. */
  const expected = (text: string): boolean => {
    const [, plain] = read('official_regexes.json') as [string, string];
    const match = new RegExp(plain).exec(text);
    if (match === null || match[5] !== undefined || text.length > 256) return false;
    return match.slice(1, 4).every((number) => Number(number) <= Number.MAX_SAFE_INTEGER);
  };

  it('decides every text of every row as the official expression does', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json') && !file.startsWith('official'));
    const rows = files.flatMap((file) => {
      const value = read(file);
      return Array.isArray(value) ? value : [];
    });
    expect(rows.length).toBeGreaterThanOrEqual(977);
    const texts = [...new Set(files.flatMap((file) => textsIn(read(file))))];
    const [taken, refused] = [true, false].map((wanted) => texts.filter((text) => expected(text) === wanted));
    expect(taken?.length).toBeGreaterThan(100);
    expect(texts.filter((text) => isPlainSemVer(text) !== expected(text))).toEqual([]);
    expect(refused?.length).toBeGreaterThan(100);
  });

  it('takes what semver.org calls valid, but for build metadata and numbers that are too big, and refuses what it calls invalid', () => {
    const cases = read('semver_org_cases.json') as { valid: string[]; invalid: string[] };
    const isTooBig = (text: string) => /\d{17}/.test(text);
    expect(cases.valid.filter((text) => isPlainSemVer(text) !== (!text.includes('+') && !isTooBig(text)))).toEqual([]);
    expect(cases.invalid.filter(isPlainSemVer)).toEqual([]);
  });
});
