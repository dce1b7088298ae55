import { CategoryPath, foldedPrefixes, foldPath } from '../../shared/domain/category-path.js';
import { NEAR_ENOUGH, nearness, spellingOf, trigramsOf } from '../../text/trigram-similarity.js';
import { CategoryTreeNode } from './category-tree.js';

function* allOf(nodes: readonly CategoryTreeNode[]): Generator<CategoryTreeNode> {
  for (const node of nodes) {
    yield node;
    yield* allOf(node.children);
  }
}

/** Categories whose own label, or whose labels from the top down, resemble a name: nearest first, then as in the tree. */
export function categoriesByName(nodes: readonly CategoryTreeNode[], name: string, limit: number): CategoryTreeNode[] {
  const asked = trigramsOf(spellingOf(name));
  return [...allOf(nodes)]
    .map((node) => {
      const label = node.path.at(-1) ?? '';
      const near = [label, node.path.join(' ')].map((own) => nearness(asked, spellingOf(own)));
      return { node, near: Math.max(...near) };
    })
    .filter(({ near }) => near >= NEAR_ENOUGH)
    .sort((a, b) => b.near - a.near)
    .slice(0, limit)
    .map(({ node }) => node);
}

/**
 * The category that was most likely meant by a path that is none: its own label resembles the path's last one, and all labels together
 * the whole path. Undefined when there is none.
 */
export function categoryMeant(nodes: readonly CategoryTreeNode[], path: CategoryPath): CategoryPath | undefined {
  const label = trigramsOf(spellingOf(path.at(-1) ?? ''));
  const whole = trigramsOf(spellingOf(path.join(' ')));
  const above = new Set(foldedPrefixes(path));
  let best: { path: CategoryPath; near: number } | undefined;
  for (const node of allOf(nodes)) {
    if (above.has(foldPath(node.path))) continue;
    const byLabel = nearness(label, spellingOf(node.path.at(-1) ?? ''));
    const near = Math.min(byLabel, nearness(whole, spellingOf(node.path.join(' '))));
    if (near >= (best?.near ?? NEAR_ENOUGH)) best = { path: node.path, near };
  }
  return best?.path;
}
