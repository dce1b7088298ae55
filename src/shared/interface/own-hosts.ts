import { hostname, networkInterfaces } from 'node:os';
import { addressHostName, hostNameOf, isLoopbackName } from '../domain/host-name.js';

/** Settings that say under which names the server is reached. */
export interface HostSettings {
  readonly HOST: string;
  readonly ALLOWED_HOSTS: readonly string[];
  readonly PUBLIC_URL?: string | undefined;
}

function interfaceAddresses(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return new Set(addresses.flatMap(({ address }) => addressHostName(address) ?? []));
}

/** The name of this machine, in full and without its domain. */
function machineNames(): string[] {
  const name = hostname();
  return [name, name.split('.')[0] ?? name];
}

/**
 * Host names under which this server accepts requests. A page whose name was pointed at this machine (DNS rebinding) has, for the browser,
 * the origin of the server: only the name in `Host` shows that the request is not for this server.
 */
export class OwnHosts {
  private readonly names: ReadonlySet<string>;

  constructor(settings: HostSettings) {
    const publicHost = settings.PUBLIC_URL === undefined ? [] : [new URL(settings.PUBLIC_URL).hostname];
    const named = [settings.HOST, ...settings.ALLOWED_HOSTS, ...publicHost, ...machineNames()];
    this.names = new Set(named.flatMap((name) => addressHostName(name) ?? []));
  }

  /** @param host as in a Host header, with or without a port */
  has(host: string): boolean {
    const name = hostNameOf(host);
    if (name === undefined) return false;
    // Addresses of the machine change while it runs, so that they are read when nothing else fits.
    return isLoopbackName(name) || this.names.has(name) || interfaceAddresses().has(name);
  }
}
