import { Injectable } from '@nestjs/common';
import { TaxonomyReader } from '../../taxonomy/application/taxonomy-reader.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Categories } from '../domain/tool-sources.js';

interface Node {
  readonly path: CategoryPath;
  readonly children: readonly Node[];
}

function* pathsOf(nodes: readonly Node[]): Generator<CategoryPath> {
  for (const { path, children } of nodes) {
    yield path;
    yield* pathsOf(children);
  }
}

/** The categories of the current version. */
@Injectable()
export class TaxonomyCategories extends Categories {
  constructor(private readonly taxonomy: TaxonomyReader) {
    super();
  }

  async list(filter: CategoryFilter): Promise<readonly CategoryPath[]> {
    const { nodes } = await this.taxonomy.tree('current', filter);
    return [...pathsOf(nodes)];
  }
}
