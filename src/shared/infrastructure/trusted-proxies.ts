import { BlockList, isIP } from 'node:net';

/** Named ranges, with the names that other servers use. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
/** Maximum number of hops, more than in any deployment. */
const MAX_HOPS = 16;
const COUNT = /^\d{1,2}$/u;

/** Converts an IPv4-mapped address of a dual-stack socket to IPv4. */
function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1] ?? address;
}

function hopsOf(setting: readonly string[]): number | undefined {
  const [first = ''] = setting;
  return setting.length === 1 && COUNT.test(first) ? Number(first) : undefined;
}

/** Adds an address, a CIDR or the name of a range. @returns false if it is none of them */
function add(list: BlockList, entry: string): boolean {
  const range = Object.hasOwn(RANGES, entry) ? RANGES[entry] : undefined;
  if (range !== undefined) return range.every((each) => add(list, each));
  const [address = '', length, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const [family, bits] = version === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
  if (length === undefined) list.addAddress(address, family);
  // A prefix length of 0 would trust every address, which the setting must prevent.
  else if (!/^\d{1,3}$/u.test(length) || Number(length) < 1 || Number(length) > bits) return false;
  else list.addSubnet(address, Number(length), family);
  return true;
}

/** Whether the value is valid for `TRUST_PROXY`: a count of hops, or addresses, CIDRs and names of ranges. */
export function areTrustedProxies(setting: readonly string[]): boolean {
  const hops = hopsOf(setting);
  if (hops !== undefined) return hops >= 1 && hops <= MAX_HOPS;
  return setting.every((entry) => add(new BlockList(), entry));
}

/** The proxies whose X-Forwarded-* headers are trusted (`TRUST_PROXY`). None by default. */
export class TrustedProxies {
  private readonly addresses = new BlockList();
  private readonly hops: number;

  constructor(setting: readonly string[]) {
    this.hops = hopsOf(setting) ?? 0;
    if (this.hops === 0) for (const entry of setting) add(this.addresses, entry);
  }

  /**
   * Fastify's `trustProxy`. A count is passed as a function, since Fastify trusts no hop for a number.
   * @param address of the peer, then of each hop before it
   * @param hop 0 for the peer
   */
  readonly trusts = (address: string, hop: number): boolean => {
    if (this.hops > 0) return hop < this.hops;
    const bare = unmapped(address);
    const version = isIP(bare);
    return version !== 0 && this.addresses.check(bare, version === 6 ? 'ipv6' : 'ipv4');
  };
}
