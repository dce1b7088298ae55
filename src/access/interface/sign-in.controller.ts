import { Controller, Get, HttpCode, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '../../config/environment.js';
import { MonotonicClock } from '../../shared/domain/clock.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { WindowCounts } from '../../shared/domain/window-counts.js';
import { clientOf } from '../../shared/interface/address-limit.js';
import { PublicAddress } from '../../shared/interface/public-address.js';
import { SignIn } from '../application/sign-in.js';
import { Public } from './access.decorators.js';
import { SessionCookie } from './session-cookie.js';
import { StartSignInDto } from './sign-in.dto.js';

const SEE_OTHER = 303;
const MINUTE_MS = 60_000;
/** The page that says why a sign-in failed, and starts another. */
const SIGN_IN_PAGE = '/pages/sign-in';

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

/** Signing in at the OpenID provider. A browser is sent to these routes: they answer with another address, and set cookies. */
@ApiExcludeController()
@Controller('auth')
export class SignInController {
  private readonly counts: WindowCounts;

  constructor(
    private readonly signIn: SignIn,
    private readonly cookie: SessionCookie,
    private readonly address: PublicAddress,
    private readonly environment: Environment,
    clock: MonotonicClock,
  ) {
    this.counts = new WindowCounts(clock);
  }

  /** Starts a sign-in by OpenID Connect: sends the browser to the provider. Without a provider (OIDC_ISSUER) 501. */
  @Get('login')
  @Public()
  @HttpCode(SEE_OTHER)
  async login(
    @Query() { return_to: returnTo = '/' }: StartSignInDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { url, sealed, lastsMs } = await this.signIn.begin(returnTo);
    this.cookie.startSignIn(reply, sealed, lastsMs);
    void reply.header('location', url);
  }

  /**
   * Completes a sign-in: the provider sends the browser back here. A valid answer to this browser's own sign-in makes a new session. A
   * browser that is refused gets the page that says so, a program the problem.
   */
  @Get('callback')
  @Public()
  @HttpCode(SEE_OTHER)
  async callback(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const base = this.address.baseOf(request);
    try {
      const previous = this.cookie.sessionOf(request);
      const sealed = this.cookie.signInOf(request);
      const made = await this.signIn.complete(queryOf(request), sealed, previous, () => this.count(request));
      this.counts.subtract(clientOf(request));
      this.cookie.startSession(reply, made.token, made.lastsMs);
      // The path was checked, and an address that begins with PUBLIC_URL leads to no other server.
      void reply.header('location', new URL(base + made.returnTo).href);
    } catch (error) {
      if (!(error instanceof DomainError) || request.headers.accept?.includes('text/html') !== true) throw error;
      void reply.header('location', `${base}${SIGN_IN_PAGE}?problem=${encodeURIComponent(error.code)}`);
    }
  }

  /**
   * Counts codes that the provider is asked about and refuses: a client must not use this server to flood it. What no browser has started,
   * and a sign-in that succeeds, stop nobody with the same address. @throws DomainError (429)
   */
  private count(request: FastifyRequest): void {
    const { RATE_LIMIT_PER_MINUTE: most } = this.environment;
    const { hits, leftMs } = this.counts.add(clientOf(request), MINUTE_MS);
    if (most === 0 || hits <= most) return;
    const seconds = Math.max(1, Math.ceil(leftMs / 1000));
    const detail = `More than ${most} failed sign-ins a minute; wait ${seconds} seconds and try again.`;
    throw new DomainError('rate-limited', 'rate-limited', detail);
  }
}
