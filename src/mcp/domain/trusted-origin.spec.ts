import { isTrustedOrigin } from './trusted-origin.js';

const OPEN = { allowedOrigins: ['http://localhost:3000'], open: true, listensOn: '127.0.0.1' };
const WITH_KEYS = { ...OPEN, open: false, listensOn: '0.0.0.0' };

describe('isTrustedOrigin', () => {
  it.each(['127.0.0.1:8001', 'localhost:8001', 'LOCALHOST', '[::1]:8001'])(
    'takes a program that asks for %s, with keys or without',
    (host) => {
      for (const policy of [OPEN, WITH_KEYS]) expect(isTrustedOrigin({ host, origin: undefined }, policy)).toBe(true);
    },
  );

  it('refuses every page of another origin', () => {
    for (const policy of [OPEN, WITH_KEYS])
      for (const origin of [
        'http://evil.example',
        'null',
        'http://localhost:3001',
        'http://127.0.0.1:8001.evil.example',
      ])
        expect(isTrustedOrigin({ host: '127.0.0.1:8001', origin }, policy)).toBe(false);
  });

  it('takes the own page and the origins of the setting', () => {
    for (const origin of ['http://127.0.0.1:8001', 'http://localhost:3000'])
      expect(isTrustedOrigin({ host: '127.0.0.1:8001', origin }, OPEN)).toBe(true);
  });

  it('refuses a name that was pointed at this machine, where no key protects it', () => {
    const rebound = { host: 'evil.example:8001', origin: 'http://evil.example:8001' };
    expect(isTrustedOrigin(rebound, OPEN)).toBe(false);
    expect(isTrustedOrigin({ ...rebound, origin: undefined }, OPEN)).toBe(false);
    expect(isTrustedOrigin({ host: undefined, origin: undefined }, OPEN)).toBe(false);
  });

  it('takes the public name of a server with keys', () => {
    expect(isTrustedOrigin({ host: 'rag.example.org', origin: 'https://rag.example.org' }, WITH_KEYS)).toBe(true);
  });
});
