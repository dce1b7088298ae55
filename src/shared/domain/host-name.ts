/** A name or an address in brackets, with or without a port. No user, path, percent-encoding or list is part of a host. */
const HOST = /^(\[[0-9a-f:.]+\]|[^\s[\]:/\\?#@%,;"'<>]+)(?::\d{0,5})?$/iu;
const LOOPBACK_V4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/u;
/** `::ffff:127.0.0.1` as a URL writes it. */
const LOOPBACK_MAPPED = /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/u;

/**
 * The name or address of a Host header in the one form that is compared: lower case, without port and final dot, internationalised
 * names in ASCII, IPv6 shortened and in brackets.
 * @param host for example `Localhost.:8001` or `[0:0::1]`
 * @returns undefined when it is not a host
 * @example hostNameOf('LOCALHOST:8001') // 'localhost'
 */
export function hostNameOf(host: string): string | undefined {
  const name = HOST.exec(host)?.[1]?.replace(/\.$/u, '');
  if (name === undefined || name === '') return undefined;
  const url = `http://${name}/`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** The same for an address of this machine or of a setting, which has no brackets; a zone (`%eth0`) is left out. */
export function addressHostName(address: string): string | undefined {
  const [bare = ''] = address.split('%');
  return hostNameOf(bare.includes(':') && !bare.startsWith('[') ? `[${bare}]` : bare);
}

/** Whether a name that `hostNameOf` gave means the machine itself. Other names that end in localhost depend on a name server. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || LOOPBACK_V4.test(name) || LOOPBACK_MAPPED.test(name);
}
