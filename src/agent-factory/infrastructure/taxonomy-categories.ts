import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { FindMissingCategories } from '../../taxonomy/application/find-missing-categories.js';
import { KnownCategories } from '../domain/known-categories.js';

/** The taxonomy feature as the agents' category tree. */
@Injectable()
export class TaxonomyCategories extends KnownCategories {
  constructor(private readonly missingCategories: FindMissingCategories) {
    super();
  }

  async missing(
    version: string,
    paths: readonly CategoryPath[],
    filter: CategoryFilter,
  ): Promise<readonly CategoryPath[] | undefined> {
    try {
      return await this.missingCategories.execute(version, paths, filter);
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }
}
