import { Injectable } from '@nestjs/common';
import { ANONYMOUS_ID } from '../../../access/domain/caller.js';
import { Environment, isLoopback } from '../../../config/environment.js';
import { administers, CurrentRights } from '../../../shared/domain/current-rights.js';
import { OwnerDirectory, TargetRights } from '../domain/test-target.js';

const NONE: TargetRights = { mayUse: () => false, mayNameAddresses: false };

/** The permissions of keys. */
@Injectable()
export class AccessOwnerDirectory extends OwnerDirectory {
  constructor(
    private readonly rights: CurrentRights,
    private readonly environment: Environment,
  ) {
    super();
  }

  async rightsOf(owner: string): Promise<TargetRights> {
    const rights = await this.rights.of(owner);
    if (rights === undefined) return NONE;
    // Without keys everyone has all scopes, also from other hosts if ALLOW_ANONYMOUS admits them.
    const isTrusted = owner !== ANONYMOUS_ID || isLoopback(this.environment.HOST);
    // A key that is limited to some categories does not administer the service, so it may not send the service's secrets anywhere.
    return { mayUse: (scope) => rights.mayUse(scope), mayNameAddresses: administers(rights) && isTrusted };
  }
}
