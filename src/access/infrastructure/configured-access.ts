import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { StatisticsSetting, AdminKey } from '../domain/api-key.js';
import { SignInLimits } from '../domain/user.js';
import { createHash, timingSafeEqual } from 'node:crypto';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

@Injectable()
export class ConfiguredStatistics extends StatisticsSetting {
  readonly exact: boolean;

  constructor(environment: Environment) {
    super();
    this.exact = environment.SCOPED_STATISTICS === 'exact';
  }
}

@Injectable()
export class ConfiguredSignInLimits extends SignInLimits {
  readonly issuer: string | undefined;
  readonly sessionMs: number;
  readonly idleMs: number;
  readonly groupsMs: number;

  constructor({ OIDC_ISSUER, OIDC_SESSION_HOURS, OIDC_SESSION_IDLE_MINUTES, OIDC_GROUPS_DAYS }: Environment) {
    super();
    this.issuer = OIDC_ISSUER;
    this.sessionMs = OIDC_SESSION_HOURS * HOUR_MS;
    this.idleMs = OIDC_SESSION_IDLE_MINUTES * MINUTE_MS;
    this.groupsMs = OIDC_GROUPS_DAYS * DAY_MS;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

@Injectable()
export class ConfiguredAdminKey extends AdminKey {
  readonly required: boolean;
  private readonly expected: Buffer | undefined;

  constructor(environment: Environment) {
    super();
    this.required = environment.AUTH_MODE === 'api-key';
    this.expected = environment.ADMIN_API_KEY === undefined ? undefined : digest(environment.ADMIN_API_KEY);
  }

  /** Digests have equal length, so that the comparison discloses nothing about the key. */
  matches(key: string): boolean {
    return this.expected !== undefined && timingSafeEqual(digest(key), this.expected);
  }
}
