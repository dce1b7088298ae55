import { VerifiedSecrets } from './verified-secrets.js';

describe('VerifiedSecrets', () => {
  it('accepts a secret only with the hash that it matched', () => {
    const verified = new VerifiedSecrets();
    verified.add('print', 'old hash');
    expect(verified.matches('print', 'old hash')).toBe(true);
    expect(verified.matches('print', 'new hash')).toBe(false);
    expect(verified.matches('other', 'old hash')).toBe(false);
  });

  it('drops every secret of a hash that is no longer valid', () => {
    const verified = new VerifiedSecrets();
    verified.add('a', 'gone');
    verified.add('b', 'stays');
    verified.forgetHash('gone');
    expect([verified.has('a'), verified.has('b')]).toEqual([false, true]);
  });

  it('is bounded, and keeps secrets in use', () => {
    const verified = new VerifiedSecrets();
    verified.add('used', 'h');
    for (let i = 0; i < 20_000; i++) {
      verified.add(`s${i}`, 'h');
      verified.matches('used', 'h');
    }
    expect(verified.has('used')).toBe(true);
    expect(verified.has('s0')).toBe(false);
  });
});
