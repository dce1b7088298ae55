import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Page } from '../../shared/domain/page.js';
import { TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { TaxonomyTree } from './read-taxonomy-tree.js';

/** The `degraded` value of an answer without the taxonomy service. */
export const TAXONOMY_MARK = 'taxonomy';

/** The source of an answer about the taxonomy. */
export interface Provenance {
  /** `own` is the store of this server, `service` the service of TAXONOMY_BASE. */
  readonly source: 'own' | 'service';
  readonly degraded: readonly string[];
  /** Seconds since the service returned it. */
  readonly ageS?: number;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A path that is not a category of a version; it may still hold documents if another service keeps the tree. */
export interface MissingCategory {
  readonly path: CategoryPath;
  readonly holdsDocuments: boolean;
  /** The most similar category that the caller may see. */
  readonly meant?: CategoryPath | undefined;
}

/** Port: read access to the taxonomy, of this server or of an external service. */
export abstract class TaxonomyReader {
  /** The active version. @throws DomainError (not ready) before there is one */
  abstract current(): Promise<string>;
  /** Fields of answers that name the version. */
  abstract degraded(): readonly string[];
  /** Newest first. @throws InvalidInputError for a cursor that no page returned */
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
  /** @throws DomainError (not available) if another service keeps the tree */
  abstract assertWritable(): void;
}
