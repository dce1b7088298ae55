import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { Case } from '../domain/case.js';
import { CaseIndex } from '../domain/case-index.js';
import { CaseStore, CaseTransaction } from '../domain/case-store.js';
import { ShowCases } from './show-cases.js';

/** Operations of a use case inside one transaction. */
export interface CaseBatch {
  /** A case as the transaction sees it; one that is withheld from a caller who sees a part does not exist for him. */
  current(caseId: string, filter: CategoryFilter): Promise<Case | undefined>;
  /** The id for a new case that the caller wants to have this one. */
  freeId(caseId: string, filter: CategoryFilter): Promise<string>;
  put(one: Case): Promise<void>;
  remove(caseId: string): Promise<void>;
}

/**
 * The only way to change cases: first the store, in one transaction, then the index, then the response to the caller.
 */
@Injectable()
export class WriteCases {
  constructor(
    private readonly store: CaseStore,
    private readonly transaction: CaseTransaction,
    private readonly index: CaseIndex,
    private readonly clock: Clock,
    private readonly showCases: ShowCases,
  ) {}

  /** All writes of `work` are stored, or none. */
  async run<T>(work: (batch: CaseBatch) => Promise<T>): Promise<T> {
    const changes: ((index: CaseIndex) => void)[] = [];
    const value = await this.transaction.run(() =>
      work({
        current: (caseId, filter) => this.store.current(caseId, filter, (one) => this.showCases.isHidden(one, filter)),
        freeId: (caseId, filter) => this.store.freeId(caseId, filter),
        put: async (one) => {
          await this.store.put(one);
          changes.push((index) => index.put(one));
        },
        remove: async (caseId) => {
          await this.store.remove(caseId);
          changes.push((index) => index.remove(caseId));
        },
      }),
    );
    for (const change of changes) change(this.index);
    if (changes.length > 0) await this.index.settled();
    return value;
  }

  /** ISO 8601. */
  now(): string {
    return this.clock.now().toISOString();
  }
}
