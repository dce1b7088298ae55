import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TryLaterError } from '../../shared/domain/domain-error.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { Authenticate } from '../application/authenticate.js';
import { RecogniseSession, SignOut } from '../application/recognise-session.js';
import { IdentityProvider } from '../domain/identity-provider.js';
import { Public, ShowsSecret } from './access.decorators.js';
import { SessionCookie } from './session-cookie.js';
import { SignedOutDto, SignInStateDto } from './sign-in.dto.js';

/** The session of a signed-in person. */
@ApiTags('Sign-in')
@Controller('auth')
export class SessionController {
  constructor(
    private readonly sessions: RecogniseSession,
    private readonly signOut: SignOut,
    private readonly authenticate: Authenticate,
    private readonly provider: IdentityProvider,
    private readonly cookie: SessionCookie,
  ) {}

  /** Returns the signed-in person, what the groups of the person give, and the token that changing requests need. */
  @Get('session')
  @Public()
  @ShowsSecret()
  async session(@Req() request: FastifyRequest): Promise<SignInStateDto> {
    const token = this.cookie.sessionOf(request);
    const caller = token === undefined ? undefined : await this.sessions.recognise(token);
    const mode = !this.authenticate.isRequired ? 'none' : this.provider.isConfigured ? 'sign-in' : 'key';
    if (caller?.signedIn === undefined) return { mode, person: null, csrf_token: null };
    const { id, scopes, signedIn } = caller;
    const { name, email, providerGroups, csrfToken } = signedIn;
    return {
      mode,
      person: { id, name, email, groups: [...providerGroups], scopes: [...scopes] },
      csrf_token: csrfToken,
    };
  }

  /** Ends the session of this browser. Without a session nothing happens. */
  @Post('logout')
  @Public()
  @HttpCode(200)
  @ApiProblems(403)
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SignedOutDto> {
    const token = this.cookie.sessionOf(request);
    const caller = token === undefined ? undefined : await this.sessions.recognise(token);
    if (token === undefined || caller?.signedIn === undefined) return { provider_url: null };
    this.cookie.assertOwnPage(request, caller.signedIn.csrfToken);
    await this.signOut.signOut(token);
    this.cookie.endSession(reply);
    return { provider_url: (await this.providerUrl()) ?? null };
  }

  /** The session here has ended, whether or not the provider can be reached. */
  private async providerUrl(): Promise<string | undefined> {
    try {
      return await this.provider.signOutUrl();
    } catch (error) {
      if (error instanceof TryLaterError) return undefined;
      throw error;
    }
  }
}
