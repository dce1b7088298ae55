import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { AdminKey } from '../domain/admin-key.js';
import { callerOf } from '../domain/api-key.js';
import { ADMIN_ID, ANONYMOUS_ID, Caller, SCOPES } from '../domain/caller.js';
import { GroupsInUse, statisticsRule } from '../domain/groups-in-use.js';
import { StatisticsSetting } from '../domain/statistics-setting.js';
import { RecogniseKey } from './recognise-key.js';

const ALL_SCOPES = new Set(SCOPES);
const ANONYMOUS: Caller = { id: ANONYMOUS_ID, scopes: ALL_SCOPES, filter: UNRESTRICTED };
const ADMIN: Caller = { id: ADMIN_ID, scopes: ALL_SCOPES, filter: UNRESTRICTED };

/**
 * Authenticates the caller. Without authentication every caller is `anonymous` with all scopes; startup allows that on
 * loopback only.
 */
@Injectable()
export class Authenticate {
  constructor(
    private readonly adminKey: AdminKey,
    private readonly keys: RecogniseKey,
    private readonly statistics: StatisticsSetting,
    private readonly groups: GroupsInUse,
  ) {}

  /** @throws DomainError (401) if keys are required and the key is missing, unknown or expired */
  async authenticate(secret: string | undefined): Promise<Caller> {
    if (!this.adminKey.required) return ANONYMOUS;
    if (secret !== undefined && this.adminKey.matches(secret)) return ADMIN;
    const key = secret === undefined ? undefined : await this.keys.recognise(secret);
    if (key !== undefined) return callerOf(key, await statisticsRule(key, this.statistics, this.groups));
    const what = secret === undefined ? 'This route needs a key' : 'This key is not known';
    throw new DomainError('unauthorised', 'unauthorised', `${what}; send it as X-API-Key or as Authorization: Bearer.`);
  }

  /** Whether a secret is known to be valid from the cache; false also if it needs the slow check first. Never slow. */
  isKnown(secret: string): boolean {
    return this.adminKey.required && (this.adminKey.matches(secret) || this.keys.isRemembered(secret));
  }

  /** Whether requests need a key. */
  get isRequired(): boolean {
    return this.adminKey.required;
  }

  /** The prefix of a secret if a key has it, without the slow check. */
  prefixInUse(secret: string): Promise<string | undefined> {
    return this.keys.prefixInUse(secret);
  }
}
