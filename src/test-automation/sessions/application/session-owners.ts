import { Injectable } from '@nestjs/common';
import { CategoryFilter, covers } from '../../../shared/domain/category-filter.js';
import { CurrentRights, OwnerEndedError } from '../../../shared/domain/current-rights.js';
import { filterOf } from '../../domain/session-scope.js';
import { TestSession } from '../domain/test-session.js';

/** Ends sessions and schedules together with the key that owns them. */
@Injectable()
export class SessionOwners {
  constructor(private readonly rights: CurrentRights) {}

  /** Categories that the owner may see, while the key is valid and may run sessions; otherwise undefined. */
  async filterOf(owner: string): Promise<CategoryFilter | undefined> {
    const rights = await this.rights.of(owner);
    return rights?.mayUse('test') === true ? rights.filter : undefined;
  }

  /**
   * Called before each unit, in every process that asks one.
   * @throws OwnerEndedError if the key was revoked, has expired, may run no sessions, or sees less than the session
   */
  async assertValid({ owner, request }: Pick<TestSession, 'owner' | 'request'>): Promise<void> {
    const filter = await this.filterOf(owner);
    if (filter === undefined || !covers(filter, filterOf(request.scope))) throw new OwnerEndedError(owner);
  }
}
