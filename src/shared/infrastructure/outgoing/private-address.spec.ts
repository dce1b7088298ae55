import { isPrivateAddress } from './private-address.js';

describe('an address inside', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fd12::1',
    'fe80::1%eth0',
    'fec0::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ])('%s is found', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['93.184.216.34', '172.32.0.1', '192.169.0.1', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
    '%s is none',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});
