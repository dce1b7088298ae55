import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CurrentRights, OwnerRights } from '../../shared/domain/current-rights.js';
import { AdminKey } from '../domain/admin-key.js';
import { callerOf, hasExpired } from '../domain/api-key.js';
import { ADMIN_ID, ANONYMOUS_ID, mayUse } from '../domain/caller.js';
import { KeyStore } from '../domain/key-store.js';
import { GroupsInUse, statisticsRule } from '../domain/groups-in-use.js';
import { StatisticsSetting } from '../domain/statistics-setting.js';
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
    private readonly statistics: StatisticsSetting,
    private readonly clock: ExpiryClock,
    private readonly groups: GroupsInUse,
  ) {
    super();
  }

  async of(owner: string): Promise<OwnerRights | undefined> {
    // Access to the configuration means administrator, on the command line too.
    if (owner === ADMIN_ID) return EVERYTHING;
    // If keys are required, no caller is anonymous.
    if (owner === ANONYMOUS_ID) return this.adminKey.required ? undefined : EVERYTHING;
    const key = await this.store.find(owner);
    if (key === undefined || hasExpired(key, await this.clock.now())) return undefined;
    const caller = callerOf(key, await statisticsRule(key, this.statistics, this.groups));
    return { filter: caller.filter, mayUse: (scope) => mayUse(caller, scope) };
  }
}
