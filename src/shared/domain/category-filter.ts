import { CategoryPath, foldedPrefixes, foldPath, isCategoryPath, isTraversal, isUnsafeLabel } from './category-path.js';
import { DomainError } from './domain-error.js';

/**
 * What a caller may see (B-O2). `unrestricted` is an explicit value: every index query must state it.
 * A restricted filter holds the folded keys of allowed paths; an empty set allows nothing.
 */
export type CategoryFilter =
  | { readonly kind: 'unrestricted' }
  | {
      readonly kind: 'restricted';
      readonly allowed: ReadonlySet<string>;
      /**
       * Folded keys of everything that the caller's key may see, even if this request narrows the filter. Only these documents may
       * influence the results. Absent: the caller may see everything, or accepts weights computed over all documents.
       */
      readonly world?: ReadonlySet<string>;
    };

export const UNRESTRICTED: CategoryFilter = { kind: 'unrestricted' };

/**
 * Returns a filter that allows documents at or below the given paths. An empty path allows nothing.
 * @example
 * const filter = intersect(restrictedTo([['AI'], ['Law']]), restrictedTo([['AI', 'ML']]));
 * allows(filter, ['AI', 'ML', 'Transformers']); // true
 * allows(filter, ['Law']); // false
 */
export function restrictedTo(paths: readonly CategoryPath[]): CategoryFilter {
  return { kind: 'restricted', allowed: new Set(paths.filter((p) => p.length > 0).map(foldPath)) };
}

/** Returns the filter of a key with these paths. @param exact whether hidden documents must not influence its results either */
export function seenByKey(paths: readonly CategoryPath[], exact: boolean): CategoryFilter {
  const filter = restrictedTo(paths);
  return exact && filter.kind === 'restricted' ? { ...filter, world: filter.allowed } : filter;
}

/** Returns the filter of the documents whose words, counts and vectors may influence the results of a request. */
export function visibilityScope(filter: CategoryFilter): CategoryFilter {
  if (filter.kind === 'unrestricted' || filter.world === undefined) return UNRESTRICTED;
  return { kind: 'restricted', allowed: filter.world, world: filter.world };
}

/** Whether a document at this path passes: one of the path's prefixes is allowed. Path must be valid. */
export function allows(filter: CategoryFilter, path: CategoryPath): boolean {
  if (filter.kind === 'unrestricted') return true;
  const { allowed } = filter;
  if (allowed.size === 0) return false;
  return foldedPrefixes(path).some((prefix) => allowed.has(prefix));
}

/** Whether one allowed key is at or below another (label by label, not letter by letter). */
function isWithin(key: string, ancestor: string): boolean {
  return key === ancestor || key.startsWith(`${ancestor}/`);
}

/** Whether the first filter passes all that the second passes. */
export function covers(wide: CategoryFilter, narrow: CategoryFilter): boolean {
  if (wide.kind === 'unrestricted') return true;
  if (narrow.kind === 'unrestricted') return false;
  return [...narrow.allowed].every((key) => [...wide.allowed].some((ancestor) => isWithin(key, ancestor)));
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  const keys = new Set<string>();
  for (const x of a) {
    for (const y of b) {
      if (isWithin(x, y)) keys.add(x);
      else if (isWithin(y, x)) keys.add(y);
    }
  }
  return keys;
}

/**
 * Returns the filter that passes exactly what both filters pass. The visibility scope of the key is unchanged when a request narrows the
 * filter.
 */
export function intersect(a: CategoryFilter, b: CategoryFilter): CategoryFilter {
  if (a.kind === 'unrestricted') return b;
  if (b.kind === 'unrestricted') return a;
  const world = a.world === undefined || b.world === undefined ? (a.world ?? b.world) : common(a.world, b.world);
  return { kind: 'restricted', allowed: common(a.allowed, b.allowed), ...(world === undefined ? {} : { world }) };
}

/** Stable text of a filter, for cache keys and logs. */
export function filterKey(filter: CategoryFilter): string {
  if (filter.kind === 'unrestricted') return '*';
  const allowed = JSON.stringify([...filter.allowed].sort());
  return filter.world === undefined ? allowed : `${allowed} of ${JSON.stringify([...filter.world].sort())}`;
}

/** Kind of attempt of a refused filter, for the security counters. */
export type BypassKind = 'path_traversal' | 'injection' | 'bypass';

/** A filter that violates the contract. It is refused with 403, counted and logged; it is never narrowed or widened. */
export class FilterBypassError extends DomainError {
  constructor(
    readonly attempt: BypassKind,
    reason: string,
  ) {
    super(
      'forbidden',
      'filter-bypass',
      `Filter bypass attempt detected: ${reason}. Send filters as {"allowed_category_paths": [["AI", "ML"], …]} or leave it out.`,
    );
  }
}

function pathAttempt(path: unknown): BypassKind | undefined {
  if (!Array.isArray(path)) return 'bypass';
  if (path.length === 0 || isCategoryPath(path)) return undefined;
  const labels = path.filter((label): label is string => typeof label === 'string');
  if (labels.some(isTraversal)) return 'path_traversal';
  return labels.some(isUnsafeLabel) ? 'injection' : 'bypass';
}

/** Reads a list of category paths. An empty path in it allows nothing. */
function isPathList(value: unknown): value is string[][] {
  return Array.isArray(value) && value.every((path) => pathAttempt(path) === undefined);
}

/**
 * Reads the `filters` member of a request (contract, Settled details).
 * Absent or `{}` is unrestricted; `allowed_category_paths` must be a list of category paths.
 * @throws FilterBypassError for anything else
 */
export function parseFilters(filters: unknown): CategoryFilter {
  if (filters === undefined) return UNRESTRICTED;
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) {
    throw new FilterBypassError('bypass', 'filters must be an object');
  }
  const entries: [string, unknown][] = Object.entries(filters);
  if (entries.length === 0) return UNRESTRICTED;
  const paths = entries.find(([key]) => key === 'allowed_category_paths')?.[1];
  // Check the paths before the keys, so that a traversal is counted as one even with an unknown key.
  const attempt = Array.isArray(paths) ? paths.map(pathAttempt).find((a) => a !== undefined) : undefined;
  if (attempt !== undefined)
    throw new FilterBypassError(attempt, 'allowed_category_paths holds a value that is not a category path');
  const foreign = entries.find(([key]) => key !== 'allowed_category_paths')?.[0];
  if (foreign !== undefined)
    throw new FilterBypassError('bypass', 'filters takes allowed_category_paths and no other key');
  if (!isPathList(paths))
    throw new FilterBypassError('bypass', 'allowed_category_paths must be a list of category paths');
  return restrictedTo(paths);
}

/** Node of one label in the trie of cached paths. `verdict` is undefined until a path that ends here was checked. */
interface Remembered {
  readonly below: Map<string, Remembered>;
  verdict: boolean | undefined;
}

/** Limit of cached distinct paths. A corpus has far fewer; a hostile list must not fill the memory. */
const REMEMBERED_PATHS = 20_000;

/**
 * Returns the filter as a function over raw paths: false for anything that is not a category path. Each distinct path is folded and checked
 * once; later checks take one map lookup per label. Labels are never joined to a key: a raw label could contain the separator.
 */
export function pathPredicate(filter: CategoryFilter): (path: unknown) => boolean {
  let root: Remembered = { below: new Map(), verdict: undefined };
  let size = 0;
  const judge = (path: readonly unknown[]): boolean => {
    if (!isCategoryPath(path)) return false;
    if (size >= REMEMBERED_PATHS) {
      root = { below: new Map(), verdict: undefined };
      size = 0;
    }
    let node = root;
    for (const label of path) {
      let next = node.below.get(label);
      if (next === undefined) {
        next = { below: new Map(), verdict: undefined };
        node.below.set(label, next);
        size++;
      }
      node = next;
    }
    return (node.verdict = allows(filter, path));
  };
  return (path) => {
    if (!Array.isArray(path)) return false;
    const labels: readonly unknown[] = path;
    let node: Remembered | undefined = root;
    for (const label of labels) {
      node = typeof label === 'string' ? node.below.get(label) : undefined;
      if (node === undefined) return judge(labels);
    }
    return node.verdict ?? judge(labels);
  };
}

/** Keeps the documents that a filter allows; one whose path is missing, null or unsafe is always dropped (AC-ORCH-007 B, D). */
export function applyFilter<T extends { readonly canonical_path?: unknown }>(
  filter: CategoryFilter,
  documents: readonly T[],
): T[] {
  const passes = pathPredicate(filter);
  return documents.filter((document) => passes(document.canonical_path));
}
