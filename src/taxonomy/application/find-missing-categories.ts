import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath, foldedPrefixes, foldLabel, foldPath } from '../../shared/domain/category-path.js';
import { CategoryTreeNode } from '../domain/category-tree.js';
import { TaxonomyRecords } from '../domain/taxonomy-store.js';
import { ReadTaxonomyTree } from './read-taxonomy-tree.js';

function holds(nodes: readonly CategoryTreeNode[], path: CategoryPath): boolean {
  const [label, ...rest] = path;
  if (label === undefined) return true;
  const node = nodes.find((n) => foldLabel(n.path.at(-1) ?? '') === foldLabel(label));
  return node !== undefined && holds(node.children, rest);
}

/** Finds the paths that are not categories of a version. */
@Injectable()
export class FindMissingCategories {
  /** Explicit categories of the version of the last call; versions never change. */
  private known: { readonly version: string; readonly prefixes: ReadonlySet<string> } | undefined;

  constructor(
    private readonly records: TaxonomyRecords,
    private readonly tree: ReadTaxonomyTree,
  ) {}

  /**
   * @param paths valid category paths, each inside the filter
   * @throws NotFoundError for a version that does not exist
   */
  async find(version: string, paths: readonly CategoryPath[], filter: CategoryFilter): Promise<CategoryPath[]> {
    const active = await this.records.active();
    // The location of documents in another version must be computed for the whole tree.
    if (active?.version !== version) {
      const { nodes } = await this.tree.read(version, filter);
      return paths.filter((path) => !holds(nodes, path));
    }
    const explicit = await this.explicitCategories(version);
    const missing: CategoryPath[] = [];
    for (const path of paths)
      if (!explicit.has(foldPath(path)) && !(await this.records.holdsDocuments(path, filter))) missing.push(path);
    return missing;
  }

  private async explicitCategories(version: string): Promise<ReadonlySet<string>> {
    if (this.known?.version === version) return this.known.prefixes;
    const categories = (await this.records.version(version))?.categories ?? [];
    const prefixes = new Set(categories.flatMap(foldedPrefixes));
    this.known = { version, prefixes };
    return prefixes;
  }
}
