import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CurrentRights, OwnerRights } from '../../shared/domain/current-rights.js';
import { hasExpired, AdminKey } from '../domain/api-key.js';
import { ADMIN_ID, ANONYMOUS_ID, Caller, mayUse } from '../domain/caller.js';
import { KeyStore } from '../domain/key-store.js';
import { CallerRights } from './caller-rights.js';
import { ExpiryClock } from './expiry-clock.js';

const EVERYTHING: OwnerRights = { filter: UNRESTRICTED, mayUse: () => true };

/**
 * The current rights of an owner. Each call reads the store, so that a revocation is effective in every process. A
 * rotation has no effect: the key keeps its id.
 */
@Injectable()
export class ResolveOwner extends CurrentRights {
  constructor(
    private readonly store: KeyStore,
    private readonly adminKey: AdminKey,
    private readonly rights: CallerRights,
    private readonly clock: ExpiryClock,
  ) {
    super();
  }

  async of(owner: string): Promise<OwnerRights | undefined> {
    // Access to the configuration means administrator, on the command line too.
    if (owner === ADMIN_ID) return EVERYTHING;
    // If keys are required, no caller is anonymous.
    if (owner === ANONYMOUS_ID) return this.adminKey.required ? undefined : EVERYTHING;
    const caller = await this.callerWith(owner);
    return caller && { filter: caller.filter, mayUse: (scope) => mayUse(caller, scope) };
  }

  private async callerWith(owner: string): Promise<Caller | undefined> {
    const key = await this.store.find(owner);
    if (key === undefined) return this.rights.ofUserId(owner);
    return hasExpired(key, await this.clock.now()) ? undefined : this.rights.ofKey(key);
  }
}
