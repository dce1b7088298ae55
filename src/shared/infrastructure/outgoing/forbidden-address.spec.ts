import { isForbiddenAddress, isForbiddenHost } from './forbidden-address.js';

describe('an address that no request goes to', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '169.254.255.255',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf:ffff::1',
    'fd00:ec2::254',
    'fd00:0ec2:0:0:0:0:0:0254',
    'fd20:ce::254',
    'fd00:ec2::23',
    'fd00:ec2::253',
    'fd00:ec2:ffff::1',
    // NAT64 with a local prefix (RFC 8215), each place of the IPv4 address in it (RFC 6052).
    '64:ff9b:1::a9fe:a9fe',
    '64:ff9b:1:a9fe:a9:fe00::',
    '64:ff9b:1:a9:fe:a9fe::',
    '64:ff9b:1:2:a9:fea9:fe00:0',
    // IPv4-translated (RFC 2765).
    '::ffff:0:169.254.169.254',
    '::ffff:0:a9fe:a9fe',
    // Teredo and ISATAP.
    '2001:0:102:304:0:0:5601:5601',
    'fd12::5efe:a9fe:a9fe',
    'fec0::1',
    'feff:ffff::1',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
  ])('%s', (address) => expect(isForbiddenAddress(address)).toBe(true));

  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.8',
    '192.168.1.20',
    '172.16.3.4',
    'fd12:3456::1',
    '8.8.8.8',
    '169.253.1.1',
    '64:ff9b:1::a00:8',
    '::ffff:0:10.0.0.8',
    'fd00:ec3::1',
  ])('is not %s: models and systems under test run on the own network', (address) =>
    expect(isForbiddenAddress(address)).toBe(false),
  );
});

describe('a URL whose host is forbidden', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0xA9.0xFE.0xA9.0xFE/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://169.16689662/',
    'http://169.254.169.254./',
    'http://①⑥⑨.254.169.254/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/computeMetadata/v1',
    'http://METADATA.google.internal./',
    'http://metadata/',
    'http://instance-data.ec2.internal/',
  ])('%s', (url) => expect(isForbiddenHost(new URL(url))).toBe(true));

  it.each(['http://localhost:11434/', 'https://api.openai.com/', 'http://metadata.example.org/', 'http://10.0.0.1/'])(
    'is not %s',
    (url) => expect(isForbiddenHost(new URL(url))).toBe(false),
  );
});
