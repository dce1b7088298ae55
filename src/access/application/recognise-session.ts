import { Injectable, Logger } from '@nestjs/common';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { Caller } from '../domain/caller.js';
import { SessionOfUser, SessionSecrets, UserStore } from '../domain/user-store.js';
import { hasEnded, isActive, SignInLimits } from '../domain/user.js';
import { CallerRights } from './caller-rights.js';
import { ExpiryClock } from './expiry-clock.js';
import { RefreshGroups } from './refresh-groups.js';

/** A use is stored only if the last stored one is older than this: a read must not become a write. */
const NOTE_USE_EVERY_MS = 60_000;

/** Finds the person of a session. Every request reads the store, so that a session that ends is refused from the next request on. */
@Injectable()
export class RecogniseSession {
  private readonly logger = new Logger('access');

  constructor(
    private readonly users: UserStore,
    private readonly secrets: SessionSecrets,
    private readonly rights: CallerRights,
    private readonly groups: RefreshGroups,
    private readonly limits: SignInLimits,
    private readonly clock: ExpiryClock,
  ) {}

  /** @returns undefined for a token without a session, and for a session that has ended */
  async recognise(token: string): Promise<Caller | undefined> {
    const hash = this.secrets.hashOf(token);
    const found = hash === undefined ? undefined : await this.users.withSession(hash);
    if (found === undefined || !isActive(found.user, this.limits)) return undefined;
    const now = await this.clock.now();
    if (hasEnded(found.session, this.limits, now)) return undefined;
    const current = await this.groups.refresh(token, found, now);
    if (current === undefined) return undefined;
    this.noteUse(current, now);
    const { name, email, providerGroups } = current.user;
    const signedIn = { name, email, providerGroups, csrfToken: this.secrets.csrfTokenOf(token) };
    return { ...(await this.rights.ofUser(current)), signedIn };
  }

  /** Which of these tokens have no session any more. Reads the store, so that another process may have ended them. */
  async endedOf(tokens: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (tokens.size === 0) return tokens;
    const now = await this.clock.now();
    const isOpen = async (token: string): Promise<boolean> => {
      const hash = this.secrets.hashOf(token);
      const found = hash === undefined ? undefined : await this.users.withSession(hash);
      return found !== undefined && isActive(found.user, this.limits) && !hasEnded(found.session, this.limits, now);
    };
    const ended = new Set<string>();
    for (const token of tokens) if (!(await isOpen(token))) ended.add(token);
    return ended;
  }

  /** Bookkeeping: no request waits for it or fails with it. */
  private noteUse({ session: { tokenHash, usedAt } }: SessionOfUser, now: Date): void {
    if (now.getTime() - Date.parse(usedAt) < NOTE_USE_EVERY_MS) return;
    Promise.resolve()
      .then(() => this.users.noteUse(tokenHash, now.toISOString()))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'failed to store the last use of a session'));
  }
}

/** Ends a session of a browser. */
@Injectable()
export class SignOut {
  constructor(
    private readonly users: UserStore,
    private readonly secrets: SessionSecrets,
    private readonly audit: AuditTrail,
  ) {}

  async signOut(token: string): Promise<void> {
    const hash = this.secrets.hashOf(token);
    const caller = hash === undefined ? undefined : await this.users.endSession(hash);
    if (caller !== undefined)
      await this.audit.record({ action: 'sign_out', question: null, shown: [], detail: null, caller });
  }
}
