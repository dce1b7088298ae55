import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import { AccessTokens, InvalidTokenError, isLikeToken, TokenStatement } from '../domain/access-token.js';
import { Caller } from '../domain/caller.js';
import { SessionSecrets, UserStore } from '../domain/user-store.js';
import { User } from '../domain/user.js';
import { CallerRights } from './caller-rights.js';
import { ExpiryClock } from './expiry-clock.js';

/**
 * Finds the person of an access token that the OpenID provider issued for `/mcp`. The person is the one who signs in with a browser, with the
 * same rights and conversations. The newest statement of the provider about the groups counts, whether a sign-in or a token made it.
 */
@Injectable()
export class RecogniseAccessToken {
  private readonly logger = new Logger('access');

  constructor(
    private readonly tokens: AccessTokens,
    private readonly users: UserStore,
    private readonly secrets: SessionSecrets,
    private readonly rights: CallerRights,
    private readonly clock: ExpiryClock,
  ) {}

  /**
   * Reads the store at each request, so that a change of the mapping, of the groups or of the access of a person is effective from the next
   * one on.
   * @throws InvalidTokenError (401) also for a person who may no longer act; see `AccessTokens.verify`
   */
  async recognise(token: string): Promise<Caller> {
    const now = await this.clock.now();
    const statement = await this.tokens.verify(token, now);
    const id = this.idOf(statement);
    const known = (await this.users.find(id))?.user;
    // A token for the future was refused, except for the tolerance for differing clocks.
    const at = new Date(Math.min(statement.issuedAt.getTime(), now.getTime())).toISOString();
    if (known === undefined || (statement.groups !== undefined && at > known.confirmedAt))
      await this.store(id, statement, at, known);
    else if (statement.linkId !== null) await this.users.confirmLink(known, statement.linkId, at);
    const caller = await this.rights.ofUserId(id);
    if (caller !== undefined) return caller;
    throw new InvalidTokenError(
      'The person of this access token may no longer use this server, or must sign in again.',
    );
  }

  /** The person of a valid token, for the rate limit; undefined for any other text. */
  async ownerOf(text: string): Promise<string | undefined> {
    if (!isLikeToken(text)) return undefined;
    try {
      return this.idOf(await this.tokens.verify(text, await this.clock.now()));
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }

  private idOf({ issuer, subject }: TokenStatement): string {
    return this.secrets.userIdOf(issuer, subject);
  }

  private async store(id: string, statement: TokenStatement, at: string, known: User | undefined): Promise<void> {
    const { issuer, subject, email, userNames, groups } = statement;
    if (groups === undefined)
      this.logger.warn({ user: id }, 'an access token of a new person has no groups: the person gets no rights');
    const name = statement.name ?? known?.name ?? userNames[0] ?? email ?? subject;
    await this.users.confirm({
      id,
      issuer,
      subject,
      name,
      email: email ?? known?.email ?? null,
      providerGroups: groups ?? [],
      linkId: statement.linkId ?? known?.linkId ?? null,
      directoryName: null,
      deactivatedAt: null,
      createdAt: at,
      confirmedAt: at,
    });
  }
}
