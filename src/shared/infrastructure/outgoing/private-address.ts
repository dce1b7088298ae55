import { BlockList, isIPv6 } from 'node:net';
import { embeddedIpv4 } from './embedded-ipv4.js';

/** Loopback, private, shared and reserved networks (IANA special-purpose registries). */
function inside(): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const)
    list.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of [
    ['::', 128],
    ['::1', 128],
    ['64:ff9b:1::', 48],
    ['fc00::', 7],
    ['fe80::', 9],
    ['ff00::', 8],
  ] as const)
    list.addSubnet(network, prefix, 'ipv6');
  return list;
}
const INSIDE = inside();

/** Whether an IP address is of this machine or of a private network: a caller who does not administer the server must not reach it. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.split('%', 1).join('');
  if (!isIPv6(plain)) return INSIDE.check(plain, 'ipv4');
  return INSIDE.check(plain, 'ipv6') || embeddedIpv4(plain).some((ipv4) => INSIDE.check(ipv4, 'ipv4'));
}
