import dns from 'node:dns';
import { guardedAddress } from './guarded-lookup.js';

type Callback = (error: Error | null, addresses: readonly { address: string; family: number }[]) => void;

/** Resolves every name to one address while the work runs. */
async function resolvingTo<T>(address: string, work: () => Promise<T>): Promise<T> {
  const real = dns.lookup;
  const fake = (...given: unknown[]) => (given.at(-1) as Callback)(null, [{ address, family: 4 }]);
  dns.lookup = fake as typeof dns.lookup;
  try {
    return await work();
  } finally {
    dns.lookup = real;
  }
}

describe('the address of a connection that is not HTTP', () => {
  it('is that of the name', async () =>
    expect(await resolvingTo('10.0.0.7', () => guardedAddress('imap.example'))).toBe('10.0.0.7'));

  it.each(['127.0.0.1', '::1', '10.1.2.3'])('is %s itself', async (host) =>
    expect(await guardedAddress(host)).toBe(host),
  );

  it.each(['169.254.169.254', '2852039166', 'fe80::1', 'metadata.google.internal'])('is not %s', (host) =>
    expect(guardedAddress(host)).rejects.toThrow('link-local or metadata'),
  );

  it('is not a forbidden one that a name resolves to', () =>
    expect(resolvingTo('169.254.169.254', () => guardedAddress('imap.example'))).rejects.toThrow('link-local'));
});
