import { allows, CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath, displayPath, foldPath, MAX_LEVELS } from '../../shared/domain/category-path.js';
import { Fault } from '../../shared/domain/domain-error.js';
import { CategoryNode, documentsWithin, findExisting, height, inExistingCase } from './category-forest.js';
import { samePath } from './placement.js';
import { CategoryOperation } from './taxonomy-version.js';

/** The tree after the previous operations, and what the caller may see of it. */
interface Situation {
  readonly root: CategoryNode;
  readonly filter: CategoryFilter;
}

/** A path for messages; `>` is not accepted in a label. */
function show(path: CategoryPath): string {
  return `'${path.join(' > ')}'`;
}

function isInside(path: CategoryPath, ancestor: CategoryPath): boolean {
  return path.length > ancestor.length && foldPath(path.slice(0, ancestor.length)) === foldPath(ancestor);
}

/** The source category of an operation, unless it is missing or hidden; both must look the same to the caller. */
function sourceOf({ root, filter }: Situation, path: CategoryPath): CategoryNode | undefined {
  return allows(filter, path) ? findExisting(root, path) : undefined;
}

function missing(path: CategoryPath, pointer: string): Fault {
  return {
    pointer: `${pointer}/path`,
    detail: `there is no category ${show(path)} at this point of the list; name one that exists in the base version or was made by an earlier operation`,
  };
}

function withoutTarget(situation: Situation, { op, path, to }: CategoryOperation, pointer: string): Fault[] {
  const faults: Fault[] =
    to === undefined ? [] : [{ pointer: `${pointer}/to`, detail: `is not taken by ${op}; leave it out` }];
  const node = sourceOf(situation, path);
  if (op === 'add') {
    if (node !== undefined)
      faults.push({ pointer: `${pointer}/path`, detail: `the category ${show(path)} exists already` });
    return faults;
  }
  if (node === undefined) return [...faults, missing(path, pointer)];
  const documents = documentsWithin(node);
  if (documents === 0) return faults;
  const detail = `the category ${show(path)} holds ${documents} documents at or below it; move or merge them first`;
  return [...faults, { pointer: `${pointer}/path`, detail }];
}

function mergeFaults({ root }: Situation, path: CategoryPath, to: CategoryPath): string[] {
  if (foldPath(path) === foldPath(to)) return ['is the same category as path; name another one'];
  if (isInside(to, path)) return [`must not be inside ${show(path)}, which is merged into it`];
  return findExisting(root, to) !== undefined
    ? []
    : [`there is no category ${show(to)} to merge into; use rename or move to make it`];
}

function moveFaults({ root }: Situation, { op, path }: CategoryOperation, to: CategoryPath): string[] {
  if (isInside(to, path)) return [`must not be inside ${show(path)}, which is moved there`];
  const details: string[] = [];
  if (op === 'rename' && foldPath(path.slice(0, -1)) !== foldPath(to.slice(0, -1))) {
    details.push('has another parent than path; use move to put a category elsewhere');
  }
  if (foldPath(path) === foldPath(to)) {
    // A new spelling of the same path is a rename like any other; the identical spelling is an error.
    const after = [...inExistingCase(root, to.slice(0, -1)), ...displayPath(to.slice(-1))];
    if (samePath(inExistingCase(root, path), after)) details.push('is the path that the category has already');
  } else if (findExisting(root, to) !== undefined) {
    details.push(`the category ${show(to)} exists already; use merge to join the two`);
  }
  return details;
}

function withTarget(situation: Situation, operation: CategoryOperation, pointer: string): Fault[] {
  const { op, path, to } = operation;
  const node = sourceOf(situation, path);
  const faults = node === undefined ? [missing(path, pointer)] : [];
  if (to === undefined)
    return [
      ...faults,
      { pointer: `${pointer}/to`, detail: `is needed by ${op}: the full path, for example ["AI", "ML"]` },
    ];
  const details = op === 'merge' ? mergeFaults(situation, path, to) : moveFaults(situation, operation, to);
  const levels = node === undefined ? 0 : to.length + height(node) - 1;
  if (levels > MAX_LEVELS)
    details.push(`Max ${MAX_LEVELS} levels allowed, a category below ${show(path)} would get ${levels}`);
  return [...faults, ...details.map((detail) => ({ pointer: `${pointer}/to`, detail }))];
}

/**
 * Every fault of an operation at its position in the list; empty when the operation is valid.
 * @param pointer JSON Pointer of the operation, for example `/operations/0`
 */
export function operationFaults(situation: Situation, operation: CategoryOperation, pointer: string): Fault[] {
  return operation.op === 'add' || operation.op === 'remove'
    ? withoutTarget(situation, operation, pointer)
    : withTarget(situation, operation, pointer);
}

/** The first path outside the caller's filter that an operation would create. */
export function targetOutside(
  filter: CategoryFilter,
  operations: readonly CategoryOperation[],
): CategoryPath | undefined {
  return operations
    .map(({ op, path, to }) => (op === 'add' ? path : to))
    .find((path) => path !== undefined && !allows(filter, path));
}
