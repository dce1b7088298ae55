import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '../../config/environment.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { publicPath } from '../../shared/interface/public-address.js';
import { keyOf } from '../../shared/interface/request-id.js';
import { Credentials } from '../application/authenticate.js';

const SESSION = 'touchstone-session';
const SIGN_IN = 'touchstone-sign-in';
export const CSRF_HEADER = 'x-csrf-token';
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const VALUE = /^[\w-]{1,3800}$/;

/** All values of a cookie: a second one may have been planted by another host of the domain. */
function valuesOf(request: FastifyRequest, name: string): string[] {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function forged(why: string): DomainError {
  const cure = `send the csrf_token of GET /auth/session as X-CSRF-Token, from a page of this server, or use a key`;
  return new DomainError('forbidden', 'csrf', `${why}; ${cure}.`);
}

/**
 * The cookies of people who sign in, and the check that a changing request comes from a page of this server. With https the names begin
 * with `__Host-`: no other host, and no page without TLS, can set them.
 */
@Injectable()
export class SessionCookie {
  private readonly origin: string | undefined;
  private readonly isSecure: boolean;
  private readonly path: string;
  private readonly suffix: string;

  constructor({ PUBLIC_URL, OIDC_ISSUER }: Environment) {
    this.origin = PUBLIC_URL === undefined || OIDC_ISSUER === undefined ? undefined : new URL(PUBLIC_URL).origin;
    this.isSecure = this.origin?.startsWith('https:') === true;
    const prefix = publicPath(PUBLIC_URL);
    // `__Host-` needs the path `/`: servers under different paths of one host have different names.
    this.path = this.isSecure || prefix === '' ? '/' : prefix;
    this.suffix = prefix.replaceAll(/[^\w]/gu, '-');
  }

  /** The key of a request, and the session of its cookie. Without a provider no cookie counts. */
  credentialsOf(request: FastifyRequest): Credentials {
    return { key: keyOf(request), session: this.read(request, SESSION) };
  }

  sessionOf(request: FastifyRequest): string | undefined {
    return this.read(request, SESSION);
  }

  signInOf(request: FastifyRequest): string | undefined {
    return this.read(request, SIGN_IN);
  }

  startSignIn(reply: FastifyReply, sealed: string, lastsMs: number): void {
    this.write(reply, [[SIGN_IN, sealed, lastsMs]]);
  }

  /** A sign-in is over, and its cookie with it. */
  startSession(reply: FastifyReply, token: string, lastsMs: number): void {
    this.write(reply, [
      [SESSION, token, lastsMs],
      [SIGN_IN, '', 0],
    ]);
  }

  endSession(reply: FastifyReply): void {
    this.write(reply, [[SESSION, '', 0]]);
  }

  /**
   * Checks a request whose caller is known by the cookie alone, which a browser sends with requests of other pages too.
   * @throws DomainError (403) for a changing request without the origin of this server and the token of the session
   */
  assertOwnPage(request: FastifyRequest, csrfToken: string): void {
    if (READING.has(request.method)) return;
    if (request.headers.origin !== this.origin)
      throw forged('A changing request of a signed-in person needs the Origin of PUBLIC_URL');
    const given = request.headers[CSRF_HEADER];
    if (typeof given !== 'string' || !isEqual(given, csrfToken))
      throw forged('The X-CSRF-Token is missing or belongs to another session');
  }

  private read(request: FastifyRequest, name: string): string | undefined {
    if (this.origin === undefined) return undefined;
    const [value, ...others] = valuesOf(request, this.nameOf(name));
    return value !== undefined && others.length === 0 && VALUE.test(value) ? value : undefined;
  }

  private write(reply: FastifyReply, cookies: readonly (readonly [string, string, number])[]): void {
    const rest = `Path=${this.path}; HttpOnly; SameSite=Lax${this.isSecure ? '; Secure' : ''}`;
    const lines = cookies.map(
      ([name, value, lastsMs]) => `${this.nameOf(name)}=${value}; Max-Age=${Math.floor(lastsMs / 1000)}; ${rest}`,
    );
    void reply.header('set-cookie', lines);
  }

  private nameOf(name: string): string {
    return `${this.isSecure ? '__Host-' : ''}${name}${this.suffix}`;
  }
}
