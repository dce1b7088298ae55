import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isPlainSemVer } from './semver.validator.js';
import { developmentData, NO_DATA } from '../../../test/support/development-data.js';
import { describeUnless } from '../../../test/support/lacking.js';

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
