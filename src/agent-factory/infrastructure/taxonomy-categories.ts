import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { NotFoundError, TryLaterError } from '../../shared/domain/domain-error.js';
import { TaxonomyReader } from '../../taxonomy/application/taxonomy-reader.js';
import { CategoryCheck, KnownCategories } from '../domain/agent.js';

/** The taxonomy feature as the agents' category tree. */
@Injectable()
export class TaxonomyCategories extends KnownCategories {
  constructor(private readonly taxonomy: TaxonomyReader) {
    super();
  }

  async check(version: string, paths: readonly CategoryPath[], filter: CategoryFilter): Promise<CategoryCheck> {
    try {
      return { missing: await this.taxonomy.missing(version, paths, filter) };
    } catch (error) {
      if (error instanceof NotFoundError) return { unchecked: 'unknown-version' };
      if (error instanceof TryLaterError) return { unchecked: 'taxonomy-away' };
      throw error;
    }
  }
}
