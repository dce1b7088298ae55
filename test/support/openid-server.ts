import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A person at the provider. */
export interface Person {
  readonly sub: string;
  readonly name?: string;
  readonly email?: string;
  readonly groups?: unknown;
  /** The id by which a directory knows the person, at Entra ID. */
  readonly oid?: string;
}

/** Parts of a token. */
export interface TokenParts {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /** With the key of the server, with another one of the same id, or without a signature. */
  signedBy: 'own' | 'other' | 'nobody';
}

interface Grant {
  readonly person: Person;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly redirectUri: string;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const own = keyPair();
const other = keyPair();
const KEY_ID = 'key-1';
const LIFETIME_S = 300;

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString());
}

/**
 * An OpenID provider: discovery, authorization with PKCE, token, JWKS, userinfo and refresh, with RS256. It signs in whoever `person` is,
 * without asking. A spec may change the parts of the ID token before it is signed.
 */
export class OpenIdServer {
  readonly clientId = 'touchstone';
  readonly clientSecret = 'the-secret-of-the-client-1';
  person: Person = { sub: 's1', name: 'Minji', groups: ['staff'] };
  /** Changes the next tokens before they are signed. */
  tamper: (token: TokenParts) => void = () => undefined;
  /** Whether groups are only at the userinfo endpoint. */
  hidesGroups = false;
  givesRefreshTokens = false;
  /** Whether the token endpoint refuses refresh tokens, as after the end of an account. */
  isEnded = false;
  /** What a refusal of the token endpoint says. */
  refusal = 'invalid_grant';
  issuer = '';
  private server: Server | undefined;
  private readonly codes = new Map<string, Grant>();
  private readonly accessTokens = new Map<string, Person>();

  async start(): Promise<string> {
    this.server = createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this.issuer;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    if (url.pathname === '/authorize') {
      this.authorize(url.searchParams, response);
      return;
    }
    const body = await this.bodyOf(url.pathname, request);
    response.writeHead(body === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: this.refusal }));
  }

  private async bodyOf(path: string, request: IncomingMessage): Promise<object | undefined> {
    if (path === '/.well-known/openid-configuration') return this.metadata();
    if (path === '/jwks')
      return { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
    if (path === '/userinfo')
      return this.accessTokens.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
    const grant = path === '/token' ? this.redeem(await formOf(request)) : undefined;
    return grant && this.tokens(grant);
  }

  private metadata(): object {
    const at = (path: string) => `${this.issuer}${path}`;
    return {
      issuer: this.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      jwks_uri: at('/jwks'),
      userinfo_endpoint: at('/userinfo'),
      end_session_endpoint: at('/end'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    };
  }

  private authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomBytes(16).toString('hex');
    const back = new URL(query.get('redirect_uri') ?? '');
    this.codes.set(code, {
      person: this.person,
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
      redirectUri: back.href,
    });
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(302, { location: back.href });
    response.end();
  }

  /** A code works once, for its address, its client and its verifier. */
  private redeem(body: URLSearchParams): Grant | undefined {
    if (body.get('client_id') !== this.clientId || body.get('client_secret') !== this.clientSecret) return undefined;
    if (body.get('grant_type') === 'refresh_token')
      return this.isEnded ? undefined : { person: this.person, nonce: null, challenge: null, redirectUri: '' };
    const code = body.get('code') ?? '';
    const grant = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = grant?.challenge === challenge && grant.redirectUri === body.get('redirect_uri');
    return isRight ? grant : undefined;
  }

  private tokens({ person, nonce }: Grant): object {
    const accessToken = randomBytes(16).toString('hex');
    this.accessTokens.set(accessToken, person);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: LIFETIME_S,
      id_token: this.idToken(person, nonce),
      ...(this.givesRefreshTokens ? { refresh_token: randomBytes(16).toString('hex') } : {}),
    };
  }

  private idToken({ groups, ...person }: Person, nonce: string | null): string {
    const now = Math.floor(Date.now() / 1000);
    const token: TokenParts = {
      header: { alg: 'RS256', kid: KEY_ID },
      claims: {
        iss: this.issuer,
        aud: this.clientId,
        iat: now,
        exp: now + LIFETIME_S,
        ...(nonce === null ? {} : { nonce }),
        ...person,
        ...(this.hidesGroups ? {} : { groups }),
      },
      signedBy: 'own',
    };
    return this.signed(token);
  }

  /**
   * An access token (RFC 9068) of the person.
   * @param audience the resource that it is for @param change claims in addition, or undefined for those that it lacks
   */
  accessToken(audience: string, change: Readonly<Record<string, unknown>> = {}): string {
    const now = Math.floor(Date.now() / 1000);
    const { groups, ...person } = this.person;
    const claims = { iss: this.issuer, aud: audience, client_id: 'a-client', jti: randomBytes(8).toString('hex') };
    const times = { iat: now, exp: now + LIFETIME_S };
    return this.signed({
      header: { alg: 'RS256', typ: 'at+jwt', kid: KEY_ID },
      claims: { ...claims, ...times, ...person, ...(this.hidesGroups ? {} : { groups }), ...change },
      signedBy: 'own',
    });
  }

  private signed(token: TokenParts): string {
    this.tamper(token);
    const signed = `${base64(token.header)}.${base64(token.claims)}`;
    if (token.signedBy === 'nobody') return `${signed}.`;
    const key = token.signedBy === 'own' ? own.privateKey : other.privateKey;
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  }
}
