import { CategoryPath } from '../../shared/domain/category-path.js';
import { TaxonomyVersionSummary } from './taxonomy-version.js';

/** The category tree of a version, from an external taxonomy service. */
export interface ServedTree {
  /** SemVer 2.0.0 without build metadata. */
  readonly version: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Every category, in display case, parents too. */
  readonly categories: readonly CategoryPath[];
}

/** A value from the service, and its age. */
export interface Cached<T> {
  readonly value: T;
  /** Seconds since the service returned it. */
  readonly ageS: number;
  /** Whether the service is unavailable, so that this is only its last value. */
  readonly isStale: boolean;
}

/** Port: an external service that keeps the taxonomy. Its answers are cached, so the server works without it. */
export abstract class TaxonomyService {
  /** The cached tree of the active version, without waiting; undefined while the service has never answered. */
  abstract current(): Cached<ServedTree> | undefined;
  /**
   * @throws NotFoundError for a version that the service does not have, TryLaterError when it is unavailable and the version is not cached
   */
  abstract tree(version: string): Promise<Cached<ServedTree>>;
  /**
   * Newest first.
   * @throws TryLaterError when the service is unavailable and has never returned its versions
   */
  abstract versions(): Promise<Cached<readonly TaxonomyVersionSummary[]>>;
}
