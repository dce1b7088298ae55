import { areTrustedProxies, TrustedProxies } from './trusted-proxies.js';

const trusts = (setting: readonly string[], address: string, hop = 0) =>
  new TrustedProxies(setting).trusts(address, hop);

describe('TrustedProxies', () => {
  it('trusts nobody without a setting', () => {
    for (const address of ['127.0.0.1', '::1', '10.0.0.1']) expect(trusts([], address)).toBe(false);
  });

  it.each([
    [['127.0.0.1'], '127.0.0.1', '127.0.0.2'],
    [['127.0.0.1'], '::ffff:127.0.0.1', '::ffff:127.0.0.2'],
    [['10.0.0.0/8'], '10.200.3.4', '11.0.0.1'],
    [['fd00::/8'], 'fd12::9', 'fe80::1'],
    [['loopback'], '::1', '192.168.0.1'],
    [['uniquelocal', '203.0.113.9'], '172.31.0.1', '172.32.0.1'],
    [['loopback'], '127.9.9.9', 'garbage'],
  ])('with %j trusts %s and not %s', (setting, trusted, foreign) => {
    expect(trusts(setting, trusted)).toBe(true);
    expect(trusts(setting, foreign)).toBe(false);
  });

  it('trusts as many hops as the count says, whatever their addresses', () => {
    expect([0, 1, 2].map((hop) => trusts(['2'], '203.0.113.7', hop))).toEqual([true, true, false]);
  });
});

describe('areTrustedProxies', () => {
  it.each([
    ['0'],
    ['17'],
    ['true'],
    ['*'],
    ['proxy.example'],
    ['10.0.0.0/33'],
    ['0.0.0.0/0'],
    ['::/0'],
    ['1,2'],
    ['constructor'],
  ])('refuses %s', (entry) => {
    expect(areTrustedProxies([entry])).toBe(false);
  });

  it('refuses a count within a list', () => {
    expect(areTrustedProxies(['1', '10.0.0.1'])).toBe(false);
  });
});
