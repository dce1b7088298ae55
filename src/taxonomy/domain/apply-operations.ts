import { CategoryFilter, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CategoryPath, displayPath, foldPath } from '../../shared/domain/category-path.js';
import { Fault } from '../../shared/domain/domain-error.js';
import {
  absorb,
  buildForest,
  CategoryNode,
  CategoryState,
  detach,
  ensure,
  exists,
  find,
  inExistingCase,
  stateOf,
  walk,
} from './category-forest.js';
import { lastOf, Steps } from '../../shared/domain/steps.js';
import { operationFaults } from './operation-faults.js';
import { Placement, samePath } from './placement.js';
import { CategoryMove, CategoryOperation, TaxonomyDiff } from './taxonomy-version.js';

/** The result of operations on a state. If there are faults, `state` and `diff` leave out the operations at fault. */
export interface Outcome {
  readonly faults: readonly Fault[];
  readonly state: CategoryState;
  readonly diff: TaxonomyDiff;
}

function unmark(node: CategoryNode | undefined): void {
  if (node === undefined) return;
  node.explicit = false;
  for (const child of node.children.values()) unmark(child);
}

function carry(root: CategoryNode, path: CategoryPath, to: CategoryPath): void {
  const source = detach(root, path);
  if (source !== undefined) absorb(ensure(root, to), source);
}

/** Applies an operation as far as the tree allows; a valid one is applied completely. */
function perform(root: CategoryNode, { op, path, to }: CategoryOperation): void {
  if (op === 'add') ensure(root, inExistingCase(root, displayPath(path))).explicit = true;
  else if (op === 'remove') unmark(find(root, path));
  else if (to !== undefined) {
    const target = displayPath(to);
    // Parents keep their case; a renamed category takes the given case, also if only the case changes.
    const known = op === 'merge' ? target : target.slice(0, -1);
    carry(root, path, [...inExistingCase(root, known), ...target.slice(known.length)]);
  }
}

/** Values in the order of their folded paths; each path is folded once. */
function sortedByKey<T>(values: readonly T[], pathOf: (value: T) => CategoryPath): T[] {
  return values
    .map((value) => ({ value, key: foldPath(pathOf(value)) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ value }) => value);
}

function diffOf(root: CategoryNode): TaxonomyDiff {
  const added: CategoryPath[] = [];
  const removed: CategoryPath[] = [];
  const moved: CategoryMove[] = [];
  for (const { node, path } of walk(root)) {
    if (!exists(node)) for (const { path: former } of node.origins) removed.push(former);
    else if (node.origins.length === 0) added.push(path);
    else {
      for (const { path: from, documents } of node.origins)
        if (!samePath(from, path)) moved.push({ from, to: path, documents });
    }
  }
  const documentsMoved = moved.reduce((sum, move) => sum + move.documents, 0);
  return {
    added: sortedByKey(added, (path) => path),
    removed: sortedByKey(removed, (path) => path),
    moved: sortedByKey(moved, ({ from }) => from),
    documentsMoved,
  };
}

/**
 * Applies operations in order, each to the result of the ones before. A category exists when it is explicit, holds documents, or has a
 * descendant that does; paths are compared after folding.
 * @param filter what the caller may see; a category outside counts as missing
 * @returns the new state and the difference, and every fault with a pointer `/operations/<i>/…`
 */
export function applyOperations(
  state: CategoryState,
  operations: readonly CategoryOperation[],
  filter: CategoryFilter = UNRESTRICTED,
): Outcome {
  return lastOf(operationSteps(state, operations, filter));
}

/** `applyOperations` in steps, since a large tree takes as much time as several requests. */
export function* operationSteps(
  state: CategoryState,
  operations: readonly CategoryOperation[],
  filter: CategoryFilter,
): Steps<Outcome> {
  const root = buildForest(state);
  yield;
  const faults: Fault[] = [];
  for (const [i, operation] of operations.entries()) {
    const found = operationFaults({ root, filter }, operation, `/operations/${i}`);
    if (found.length === 0) perform(root, operation);
    faults.push(...found);
    yield;
  }
  const after = stateOf(root);
  yield;
  return { faults, state: after, diff: diffOf(root) };
}

/** `replaySteps` without a pause. */
export function replayOperations(state: CategoryState, operations: readonly CategoryOperation[]): readonly Placement[] {
  return lastOf(replaySteps(state, operations));
}

/**
 * Applies operations that were valid when their version was created to the rows of today: rows that were added since then move too, and
 * missing rows are skipped. In steps, as `operationSteps`.
 */
export function* replaySteps(
  state: CategoryState,
  operations: readonly CategoryOperation[],
): Steps<readonly Placement[]> {
  const root = buildForest(state);
  yield;
  for (const operation of operations) {
    perform(root, operation);
    yield;
  }
  return stateOf(root).placements;
}
