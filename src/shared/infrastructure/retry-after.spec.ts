import { retryAfterOf } from './retry-within-deadline.js';

describe('a Retry-After header', () => {
  it.each<[Readonly<Record<string, string>>, number | 'unspecified']>([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': '7', 'retry-after-ms': '20' }, 20],
    [{}, 'unspecified'],
    [{ 'retry-after': 'soon' }, 'unspecified'],
    [{ 'retry-after': 'Sun, 22 Nov 2026 09:00:04 GMT' }, 4000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 08:00:00 GMT' }, 0],
  ])('%o asks for %s ms', (headers, ms) => {
    expect(retryAfterOf(new Headers(headers), Date.parse('2026-11-22T09:00:00Z'))).toBe(ms);
  });
});
