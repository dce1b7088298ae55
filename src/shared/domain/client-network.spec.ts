import { clientNetwork } from './client-network.js';

describe('clientNetwork', () => {
  it.each([
    ['198.51.100.9', '198.51.100.9'],
    ['198.51.100.9:51234', '198.51.100.9'],
    ['::ffff:198.51.100.9', '198.51.100.9'],
    ['2001:db8:0:1:aaaa::7', '2001:db8:0:1::/64'],
    ['[2001:DB8:0:1::1]:443', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s as %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  it('counts all addresses of a /64 as one client and those of another as another', () => {
    const [one, same, other] = ['2001:db8:5:6::1', '2001:db8:5:6:ffff:ffff:ffff:ffff', '2001:db8:5:7::1'].map(
      clientNetwork,
    );
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it.each(['', 'unknown', '999.1.1.1', '1.2.3', '<script>', ':::', '_hidden', 'a'.repeat(5000)])(
    'finds no address in %j',
    (address) => {
      expect(clientNetwork(address)).toBeUndefined();
    },
  );
});
