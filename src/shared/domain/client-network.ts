const IPV4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d{1,5})?$/u;
const IPV6 = /^\[?([0-9a-f:.]{2,45})(?:%[^\]]*)?\]?(?::\d{1,5})?$/iu;

/** Expands an IPv6 address from its shortened URL form to eight groups. */
function groupsOf(short: string): string[] {
  const [head = '', tail] = short.split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const [first, last] = [before ?? [], after ?? []];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last];
}

/**
 * Returns the rate-limit key of a client: its IPv4 address, or the /64 network of its IPv6 address, since one client may use a whole /64.
 * The port, the brackets and the zone are removed. An IPv4-mapped IPv6 address becomes the IPv4 address.
 * @returns undefined when it is not an address
 * @example clientNetwork('2001:db8:0:1:aaaa::7') // '2001:db8:0:1::/64'
 */
export function clientNetwork(address: string): string | undefined {
  const v4 = IPV4.exec(address)?.[1];
  if (v4 !== undefined) return v4.split('.').every((part) => Number(part) <= 255) ? v4 : undefined;
  const v6 = IPV6.exec(address)?.[1];
  if (v6 === undefined || !URL.canParse(`http://[${v6}]/`)) return undefined;
  const groups = groupsOf(new URL(`http://[${v6}]/`).hostname.slice(1, -1));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const bytes = groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
    return bytes.join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
