import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Page } from '../../shared/domain/page.js';
import { TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { TaxonomyTree } from './read-taxonomy-tree.js';

/** The mark of an answer that could not ask the taxonomy service. */
export const TAXONOMY_MARK = 'taxonomy';

/** Where an answer about the taxonomy comes from. */
export interface Provenance {
  /** `own` is the store of this server, `service` the one of TAXONOMY_BASE. */
  readonly source: 'own' | 'service';
  readonly degraded: readonly string[];
  /** Seconds since the service told it. */
  readonly ageS?: number;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A path that is no category of a version; documents may stand there all the same where another service keeps the tree. */
export interface MissingCategory {
  readonly path: CategoryPath;
  readonly holdsDocuments: boolean;
  /** The category that resembles it most, of those that the caller may see. */
  readonly meant?: CategoryPath | undefined;
}

/** The taxonomy for everybody who reads it: the own one, or that of an external service. */
export abstract class TaxonomyReader {
  /** The active version. @throws DomainError (not ready) before there is one */
  abstract current(): Promise<string>;
  /** Marks for answers that name the version. */
  abstract degraded(): readonly string[];
  /** Newest first. @throws InvalidInputError for a cursor that no page gave out */
  abstract versions(request: PageRequest): Promise<Page<TaxonomyVersionSummary> & Provenance>;
  /**
   * @param version SemVer, or `current`
   * @throws NotFoundError for a version that does not exist
   */
  abstract tree(version: string, filter: CategoryFilter): Promise<TaxonomyTree & Provenance>;
  /**
   * @param paths valid category paths, each inside the filter
   * @throws NotFoundError for a version that does not exist
   */
  abstract missing(
    version: string,
    paths: readonly CategoryPath[],
    filter: CategoryFilter,
  ): Promise<readonly MissingCategory[]>;
  /** @throws DomainError (not available) where the tree is kept elsewhere */
  abstract assertWritable(): void;
}
