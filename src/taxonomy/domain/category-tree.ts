import { allows, CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { buildForest, CategoryNode, CategoryState, exists } from './category-forest.js';
import { visibleTo } from './placement.js';

export interface CategoryTreeNode {
  readonly path: CategoryPath;
  /** Number of documents exactly at this path, without those of its children. */
  readonly documentCount: number;
  readonly children: readonly CategoryTreeNode[];
}

function childrenOf(node: CategoryNode, path: CategoryPath): CategoryTreeNode[] {
  return [...node.children]
    .filter(([, child]) => exists(child))
    .sort(([a], [b]) => (a < b ? -1 : 1)) // folded labels by code unit: the same order on every machine
    .map(([, child]) => {
      const childPath = [...path, child.label];
      const documentCount = child.rows.reduce((sum, row) => sum + row.placement.documents, 0);
      return { path: childPath, documentCount, children: childrenOf(child, childPath) };
    });
}

/** The existing categories that the caller may see; their parents appear too, without counts of hidden documents. */
export function categoryTree(state: CategoryState, filter: CategoryFilter): readonly CategoryTreeNode[] {
  const root = buildForest({
    categories: state.categories.filter((path) => allows(filter, path)),
    // Empty rows would only give parents their case.
    placements: visibleTo(filter, state.placements).filter((row) => row.documents > 0),
  });
  return childrenOf(root, []);
}
