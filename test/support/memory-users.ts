import { CallerRights } from '../../src/access/application/caller-rights.js';
import { ExpiryClock } from '../../src/access/application/expiry-clock.js';
import { RecogniseAccessToken } from '../../src/access/application/recognise-access-token.js';
import { RecogniseSession } from '../../src/access/application/recognise-session.js';
import { RefreshGroups } from '../../src/access/application/refresh-groups.js';
import { AccessTokens, InvalidTokenError, TokenStatement } from '../../src/access/domain/access-token.js';
import { MappingRule } from '../../src/access/domain/group-mapping.js';
import { Identity, IdentityProvider, PendingSignIn } from '../../src/access/domain/identity-provider.js';
import { SessionOfUser, SessionSecrets, UserStore, UserWithMapping } from '../../src/access/domain/user-store.js';
import { SignInLimits, User, UserSession } from '../../src/access/domain/user.js';

export const START = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;

const ISSUER = 'https://login.example';

/** Limits of a day, an hour without use, and 30 days for groups. */
export const LIMITS: SignInLimits = { issuer: ISSUER, sessionMs: DAY_MS, idleMs: DAY_MS / 24, groupsMs: 30 * DAY_MS };

export function storedUser(more: Partial<User> = {}): User {
  return {
    id: 'user_1',
    issuer: ISSUER,
    subject: 's1',
    name: 'Minji',
    email: null,
    providerGroups: ['staff'],
    linkId: 's1',
    directoryName: null,
    deactivatedAt: null,
    createdAt: START,
    confirmedAt: START,
    ...more,
  };
}

/** People in maps; the mapping is a field. */
export class MemoryUserStore extends UserStore {
  rules: readonly MappingRule[] = [];
  readonly users = new Map<string, User>();
  readonly sessions = new Map<string, UserSession>();

  signIn(user: User, session: UserSession, replaced: string | undefined): Promise<boolean> {
    this.users.set(user.id, { ...user, deactivatedAt: this.users.get(user.id)?.deactivatedAt ?? null });
    if (replaced !== undefined) this.sessions.delete(replaced);
    this.sessions.set(session.tokenHash, session);
    return Promise.resolve(true);
  }
  confirm(user: User): Promise<void> {
    const known = this.users.get(user.id);
    if (known === undefined || known.confirmedAt < user.confirmedAt)
      this.users.set(user.id, { ...user, deactivatedAt: known?.deactivatedAt ?? null });
    return Promise.resolve();
  }
  confirmLink(): Promise<void> {
    return Promise.resolve();
  }
  async withSession(tokenHash: string): Promise<SessionOfUser | undefined> {
    const session = this.sessions.get(tokenHash);
    const found = session && (await this.find(session.userId));
    return found && session && { ...found, session };
  }
  find(userId: string): Promise<UserWithMapping | undefined> {
    const user = this.users.get(userId);
    const mapping = { version: 1, rules: this.rules, createdAt: START, createdBy: 'admin' };
    return Promise.resolve(user && { user, mapping });
  }
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map(userIds.map((id) => [id, this.users.get(id)?.name ?? ''])));
  }
  list(after = '', limit = Number.MAX_SAFE_INTEGER, isActive?: boolean): Promise<readonly User[]> {
    const found = [...this.users.values()]
      .filter(
        ({ id, deactivatedAt }) => id > after && (isActive ?? deactivatedAt === null) === (deactivatedAt === null),
      )
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return Promise.resolve(found.slice(0, limit));
  }
  setDeactivated(userId: string, at: string | null): Promise<boolean> {
    const user = this.users.get(userId);
    if (user !== undefined) this.users.set(userId, { ...user, deactivatedAt: at });
    return Promise.resolve(user !== undefined);
  }
  unlink(): Promise<boolean> {
    return Promise.resolve(false);
  }
  noteUse(tokenHash: string, at: string): Promise<void> {
    return this.change(tokenHash, { usedAt: at });
  }
  async claimRefresh(tokenHash: string, seenAt: string, at: string): Promise<boolean> {
    if (this.sessions.get(tokenHash)?.confirmedAt !== seenAt) return false;
    await this.change(tokenHash, { confirmedAt: at });
    return true;
  }
  async refresh(user: User, tokenHash: string, sealedRefreshToken: string | null): Promise<void> {
    this.users.set(user.id, user);
    await this.change(tokenHash, { sealedRefreshToken });
  }
  endSession(tokenHash: string): Promise<string | undefined> {
    const userId = this.sessions.get(tokenHash)?.userId;
    this.sessions.delete(tokenHash);
    return Promise.resolve(userId);
  }
  removeEnded(): Promise<void> {
    return Promise.resolve();
  }

  private change(tokenHash: string, change: Partial<UserSession>): Promise<void> {
    const known = this.sessions.get(tokenHash);
    if (known !== undefined) this.sessions.set(tokenHash, { ...known, ...change });
    return Promise.resolve();
  }
}

/** Secrets that can be read: `token-1` has the hash `hash of token-1`. */
export class PlainSessionSecrets extends SessionSecrets {
  private made = 0;

  make(): { readonly token: string; readonly hash: string } {
    const token = `token-${++this.made}`;
    return { token, hash: `hash of ${token}` };
  }
  hashOf(token: string): string | undefined {
    return token.startsWith('token-') ? `hash of ${token}` : undefined;
  }
  csrfTokenOf(token: string): string {
    return `csrf of ${token}`;
  }
  userIdOf(issuer: string, subject: string): string {
    return `user of ${subject} at ${issuer}`;
  }
  seal(text: string): string {
    return `sealed ${text}`;
  }
  unseal(sealed: string): string | undefined {
    return /^sealed (.*)$/su.exec(sealed)?.[1];
  }
  sealFor(token: string, text: string): string {
    return `for ${token}: ${text}`;
  }
  unsealFor(token: string, sealed: string): string | undefined {
    return sealed.startsWith(`for ${token}: `) ? sealed.slice(`for ${token}: `.length) : undefined;
  }
}

/** A provider that answers what a spec sets. */
export class FakeProvider extends IdentityProvider {
  readonly isConfigured = true;
  identity: Identity | undefined;
  refreshes = 0;
  failure: Error | undefined;

  begin(): Promise<{ readonly url: string; readonly pending: PendingSignIn }> {
    const pending = { state: 'state', nonce: 'nonce', codeVerifier: 'verifier' };
    return Promise.resolve({ url: 'https://login.example/authorize', pending });
  }
  complete(): Promise<Identity> {
    return this.identity === undefined ? Promise.reject(new Error('nobody')) : Promise.resolve(this.identity);
  }
  refresh(): Promise<Identity | undefined> {
    this.refreshes++;
    return this.failure === undefined ? Promise.resolve(this.identity) : Promise.reject(this.failure);
  }
  signOutUrl(): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }
}

interface RightsSettings {
  readonly exact?: boolean;
  readonly any?: () => Promise<boolean>;
}

export function callerRights(
  users: UserStore,
  clock: ExpiryClock,
  { exact = false, any = () => Promise.resolve(false) }: RightsSettings = {},
): CallerRights {
  return new CallerRights(users, LIMITS, clock, { exact }, { any });
}

export function recogniseSession(users: UserStore, clock: ExpiryClock, provider: IdentityProvider): RecogniseSession {
  const secrets = new PlainSessionSecrets();
  const groups = new RefreshGroups(users, provider, secrets);
  return new RecogniseSession(users, secrets, callerRights(users, clock), groups, LIMITS, clock);
}

/** Access tokens of this text: `staff@09:00` says that Minji has the group staff, since that time of the first day. */
class PlainAccessTokens extends AccessTokens {
  verify(token: string): Promise<TokenStatement> {
    const [, group, time] = /^(\w*)@(\d\d:\d\d)$/u.exec(token) ?? [];
    if (group === undefined) return Promise.reject(new InvalidTokenError());
    const person = {
      issuer: 'https://login.example',
      subject: 's1',
      name: 'Minji',
      email: undefined,
      userNames: [],
      linkId: 's1',
    };
    const issuedAt = new Date(`${START.slice(0, 11)}${time}:00.000Z`);
    return Promise.resolve({ ...person, groups: group === '' ? undefined : [group], issuedAt });
  }
}

export function recogniseAccessToken(users: UserStore, clock: ExpiryClock): RecogniseAccessToken {
  const secrets = new PlainSessionSecrets();
  const rights = callerRights(users, clock);
  return new RecogniseAccessToken(new PlainAccessTokens(), users, secrets, rights, clock);
}
