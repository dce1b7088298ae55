import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { faultOfUrl, mayKnow, waitAfter } from './webhook.js';

describe('a webhook', () => {
  it('waits longer after each attempt, over hours, and ends after the seventh', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempts) => waitAfter(attempts, 0) ?? 0);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.reduce((sum, each) => sum + each) / 3_600_000).toBeGreaterThan(12);
    expect(waitAfter(7, 0)).toBeUndefined();
    expect([waitAfter(1, 60_000), waitAfter(1, 1e12)]).toEqual([60_000, 86_400_000]);
  });

  const rights = (scopes: readonly string[]) => ({
    filter: UNRESTRICTED,
    mayUse: (scope: string) => scopes.includes(scope) || scopes.includes('admin'),
  });

  it.each([
    ['admin', ['admin'], 'source_run.ended', 'other', true],
    ['admin', ['admin'], 'job.ended', null, true],
    ['key', ['query', 'ingest'], 'source_run.ended', 'key', true],
    ['key', ['query', 'test'], 'source_run.ended', 'key', false],
    ['key', ['query', 'test'], 'test_session.ended', 'key', true],
    ['key', ['query', 'test'], 'test_session.ended', 'other', false],
    ['key', ['query', 'test'], 'job.ended', null, false],
    ['key', ['query', 'test'], 'unknown.ended', 'key', false],
  ] as const)('of %s with %j reports %s of %s: %s', (owner, scopes, type, eventOwner, expected) => {
    expect(mayKnow(owner, rights(scopes), { type, owner: eventOwner })).toBe(expected);
    expect(mayKnow(owner, undefined, { type, owner: eventOwner })).toBe(false);
  });

  it('has an http(s) address, which may have a query', () => {
    expect(faultOfUrl('https://hooks.example.org/a?sig=b%20c')).toBeUndefined();
    const wrong = [
      'ftp://a',
      'hooks.example.org',
      'https://u:p@a.org',
      'https://a.org/#f',
      'https://a b',
      `https://a/${'x'.repeat(2001)}`,
    ];
    for (const url of wrong) expect(faultOfUrl(url)).toMatch(/^must /);
  });
});
