import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { categoryTree, CategoryTreeNode } from '../domain/category-tree.js';
import { placementsOf } from '../domain/lineage.js';
import { TaxonomyRecords } from '../domain/taxonomy-store.js';
import { CURRENT } from '../domain/taxonomy-version.js';

export interface TaxonomyTree {
  readonly version: string;
  readonly createdAt: string;
  readonly nodes: readonly CategoryTreeNode[];
}

@Injectable()
export class ReadTaxonomyTree {
  constructor(private readonly records: TaxonomyRecords) {}

  /**
   * The categories of a version with the documents of today.
   * @param version SemVer, or `current`
   * @throws NotFoundError for a version that does not exist
   */
  async read(version: string, filter: CategoryFilter): Promise<TaxonomyTree> {
    const wanted = version === CURRENT ? (await this.records.active())?.version : version;
    const lineage = wanted === undefined ? undefined : await this.records.lineage(wanted);
    if (lineage === undefined) throw new NotFoundError('taxonomy version', version);
    const { version: name, createdAt, categories } = lineage.version;
    return { version: name, createdAt, nodes: categoryTree({ categories, placements: placementsOf(lineage) }, filter) };
  }
}
