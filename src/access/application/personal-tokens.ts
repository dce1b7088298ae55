import { Injectable } from '@nestjs/common';
import { ConflictError, DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { ApiKey } from '../domain/api-key.js';
import { Caller, mayUse } from '../domain/caller.js';
import { IdentityProvider, NoProviderError } from '../domain/identity-provider.js';
import { KeyStore } from '../domain/key-store.js';
import { CallerRights } from './caller-rights.js';
import { CreateKey, KeyRequest, KeyWithSecret } from './create-key.js';
import { ExpiryClock } from './expiry-clock.js';
import { RevokeKey } from './manage-keys.js';

const MOST_TOKENS = 50;
const DAY_MS = 86_400_000;
/** A token ends after this time unless its request says otherwise, and after the other one in any case. */
const USUAL_DAYS = 90;
const MOST_DAYS = 366;

/** A request for a personal token. */
export interface TokenRequest extends Omit<KeyRequest, 'owner' | 'maker' | 'groups'> {
  /** Undefined takes the groups that the person has now. */
  readonly groups: readonly string[] | undefined;
}

/** Tokens that a signed-in person makes for programs. A token never has more rights than its owner has when it is used. */
@Injectable()
export class PersonalTokens {
  constructor(
    private readonly store: KeyStore,
    private readonly keys: CreateKey,
    private readonly revokeKey: RevokeKey,
    private readonly rights: CallerRights,
    private readonly provider: IdentityProvider,
    private readonly clock: ExpiryClock,
  ) {}

  /**
   * @throws DomainError 403 for a caller who has not signed in, and for a scope that the person does not have; 409 beyond 50 tokens; 422 for an
   * expiry in the past
   */
  async create(caller: Caller, request: TokenRequest): Promise<KeyWithSecret> {
    this.assertPerson(caller);
    const missing = request.scopes.find((scope) => !mayUse(caller, scope));
    if (missing !== undefined)
      throw new DomainError('forbidden', 'scope', `You lack the scope '${missing}' yourself; leave it out.`);
    const owned = await this.store.listOfOwner(caller.id, MOST_TOKENS);
    if (owned.length >= MOST_TOKENS)
      throw new ConflictError(`You have ${MOST_TOKENS} tokens, which is the limit; revoke one first.`);
    const grant = await this.rights.grantOfOwner(caller.id);
    const now = (await this.clock.now()).getTime();
    const latest = now + MOST_DAYS * DAY_MS;
    const wanted = request.expiresAt === undefined ? now + USUAL_DAYS * DAY_MS : Date.parse(request.expiresAt);
    return this.keys.create({
      ...request,
      groups: request.groups ?? grant?.groups ?? [],
      expiresAt: new Date(Math.min(wanted, latest)).toISOString(),
      owner: caller.id,
    });
  }

  /** The person's own tokens, in creation order. @throws DomainError (403) */
  list(caller: Caller): Promise<readonly ApiKey[]> {
    this.assertPerson(caller);
    return this.store.listOfOwner(caller.id, MOST_TOKENS);
  }

  /** @throws NotFoundError for a key that is not a token of this person */
  async revoke(caller: Caller, id: string): Promise<void> {
    this.assertPerson(caller);
    const key = await this.store.find(id);
    if (key?.owner !== caller.id) throw new NotFoundError('token', id);
    await this.revokeKey.revoke(id);
  }

  /** A token makes no tokens: whoever finds one must not be able to outlive its revocation. */
  private assertPerson(caller: Caller): void {
    if (!this.provider.isConfigured) throw new NoProviderError();
    if (caller.signedIn === undefined)
      throw new DomainError('forbidden', 'not-signed-in', 'Personal tokens belong to people: sign in with a browser.');
  }
}
