import { isIPv6 } from 'node:net';
import { addressIn, hostOf, isForbiddenHost } from './forbidden-address.js';
import { guardedLookup, RefusedAddressError } from './guarded-lookup.js';

/**
 * The address that a connection of another protocol than HTTP may go to. A library that connects to this address cannot be led to another
 * one by DNS; give it the name of the host for TLS.
 * @param host name or IP address
 * @throws RefusedAddressError for link-local and metadata addresses; the error of the resolver for an unknown name
 */
export async function guardedAddress(host: string): Promise<string> {
  const url = new URL(`http://${isIPv6(host) ? `[${host}]` : host}/`);
  if (isForbiddenHost(url)) throw new RefusedAddressError(host);
  const own = addressIn(url);
  if (own !== undefined) return own;
  return new Promise((resolve, reject) => {
    guardedLookup(() => false)(hostOf(url), {}, (error, address) => {
      if (error !== null) reject(error);
      else if (typeof address === 'string') resolve(address);
      else reject(new RefusedAddressError(host));
    });
  });
}
