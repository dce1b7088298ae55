import type { CategoryNode } from '../../api/documents.js';
import type { Operation } from '../../api/taxonomy.js';

/** A category with the documents exactly at it. */
interface Entry {
  readonly path: readonly string[];
  readonly count: number;
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

function entriesOf(nodes: readonly CategoryNode[]): Entry[] {
  return nodes.flatMap(({ path, document_count: count, children }) => [{ path, count }, ...entriesOf(children)]);
}

const isBelow = (path: readonly string[], top: readonly string[]): boolean =>
  path.length >= top.length && top.every((label, i) => path[i] === label);

function edited(entries: readonly Entry[], { op, path, to }: Operation): readonly Entry[] {
  if (op === 'add') return [...entries, { path, count: 0 }];
  if (op === 'remove') return entries.filter((entry) => !isBelow(entry.path, path));
  return entries.map((entry) =>
    to !== undefined && isBelow(entry.path, path)
      ? { path: [...to, ...entry.path.slice(path.length)], count: entry.count }
      : entry,
  );
}

/** The entries below a path as a tree, each category once, by label. */
function nodesBelow(top: readonly string[], counts: ReadonlyMap<string, number>, paths: Paths): CategoryNode[] {
  return [...(paths.get(keyOf(top)) ?? [])]
    .sort((a, b) => a.localeCompare(b))
    .map((label) => {
      const path = [...top, label];
      return { path, document_count: counts.get(keyOf(path)) ?? 0, children: nodesBelow(path, counts, paths) };
    });
}

/** Labels below each path. */
type Paths = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The tree as it would be after the operations, so that each can be made on the result of the ones before. Only for showing: what is
 * permitted, and what moves, the server says.
 */
export function editedTree(nodes: readonly CategoryNode[], operations: readonly Operation[]): readonly CategoryNode[] {
  if (operations.length === 0) return nodes;
  const entries = operations.reduce(edited, entriesOf(nodes));
  const counts = new Map<string, number>();
  const labels = new Map<string, Set<string>>();
  for (const { path, count } of entries) {
    counts.set(keyOf(path), (counts.get(keyOf(path)) ?? 0) + count);
    path.forEach((label, i) => {
      const top = keyOf(path.slice(0, i));
      labels.set(top, (labels.get(top) ?? new Set()).add(label));
    });
  }
  return nodesBelow([], counts, labels);
}

/** The paths of all categories, from the top down. */
export const pathsOf = (nodes: readonly CategoryNode[]): readonly (readonly string[])[] =>
  entriesOf(nodes).map(({ path }) => path);

/** Paths of one tree that the other lacks, in both directions. */
export function pathDifference(before: readonly CategoryNode[], after: readonly CategoryNode[]) {
  const [earlier, later] = [pathsOf(before), pathsOf(after)];
  const [known, kept] = [new Set(earlier.map(keyOf)), new Set(later.map(keyOf))];
  return {
    added: later.filter((path) => !known.has(keyOf(path))),
    removed: earlier.filter((path) => !kept.has(keyOf(path))),
  };
}

/** The next free minor version after the newest one: 1.2.0 after 1.1.3. */
export function nextVersion(versions: readonly string[]): string {
  const numbers = versions.map((version) => version.split('-')[0]?.split('.').map(Number) ?? []);
  const major = Math.max(1, ...numbers.map(([first = 0]) => first));
  const minor = Math.max(-1, ...numbers.filter(([first]) => first === major).map(([, second = 0]) => second));
  return `${major}.${minor + 1}.0`;
}
