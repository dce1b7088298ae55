/** Names under which a machine reaches itself, as they stand in a Host header. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The name of a Host header without its port; undefined for none. */
function nameOf(host: string | undefined): string | undefined {
  return host?.replace(/:\d+$/, '').toLowerCase();
}

export interface WebOrigin {
  /** The Host header. */
  readonly host: string | undefined;
  /** The Origin header, which browsers send and programs do not. */
  readonly origin: string | undefined;
}

export interface OriginPolicy {
  /** Origins that may ask from a browser (CORS_ALLOWED_ORIGINS). */
  readonly allowedOrigins: readonly string[];
  /** Whether the server answers without a key: it then listens to its own machine, where any web page could try to reach it. */
  readonly open: boolean;
  /** The name or address that the server listens on. */
  readonly listensOn: string;
}

/**
 * Whether a request may come from where it says that it comes from. A page of another origin is refused (Model Context Protocol,
 * transports, security). Without keys a foreign Host is refused too: a page whose own name was pointed at this machine (DNS
 * rebinding) has a matching origin, but not a name of this machine. With keys such a page has no key.
 */
export function isTrustedOrigin({ host, origin }: WebOrigin, policy: OriginPolicy): boolean {
  const name = nameOf(host);
  if (policy.open && (name === undefined || !(LOOPBACK.has(name) || name === policy.listensOn.toLowerCase())))
    return false;
  if (origin === undefined || policy.allowedOrigins.includes(origin)) return true;
  return host !== undefined && /^https?:\/\/(.+)$/.exec(origin)?.[1]?.toLowerCase() === host.toLowerCase();
}
