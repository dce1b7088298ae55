import { CategoryPath } from '../../shared/domain/category-path.js';
import { TaxonomyVersionSummary } from './taxonomy-version.js';

/** A version's category tree as an external taxonomy service tells it. */
export interface ServedTree {
  /** SemVer 2.0.0 without build metadata. */
  readonly version: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Every category, in display case, parents too. */
  readonly categories: readonly CategoryPath[];
}

/** What the service told, and since when that is known. */
export interface Cached<T> {
  readonly value: T;
  /** Seconds since it was told. */
  readonly ageS: number;
  /** Whether the service is away, so that this is only what it told last. */
  readonly isStale: boolean;
}

/** Port: an external service that keeps the taxonomy. What it told is remembered, so that its absence stops nobody. */
export abstract class TaxonomyService {
  /** The tree of the active version as it is known now, without waiting; undefined while the service has never answered. */
  abstract current(): Cached<ServedTree> | undefined;
  /** @throws NotFoundError for a version that the service does not have, TryLaterError when it is away and the version is not remembered */
  abstract tree(version: string): Promise<Cached<ServedTree>>;
  /** Newest first. @throws TryLaterError when the service is away and has never told its versions */
  abstract versions(): Promise<Cached<readonly TaxonomyVersionSummary[]>>;
}
