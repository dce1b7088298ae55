import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import { IdentityProvider } from '../domain/identity-provider.js';
import { SessionOfUser, SessionSecrets, UserStore } from '../domain/user-store.js';

/** Groups that are older are read from the provider again, if it gave a refresh token. */
const REFRESH_AFTER_MS = 5 * 60_000;
/** Groups that the provider has not confirmed for this time end with the second reading that fails: the first may follow a pause. */
const UNCONFIRMED_MS = 30 * 60_000;

/** Follows the groups of a person at the provider during a session. */
@Injectable()
export class RefreshGroups {
  private readonly logger = new Logger('access');

  constructor(
    private readonly users: UserStore,
    private readonly provider: IdentityProvider,
    private readonly secrets: SessionSecrets,
  ) {}

  /**
   * Asks the provider for the groups when they are older than five minutes. One process does it for all. If the provider cannot be reached,
   * the groups stay for up to 30 minutes, and the next request after five minutes asks again.
   * @returns the session with the newest groups; undefined if the provider has ended it, or has not confirmed the groups for too long
   */
  async refresh(token: string, found: SessionOfUser, now: Date): Promise<SessionOfUser | undefined> {
    const { session, user } = found;
    const { sealedRefreshToken: sealed, tokenHash } = session;
    if (sealed === null || now.getTime() - Date.parse(session.confirmedAt) < REFRESH_AFTER_MS) return found;
    const refreshToken = this.secrets.unsealFor(token, sealed);
    const at = now.toISOString();
    if (refreshToken === undefined || !(await this.users.claimRefresh(tokenHash, session.confirmedAt, at)))
      return found;
    try {
      const identity = await this.provider.refresh(refreshToken, user.subject);
      if (identity === undefined) {
        await this.users.endSession(tokenHash);
        return undefined;
      }
      const { name, email, groups } = identity;
      const linkId = identity.linkId ?? user.linkId;
      const renewed = { ...user, name, email, providerGroups: groups, linkId, confirmedAt: at };
      await this.users.refresh(renewed, tokenHash, this.secrets.sealFor(token, identity.refreshToken ?? refreshToken));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const hasFailedBefore = session.confirmedAt > user.confirmedAt;
      const isOld = now.getTime() - Date.parse(user.confirmedAt) >= UNCONFIRMED_MS;
      this.logger.warn({ err: error, user: user.id }, 'failed to read the groups of a user again; retrying later');
      if (hasFailedBefore && isOld) await this.users.endSession(tokenHash);
    }
    return this.users.withSession(tokenHash);
  }
}
