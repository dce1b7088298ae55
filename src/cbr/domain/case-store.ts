import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Page } from '../../shared/domain/page.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { Case } from './case.js';

/** DI token: the transaction of the case base's own file. */
export abstract class CaseTransaction extends Transaction {}

export interface CasePageQuery {
  readonly filter: CategoryFilter;
  /** Only cases of exactly this category. */
  readonly category: CategoryPath | undefined;
  /** Id behind which the page begins; empty at the start. */
  readonly after: string;
  readonly limit: number;
}

/** Keeps the cases. Every way to read takes the caller's filter, and sees what is committed. */
export abstract class CaseStore {
  /**
   * The case that a caller means by this id: the one that has it, else the one that the caller stored under it (see `freeId`). Its own
   * `caseId` may therefore be another.
   */
  abstract find(caseId: string, filter: CategoryFilter): Promise<Case | undefined>;
  /** The same as the open transaction sees it. */
  abstract current(caseId: string, filter: CategoryFilter): Promise<Case | undefined>;
  /**
   * The id under which to keep a new case that a caller wants to have this one. Callers who see everything get it as it is; others
   * get one of their own made of it, so that nothing tells them whether a case that they may not see has it. Call inside a
   * CaseTransaction, after `current` found nothing.
   */
  abstract freeId(caseId: string, filter: CategoryFilter): Promise<string>;
  /** Those of the ids that are there and inside the filter, in no order. */
  abstract findMany(caseIds: readonly string[], filter: CategoryFilter): Promise<readonly Case[]>;
  /** In the order in which they were first stored. */
  abstract page(query: CasePageQuery): Promise<Page<Case>>;
  /** Inserts or replaces by id, every field as given. Call inside a CaseTransaction. */
  abstract put(one: Case): Promise<void>;
  /** Removes a case and takes it out of logs; a log that suggested it alone goes with it. Call inside a CaseTransaction. */
  abstract remove(caseId: string): Promise<void>;
  /** All cases, in batches, for building an index. */
  abstract all(batch: number): AsyncIterable<readonly Case[]>;
  abstract count(): Promise<number>;
}

/** How far the sample cases are: a load that was interrupted goes on, a store of the user's own is left alone. */
export abstract class SampleCaseState {
  abstract read(): Promise<'none' | 'started' | 'done'>;
  abstract write(state: 'started' | 'done'): Promise<void>;
}

/** Which files of the specification's own program were taken over, by the SHA-256 of their bytes. */
export abstract class LegacyImports {
  abstract has(digest: string): Promise<boolean>;
  abstract add(digest: string): Promise<void>;
}
