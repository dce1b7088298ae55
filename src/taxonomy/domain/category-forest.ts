import { CategoryPath, foldLabel, MAX_LEVELS } from '../../shared/domain/category-path.js';
import { Placement } from './placement.js';

/** Which category of the initial tree is at a node now. */
export interface Origin {
  readonly path: CategoryPath;
  /** Documents exactly at that category. */
  readonly documents: number;
}

/** A row of documents at a node; a row that was never moved keeps its original case. */
interface Standing {
  readonly placement: Placement;
  moved: boolean;
}

/**
 * A category during the computation of operations; mutable, and never leaves the function that built it. Children are found by folded
 * label. A node without documents and explicit categories at or below it does not "exist": it only keeps rows whose documents were deleted,
 * so that they move with their parents.
 */
export interface CategoryNode {
  label: string;
  explicit: boolean;
  readonly origins: Origin[];
  readonly rows: Standing[];
  readonly children: Map<string, CategoryNode>;
  /** Children by label in its original case, so that a label of many paths is folded once. */
  readonly written: Map<string, CategoryNode>;
}

/** The input of an operation: the rows of documents and the categories that exist even while empty. */
export interface CategoryState {
  readonly categories: readonly CategoryPath[];
  readonly placements: readonly Placement[];
}

function newNode(label: string): CategoryNode {
  return { label, explicit: false, origins: [], rows: [], children: new Map(), written: new Map() };
}

function childOf(parent: CategoryNode, label: string): CategoryNode {
  const written = parent.written.get(label);
  if (written !== undefined) return written;
  const key = foldLabel(label);
  const child = parent.children.get(key) ?? newNode(label);
  parent.children.set(key, child);
  parent.written.set(label, child);
  return child;
}

function reach(root: CategoryNode, path: CategoryPath): CategoryNode {
  return path.reduce(childOf, root);
}

/** Whether a reader sees a category. */
export function exists(node: CategoryNode): boolean {
  if (node.explicit || node.rows.some((row) => row.placement.documents > 0)) return true;
  for (const child of node.children.values()) if (exists(child)) return true;
  return false;
}

/** All nodes below the root with their paths, parents first. */
export function* walk(
  node: CategoryNode,
  path: CategoryPath = [],
): Generator<{ node: CategoryNode; path: CategoryPath }> {
  for (const child of node.children.values()) {
    const childPath = [...path, child.label];
    yield { node: child, path: childPath };
    yield* walk(child, childPath);
  }
}

/**
 * Root of the tree of a state. If spellings differ in case, explicit categories take precedence over rows, and rows with documents over
 * empty ones.
 */
export function buildForest(state: CategoryState): CategoryNode {
  const root = newNode('');
  for (const path of state.categories) reach(root, path).explicit = true;
  const [full, empty] = [true, false].map((wanted) => state.placements.filter((row) => row.documents > 0 === wanted));
  for (const placement of [...(full ?? []), ...(empty ?? [])]) {
    reach(root, placement.path).rows.push({ placement, moved: false });
  }
  for (const { node, path } of walk(root)) {
    if (exists(node))
      node.origins.push({ path, documents: node.rows.reduce((sum, row) => sum + row.placement.documents, 0) });
  }
  return root;
}

/** The node at a path, also one that only keeps empty rows. */
export function find(root: CategoryNode, path: CategoryPath): CategoryNode | undefined {
  let node: CategoryNode | undefined = root;
  for (const label of path) node = node?.children.get(foldLabel(label));
  return node;
}

/** The category at a path; undefined if a reader sees none. */
export function findExisting(root: CategoryNode, path: CategoryPath): CategoryNode | undefined {
  const node = find(root, path);
  return node !== undefined && exists(node) ? node : undefined;
}

/** A path in the case of the existing categories along it; labels of new ones stay unchanged. */
export function inExistingCase(root: CategoryNode, path: CategoryPath): CategoryPath {
  return path.map((label, i) => findExisting(root, path.slice(0, i + 1))?.label ?? label);
}

/** The node of a path, created if it is missing; new nodes take the given case. */
export function ensure(root: CategoryNode, path: CategoryPath): CategoryNode {
  let node = root;
  for (const label of path) {
    node = childOf(node, label);
    if (!exists(node)) node.label = label;
  }
  return node;
}

function markMoved(node: CategoryNode): void {
  for (const row of node.rows) row.moved = true;
  for (const child of node.children.values()) markMoved(child);
}

/** Removes a category with its subtree from the tree; undefined if there is none. */
export function detach(root: CategoryNode, path: CategoryPath): CategoryNode | undefined {
  const label = path.at(-1) ?? '';
  const parent = find(root, path.slice(0, -1));
  const node = parent?.children.get(foldLabel(label));
  if (parent === undefined || node === undefined) return undefined;
  parent.children.delete(foldLabel(label));
  parent.written.clear();
  markMoved(node);
  return node;
}

/** Moves the content of `source` and its subtree to `target`; equal subcategories are merged. */
export function absorb(target: CategoryNode, source: CategoryNode): void {
  for (const row of source.rows) target.rows.push(row);
  for (const origin of source.origins) target.origins.push(origin);
  target.explicit ||= source.explicit;
  for (const [key, child] of source.children) {
    const known = target.children.get(key);
    if (known === undefined) {
      target.children.set(key, child);
    } else {
      if (!exists(known)) known.label = child.label;
      absorb(known, child);
    }
  }
}

/** Levels of existing categories from this node down, itself included. */
export function height(node: CategoryNode): number {
  let below = 0;
  for (const child of node.children.values()) if (exists(child)) below = Math.max(below, height(child));
  return below + 1;
}

/** Documents at and below a node. */
export function documentsWithin(node: CategoryNode): number {
  let sum = node.rows.reduce((total, row) => total + row.placement.documents, 0);
  for (const child of node.children.values()) sum += documentsWithin(child);
  return sum;
}

/** The current paths of all rows, by id, and the explicit categories. */
export function stateOf(root: CategoryNode): CategoryState {
  const categories: CategoryPath[] = [];
  const placements: Placement[] = [];
  for (const { node, path } of walk(root)) {
    if (node.explicit) categories.push(path);
    for (const { placement, moved } of node.rows) {
      // No reader sees an empty row: it is not moved if it would get too deep.
      const follows = moved && (placement.documents > 0 || path.length <= MAX_LEVELS);
      placements.push(follows ? { ...placement, path } : placement);
    }
  }
  return { categories, placements: placements.sort((a, b) => a.id - b.id) };
}
