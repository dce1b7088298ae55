import { editionEnds, nameDate } from './name-date.js';
import { dayBefore } from '../../../text/values/calendar-day.js';

describe('a date in a file name', () => {
  it.each([
    ['rules/fees 2026-03-01.pdf', '2026-03-01', 'rules/fees .pdf'],
    ['fees_2026.3.1.docx', '2026-03-01', 'fees_.docx'],
    ['20260301-fees.txt', '2026-03-01', '-fees.txt'],
    ['휴학규정(2026년 3월 1일).hwpx', '2026-03-01', '휴학규정().hwpx'],
    ['휴학규정 2026년3월1일 시행.pdf', '2026-03-01', '휴학규정  시행.pdf'],
    ['2025-13-40 then 20260301.md', '2026-03-01', '2025-13-40 then .md'],
  ])('%s', (path, day, series) => expect(nameDate(path)).toEqual({ day, series }));

  it.each(['report 2026-02-30.pdf', '12026-03-01.pdf', '2026-03.pdf', '2024-01-01/plain.txt', '010-1234-5678.txt'])(
    'is not in %s',
    (path) => expect(nameDate(path)).toBeUndefined(),
  );

  it('ends an edition the day before the next one of the same name', () => {
    const paths = [
      'a 2026-03-01.txt',
      'a 2024-02-29.txt',
      'a 2025-01-01.txt',
      'b 2025-06-01.txt',
      'x/a 2027-01-01.txt',
      'c.txt',
    ];
    expect(Object.fromEntries(editionEnds(paths))).toEqual({
      'a 2024-02-29.txt': '2024-12-31',
      'a 2025-01-01.txt': '2026-02-28',
    });
    expect(dayBefore('2024-03-01')).toBe('2024-02-29');
  });

  it('does not end an edition at another file of the same day', () =>
    expect(editionEnds(['a 2025-01-01.txt', 'a 20250101.txt', 'a 2025.01.01.txt']).size).toBe(0));
});
