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
  /** Id after which the page begins; empty for the start. */
  readonly after: string;
  readonly limit: number;
  /** Only cases that quote documents. */
  readonly isQuoting?: boolean;
}

export type HiddenCase = (one: Case) => Promise<boolean>;
export const NONE_HIDDEN: HiddenCase = () => Promise.resolve(false);

/**
 * Stored cases. Every reading method takes the caller's filter, and sees committed data: cases of its categories, without those of an author
 * who sees more.
 */
export abstract class CaseStore {
  /**
   * The case with this id for a caller: the case that has the id, otherwise the case that the caller stored under it
   * (see `freeId`). Its own `caseId` may therefore differ.
   * @param isHidden whether a case does not exist for the caller although its category does; such a case is passed over
   */
  abstract find(caseId: string, filter: CategoryFilter, isHidden?: HiddenCase): Promise<Case | undefined>;
  /** The same within the open transaction. */
  abstract current(caseId: string, filter: CategoryFilter, isHidden?: HiddenCase): Promise<Case | undefined>;
  /**
   * The id for a new case with a requested id. Callers who see every category get the requested id, if no hidden case has
   * it. Others get an id derived from it, so that the result discloses nothing about cases that they may not see. Call inside a
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

/** Progress of the sample cases: an interrupted load resumes, and a store with the user's own cases is not changed. */
export abstract class SampleCaseState {
  abstract read(): Promise<'none' | 'started' | 'done'>;
  abstract write(state: 'started' | 'done'): Promise<void>;
}

/** SHA-256 of the imported files of the specification's own program. */
export abstract class LegacyImports {
  abstract has(digest: string): Promise<boolean>;
  abstract add(digest: string): Promise<void>;
}
