import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isForbiddenAddress } from './forbidden-address.js';

/** A host that no request goes to; the message is for the log alone. */
export class RefusedAddressError extends Error {
  readonly code = 'REFUSED_ADDRESS';

  constructor(host: string) {
    super(`'${host}' is a link-local or metadata address, or an address that this request must not reach`);
    this.name = 'RefusedAddressError';
  }
}

/**
 * Resolves a name for one connection and refuses it when one of its addresses is forbidden. The addresses that are checked are those
 * that the socket connects to, so that a name which changes its address between a check and the connection (DNS rebinding) gains nothing.
 * @param isRefused what this client refuses besides
 */
export function guardedLookup(isRefused: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    // Not imported by name: what replaces dns.lookup in the process is used.
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
