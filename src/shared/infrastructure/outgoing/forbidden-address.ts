import { BlockList, isIP, isIPv6 } from 'node:net';
import { embeddedIpv4 } from './embedded-ipv4.js';

/** Metadata services of cloud providers, which return credentials to any process on the machine. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** BlockList also matches the IPv4-mapped form (`::ffff:169.254.0.1`) of its IPv4 rules. */
function forbidden(): BlockList {
  const list = new BlockList();
  list.addSubnet('169.254.0.0', 16, 'ipv4');
  list.addSubnet('fe80::', 10, 'ipv6');
  // Site-local addresses, which RFC 3879 withdrew.
  list.addSubnet('fec0::', 10, 'ipv6');
  // Metadata services outside of the link-local range: AWS, Google, Alibaba, Oracle, Azure.
  list.addSubnet('fd00:ec2::', 32, 'ipv6');
  list.addAddress('fd20:ce::254', 'ipv6');
  for (const address of ['100.100.100.200', '192.0.0.192', '168.63.129.16']) list.addAddress(address, 'ipv4');
  return list;
}
const FORBIDDEN = forbidden();

/**
 * Whether an IP address is link-local or the metadata service of a cloud: requests to it are refused. Private and loopback addresses are
 * allowed, since models and systems under test run there.
 */
export function isForbiddenAddress(address: string): boolean {
  const plain = address.split('%', 1).join('');
  if (!isIPv6(plain)) return FORBIDDEN.check(plain, 'ipv4');
  return FORBIDDEN.check(plain, 'ipv6') || embeddedIpv4(plain).some((inside) => FORBIDDEN.check(inside, 'ipv4'));
}

/**
 * Returns the host of a URL without brackets and final dot, in lower case. URL has already converted decimal, octal and hexadecimal IPv4
 * forms to dotted form.
 */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
}

/** Returns the host of a URL if it is an IP address; undefined for a name. */
export function addressIn(url: URL): string | undefined {
  const host = hostOf(url);
  return isIP(host) === 0 ? undefined : host;
}

/** Whether the host of a URL is refused before name resolution. */
export function isForbiddenHost(url: URL): boolean {
  const address = addressIn(url);
  return address === undefined ? METADATA_NAMES.has(hostOf(url)) : isForbiddenAddress(address);
}
