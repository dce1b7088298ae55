const ISATAP = 0x5efe;

/** An IPv6 address in the compressed hexadecimal form of a URL. */
const canonical = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = canonical(address).split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [read(head), read(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/**
 * Returns the IPv4 addresses that an IPv6 address may contain: mapped, compatible, translated (RFC 2765), NAT64 with its well-known prefix
 * and with the local one in each of its lengths (RFC 6052, RFC 8215), 6to4, Teredo and ISATAP. A gateway or the system may route to them.
 */
export function embeddedIpv4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(address);
  const last = dotted(g, h);
  const isZero = (...groups: readonly number[]) => groups.every((group) => group === 0);
  if (isZero(a, b, c, d) && (isZero(e, f) || (e === 0 && f === 0xffff) || (e === 0xffff && f === 0))) return [last];
  if (a === 0x64 && b === 0xff9b && isZero(c, d, e, f)) return [last];
  // Bits 64 to 71 of these lengths hold none of the IPv4 address.
  if (a === 0x64 && b === 0xff9b && c === 1)
    return [
      last,
      dotted(d, ((e & 255) << 8) | (f >> 8)),
      dotted(((d & 255) << 8) | (e & 255), f),
      dotted(((e & 255) << 8) | (f >> 8), ((f & 255) << 8) | (g >> 8)),
    ];
  if (a === 0x2002) return [dotted(b, c)];
  if (a === 0x2001 && b === 0) return [dotted(c, d), dotted(g ^ 0xffff, h ^ 0xffff)];
  return (e & 0xfdff) === 0 && f === ISATAP ? [last] : [];
}
