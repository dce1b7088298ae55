import dns from 'node:dns';
import { isIPv6, type LookupFunction } from 'node:net';
import { addressIn, hostOf, isForbiddenAddress, isForbiddenHost } from './forbidden-address.js';

/** The host is forbidden. The message is only for the log. */
export class RefusedAddressError extends Error {
  readonly code = 'REFUSED_ADDRESS';

  constructor(host: string) {
    super(`'${host}' is a link-local or metadata address, or an address that this request must not reach`);
    this.name = 'RefusedAddressError';
  }
}

/**
 * Resolves a name for one connection and refuses it if one of its addresses is forbidden. The socket connects to the checked addresses, so
 * DNS rebinding between the check and the connection has no effect.
 * @param isRefused further addresses that this client refuses
 */
export function guardedLookup(isRefused: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    // Not imported by name, so that a replacement of dns.lookup in the process is used.
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '');
        return;
      }
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => isForbiddenAddress(address) || isRefused(address)))
        callback(new RefusedAddressError(hostname), '');
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * The address that a connection of another protocol than HTTP may go to. A library that connects to this address cannot be led to another
 * one by DNS; give it the name of the host for TLS.
 * @param host name or IP address @param isRefused further addresses that are refused
 * @throws RefusedAddressError for link-local and metadata addresses; the error of the resolver for an unknown name
 */
export async function guardedAddress(
  host: string,
  isRefused: (address: string) => boolean = () => false,
): Promise<string> {
  const url = new URL(`http://${isIPv6(host) ? `[${host}]` : host}/`);
  const given = addressIn(url);
  if (isForbiddenHost(url) || (given !== undefined && isRefused(given))) throw new RefusedAddressError(host);
  if (given !== undefined) return given;
  return new Promise((resolve, reject) => {
    guardedLookup(isRefused)(hostOf(url), {}, (error, address) => {
      if (error !== null) reject(error);
      else if (typeof address === 'string') resolve(address);
      else reject(new RefusedAddressError(host));
    });
  });
}
