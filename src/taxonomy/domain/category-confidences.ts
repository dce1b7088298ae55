import { CategoryPath, foldLabel } from '../../shared/domain/category-path.js';
import { CategoryEvidence } from './category-evidence.js';
import { Calibration, logOdds } from './category-odds.js';

/** A category with two probabilities, 0..1. */
export interface CategoryConfidence {
  readonly path: CategoryPath;
  /** Probability that a text belongs at or below it. */
  readonly within: number;
  /** Probability that it belongs exactly here; 0 for a category that holds no documents itself. */
  readonly here: number;
}

interface Node {
  readonly path: CategoryPath;
  readonly below: Map<string, Node>;
  /** Probability by the evidence alone, of the category itself and of all at or below it. */
  own: number;
  all: number;
}

function childOf(node: Node, label: string): Node {
  const key = foldLabel(label);
  const child = node.below.get(key) ?? { path: [...node.path, label], below: new Map(), own: 0, all: 0 };
  node.below.set(key, child);
  return child;
}

function grow(categories: readonly CategoryEvidence[], probabilities: readonly number[]): Node {
  const root: Node = { path: [], below: new Map(), own: 0, all: 0 };
  categories.forEach(({ path }, i) => {
    const probability = probabilities[i] ?? 0;
    let node = root;
    for (const label of path) {
      node = childOf(node, label);
      node.all += probability;
    }
    node.own += probability;
  });
  return root;
}

/** Divides the probability of a category among itself and its children, recursively. */
function descend(node: Node, within: number, elsewhere: number, missed: number): CategoryConfidence[] {
  const children = [...node.below.values()];
  const total = children.reduce((sum, child) => sum + child.all, node.own + elsewhere);
  const shareOf = (probability: number) => (total === 0 ? 0 : (within * (1 - missed) * probability) / total);
  const here = children.length === 0 ? within : shareOf(node.own);
  return [
    ...(node.path.length === 0 ? [] : [{ path: node.path, within, here }]),
    ...children.flatMap((child) => descend(child, shareOf(child.all), 0, missed)),
  ];
}

/**
 * Confidences of the categories and of all their ancestors, ancestors first. They are divided from the top down: among siblings by the sums
 * of their subtrees, and each step reserves a part for a child that was missed. So a category has more than its children together, and
 * categories of separate subtrees have at most 1 together. `area` models that siblings share errors. A power for the odds between siblings,
 * fitted with it, was 1.06; one for those below a top category increased the loss in cross-validation.
 */
export function categoryConfidences(
  categories: readonly CategoryEvidence[],
  by: Calibration,
): readonly CategoryConfidence[] {
  const logs = logOdds(categories, by);
  const highest = logs.reduce((max, each) => Math.max(max, each), by.elsewhere);
  const odds = logs.map((each) => Math.exp(each - highest));
  const elsewhere = Math.exp(by.elsewhere - highest);
  const total = odds.reduce((sum, each) => sum + each, elsewhere);
  const root = grow(
    categories,
    odds.map((each) => each / total),
  );
  return descend(root, 1, elsewhere / total, by.missed);
}
