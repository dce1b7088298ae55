import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Page, decodeCursor, encodeCursor } from '../../shared/domain/page.js';
import { categoryMeant } from '../domain/categories-by-name.js';
import { TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { CurrentTaxonomy } from './current-taxonomy.js';
import { FindMissingCategories } from './find-missing-categories.js';
import { ReadTaxonomyTree, TaxonomyTree } from './read-taxonomy-tree.js';
import { MissingCategory, PageRequest, Provenance, TaxonomyReader } from './taxonomy-reader.js';
import { TaxonomyRecords } from '../domain/taxonomy-store.js';

@Injectable()
export class ListTaxonomyVersions {
  constructor(private readonly records: TaxonomyRecords) {}

  /** Newest first. @throws InvalidInputError for a cursor that no page returned */
  async list(request: {
    readonly limit: number;
    readonly cursor: string | undefined;
  }): Promise<Page<TaxonomyVersionSummary>> {
    // One more than requested shows whether there is a next page.
    const found = await this.records.list(decodeCursor(request.cursor), request.limit + 1);
    const shown = found.slice(0, request.limit);
    const last = shown.at(-1);
    const nextCursor = found.length > shown.length && last !== undefined ? encodeCursor(last.number) : null;
    return { items: shown.map((item) => item.summary), nextCursor };
  }
}

const OWN: Provenance = { source: 'own', degraded: [] };

/** The taxonomy in the store of this server. */
@Injectable()
export class OwnTaxonomy extends TaxonomyReader {
  constructor(
    private readonly active: CurrentTaxonomy,
    private readonly list: ListTaxonomyVersions,
    private readonly trees: ReadTaxonomyTree,
    private readonly missingCategories: FindMissingCategories,
  ) {
    super();
  }

  current(): Promise<string> {
    return this.active.version();
  }

  degraded(): readonly string[] {
    return [];
  }

  async versions(request: PageRequest): Promise<Page<TaxonomyVersionSummary> & Provenance> {
    return { ...(await this.list.list(request)), ...OWN };
  }

  async tree(version: string, filter: CategoryFilter): Promise<TaxonomyTree & Provenance> {
    return { ...(await this.trees.read(version, filter)), ...OWN };
  }

  async missing(
    version: string,
    paths: readonly CategoryPath[],
    filter: CategoryFilter,
  ): Promise<readonly MissingCategory[]> {
    const missing = await this.missingCategories.find(version, paths, filter);
    if (missing.length === 0) return [];
    const { nodes } = await this.trees.read(version, filter);
    return missing.map((path) => ({ path, holdsDocuments: false, meant: categoryMeant(nodes, path) }));
  }

  assertWritable(): void {
    // Versions of this server can always be created and activated.
  }
}
