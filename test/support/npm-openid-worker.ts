import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** What the spec chooses of the provider. */
export interface ProviderChoice {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly base: string;
  /** The resource that access tokens are for, with the scope `mcp`, and the redirect address of a public client; undefined without. */
  readonly resource?: string | undefined;
  /** A client that is known by its metadata document alone: its id, and where the document really is; undefined without such clients. */
  readonly clientDocument?: { readonly clientId: string; readonly servedAt: string } | undefined;
  /** How much the clock of the provider is ahead. */
  readonly aheadMs: number;
}

const { clientId, clientSecret, base, resource, clientDocument, aheadMs } = workerData as ProviderChoice;

/** A thread has its own globals, so the clock of the spec stays as it is. */
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...values: []) {
    if (values.length === 0) super(RealDate.now() + aheadMs);
    else super(...values);
  }

  static override now(): number {
    return RealDate.now() + aheadMs;
  }
} as DateConstructor;

type ProviderClass = new (issuer: string, settings: object) => { callback(): RequestListener };
// The package has no types.
const packageName: string = 'oidc-provider';
const { default: Provider } = (await import(packageName)) as { default: ProviderClass };

const groups = new Map<string, readonly string[]>();
const settings = {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`${base}/auth/callback`],
      post_logout_redirect_uris: [`${base}/`],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    // A program on the machine of a person, without a secret.
    {
      client_id: 'a-program',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
  ],
  // An id of a client is an https address, which the provider refuses to fetch from this machine: it is given the document's real address.
  fetch: (url: string, init: RequestInit) =>
    clientDocument?.clientId === url ? fetch(clientDocument.servedAt) : fetch(url, init),
  features: {
    clientIdMetadataDocument: { enabled: clientDocument !== undefined, ack: 'draft-02' },
    resourceIndicators: {
      enabled: resource !== undefined,
      getResourceServerInfo: (_context: unknown, asked: string) => {
        if (asked !== resource) throw new Error(`no such resource: ${asked}`);
        return { scope: 'mcp', audience: asked, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } };
      },
    },
  },
  extraTokenClaims: (_context: unknown, { accountId }: { readonly accountId: string }) => ({
    groups: groups.get(accountId) ?? [],
  }),
  claims: { openid: ['sub'], profile: ['name'], email: ['email'], groups: ['groups'] },
  cookies: { keys: ['a key of the cookies of this spec'] },
  pkce: { required: () => true },
  // Seconds. The ID token is short, so that only the tolerance for differing clocks lets an older one in.
  ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, RefreshToken: 3600, IdToken: 10 },
  // Without offline_access a refresh token ends with the session at the provider.
  issueRefreshToken: () => Promise.resolve(true),
  findAccount: (_context: unknown, sub: string) => ({
    accountId: sub,
    claims: () => ({ sub, name: `Person ${sub}`, email: `${sub}@example.org`, groups: groups.get(sub) ?? [] }),
  }),
};

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', new Provider(issuer, settings).callback());
  parentPort?.postMessage(issuer);
});
parentPort?.on('message', ([sub, names]: [string, readonly string[]]) => {
  groups.set(sub, names);
  parentPort?.postMessage('set');
});
