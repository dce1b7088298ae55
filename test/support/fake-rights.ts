import { CategoryFilter, UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { CurrentRights, OwnerRights } from '../../src/shared/domain/current-rights.js';

/** Every owner is valid and may do everything. */
export class AllValid extends CurrentRights {
  of(): Promise<OwnerRights | undefined> {
    return Promise.resolve({ filter: UNRESTRICTED, mayUse: () => true });
  }
}

/** Rights that a spec sets. */
export class SettableRights extends CurrentRights {
  readonly ended = new Set<string>();
  filter: CategoryFilter = UNRESTRICTED;
  /** Scopes that no owner has. */
  readonly lost = new Set<string>();

  of(owner: string): Promise<OwnerRights | undefined> {
    if (this.ended.has(owner)) return Promise.resolve(undefined);
    return Promise.resolve({ filter: this.filter, mayUse: (scope) => !this.lost.has(scope) });
  }
}
