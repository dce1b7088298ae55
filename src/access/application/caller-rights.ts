import { Injectable } from '@nestjs/common';
import {
  ApiKey,
  callerOf,
  tokenCaller,
  visibleTo,
  visibleToToken,
  StatisticsSetting,
  GroupsInUse,
  statisticsRule,
} from '../domain/api-key.js';
import { Caller } from '../domain/caller.js';
import { grantOf, MappingRule, UserGrant } from '../domain/group-mapping.js';
import { UserStore, UserWithMapping } from '../domain/user-store.js';
import { mayActAlone, SignInLimits } from '../domain/user.js';
import { ExpiryClock } from './expiry-clock.js';

/** The rights of keys and people at this moment. Nothing is cached: a change of the mapping is effective from the next request. */
@Injectable()
export class CallerRights {
  constructor(
    private readonly users: UserStore,
    private readonly limits: SignInLimits,
    private readonly clock: ExpiryClock,
    private readonly statistics: StatisticsSetting,
    private readonly groups: GroupsInUse,
  ) {}

  /** @returns undefined for a personal token whose owner may no longer act, and for a key whose maker has ended */
  async ofKey(key: ApiKey): Promise<Caller | undefined> {
    if (key.owner === undefined) {
      if (await this.hasEnded(key)) return undefined;
      return callerOf(key, await statisticsRule(visibleTo(key), this.statistics, this.groups));
    }
    const owner = await this.grantOfOwner(key.owner);
    if (owner === undefined) return undefined;
    return tokenCaller(key, owner, await statisticsRule(visibleToToken(key, owner), this.statistics, this.groups));
  }

  /** Whether a key ended with its person: the owner of a personal token may no longer act, or the maker's access was ended. */
  async hasEnded({ owner, createdBy }: ApiKey): Promise<boolean> {
    const person = owner ?? createdBy;
    if (person === undefined) return false;
    const found = await this.users.find(person);
    if (found === undefined) return true;
    return owner === undefined ? found.user.deactivatedAt !== null : !(await this.mayAct(found));
  }

  ofUser({ user, mapping }: UserWithMapping): Promise<Caller> {
    return this.ofMember(user.id, user.providerGroups, mapping.rules);
  }

  /** A person of these groups at the provider, by these rules. */
  async ofMember(id: string, providerGroups: readonly string[], rules: readonly MappingRule[]): Promise<Caller> {
    const grant = grantOf(providerGroups, rules);
    const rule = await statisticsRule(visibleTo(grant), this.statistics, this.groups);
    return callerOf({ id, ...grant }, rule);
  }

  /** For work without a session. @returns undefined for an unknown user, and for one who may no longer act */
  async ofUserId(userId: string): Promise<Caller | undefined> {
    const found = await this.users.find(userId);
    return found !== undefined && (await this.mayAct(found)) ? this.ofUser(found) : undefined;
  }

  /** What a user may give to a personal token. @returns undefined for a user who may no longer act */
  async grantOfOwner(userId: string): Promise<UserGrant | undefined> {
    const found = await this.users.find(userId);
    if (found === undefined || !(await this.mayAct(found))) return undefined;
    return grantOf(found.user.providerGroups, found.mapping.rules);
  }

  private async mayAct({ user }: UserWithMapping): Promise<boolean> {
    return mayActAlone(user, this.limits, await this.clock.now());
  }
}
