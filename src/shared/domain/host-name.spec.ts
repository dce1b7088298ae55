import { addressHostName, hostNameOf, isLoopbackName } from './host-name.js';

describe('hostNameOf', () => {
  it.each([
    ['LOCALHOST:8001', 'localhost'],
    ['localhost.', 'localhost'],
    ['Rag.Example.org.:443', 'rag.example.org'],
    ['127.1:80', '127.0.0.1'],
    ['[0:0:0:0:0:0:0:1]:80', '[::1]'],
    ['[FD00::0002]', '[fd00::2]'],
    ['도서관.example', 'xn--zb0b81k2qm.example'],
    ['name:', 'name'],
  ])('gives %s the one form %s', (host, name) => {
    expect(hostNameOf(host)).toBe(name);
  });

  it.each([
    '',
    '.',
    ':80',
    'a b',
    'a,b',
    'localhost@evil.example',
    'local%68ost',
    'a:80:80',
    '::1',
    '[::1',
    'a/b',
    'a#b',
  ])('finds no host in %j', (host) => {
    expect(hostNameOf(host)).toBeUndefined();
  });
});

describe('addressHostName', () => {
  it('puts an IPv6 address into brackets, without its zone', () => {
    expect(addressHostName('fe80::1%eth0')).toBe('[fe80::1]');
    expect(addressHostName('[::1]')).toBe('[::1]');
    expect(addressHostName('192.0.2.7')).toBe('192.0.2.7');
  });
});

describe('isLoopbackName', () => {
  it('takes the loopback addresses and localhost, and no name that a name server could give away', () => {
    for (const host of ['localhost', '127.0.0.1', '127.255.0.9', '[::1]', '[::ffff:127.0.0.1]'])
      expect([host, isLoopbackName(hostNameOf(host) ?? '')]).toEqual([host, true]);
    for (const host of ['a.localhost', 'localhost.example', '127.0.0.1.example', '128.0.0.1', '0.0.0.0', '[::2]'])
      expect([host, isLoopbackName(hostNameOf(host) ?? '')]).toEqual([host, false]);
  });
});
