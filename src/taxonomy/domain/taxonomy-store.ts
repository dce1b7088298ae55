import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Lineage } from './lineage.js';
import { Placement } from './placement.js';
import { ActiveTaxonomy, TaxonomyDiff, TaxonomyVersion, TaxonomyVersionSummary } from './taxonomy-version.js';

/** Port: reading versions and the places of documents. As a DI token it reads what is committed. */
export abstract class TaxonomyRecords {
  /** Undefined only before the first start has ended. */
  abstract active(): Promise<ActiveTaxonomy | undefined>;
  abstract version(name: string): Promise<TaxonomyVersion | undefined>;
  /** Whether a document that the filter admits is at or below a path in the active version. */
  abstract holdsDocuments(path: CategoryPath, filter: CategoryFilter): Promise<boolean>;
  /** Undefined for an unknown version, and before there is an active one. */
  abstract lineage(version: string): Promise<Lineage | undefined>;
  /**
   * Versions with their numbers in the order of creation, newest first.
   * @param before number of the version after which the list begins, 0 for the newest
   */
  abstract list(
    before: number,
    limit: number,
  ): Promise<readonly { readonly number: number; readonly summary: TaxonomyVersionSummary }[]>;
}

/** Port: writing. Every call belongs inside a Transaction. */
export abstract class TaxonomyStore {
  /** Reads that include the writes of the open transaction. */
  abstract readonly uncommitted: TaxonomyRecords;
  abstract insert(version: TaxonomyVersion, diff: TaxonomyDiff): Promise<void>;
  /** Stores the current path of every row as its path in the version that becomes inactive. */
  abstract keepPlaces(version: string): Promise<void>;
  /** Shows rows, and with them all their documents, under their `path`. */
  abstract place(moves: readonly Placement[], yieldIfDue: () => Promise<void>): Promise<void>;
  abstract setActive(active: ActiveTaxonomy): Promise<void>;
}
