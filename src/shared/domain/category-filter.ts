import type { AccessGroups } from './access-groups.js';
import {
  CategoryPath,
  displayPath,
  foldedPrefixes,
  foldPath,
  isCategoryPath,
  isTraversal,
  isUnsafeLabel,
  pathOfKey,
} from './category-path.js';
import { DomainError } from './domain-error.js';

/** No restriction of the categories, or of the groups. Explicit, so that a filter never widens by a missing member. */
export const ALL = null;

/** The part of the store that a filter admits: a document must pass both members. */
export interface Visible {
  /** Folded keys of allowed paths; an empty set allows nothing. */
  readonly allowed: ReadonlySet<string> | null;
  /** Groups of the caller: a document that has groups must have one of them. An empty set admits documents without groups only. */
  readonly groups: ReadonlySet<string> | null;
}

/**
 * What a caller may see (B-O2): categories and groups. `unrestricted` is an explicit value: every index query must state it.
 */
export type CategoryFilter =
  | { readonly kind: 'unrestricted' }
  | (Visible & {
      readonly kind: 'restricted';
      /**
       * Everything that the caller's key may see, even if this request narrows the filter. Only these documents may influence the results.
       * Absent: the caller may see everything, or accepts weights computed over all documents.
       */
      readonly world?: Visible;
      /** The allowed categories as they were written, for people to read. They decide nothing. */
      readonly written?: readonly CategoryPath[];
      /** Id of the caller: results that are kept are kept for each caller, since a quick answer says that it was asked before. */
      readonly asker?: string;
    });

export const UNRESTRICTED: CategoryFilter = { kind: 'unrestricted' };

/** Allowed categories that a refusal names. */
const MOST_NAMED = 5;

/** A document's position for a filter. */
export interface DocumentPlace {
  readonly canonicalPath: CategoryPath;
  readonly groups: AccessGroups;
}

/**
 * Returns a filter that allows documents at or below the given paths, whatever their groups. An empty path allows nothing.
 * @example
 * const filter = intersect(restrictedTo([['AI'], ['Law']]), restrictedTo([['AI', 'ML']]));
 * allows(filter, ['AI', 'ML', 'Transformers']); // true
 * allows(filter, ['Law']); // false
 */
export function restrictedTo(paths: readonly CategoryPath[]): CategoryFilter {
  return {
    kind: 'restricted',
    allowed: new Set(paths.filter((p) => p.length > 0).map(foldPath)),
    groups: ALL,
    written: paths.filter((path) => path.length > 0),
  };
}

/**
 * Returns the filter of a member of groups, in every category.
 * @example
 * const filter = intersect(memberOf(['staff']), restrictedTo([['Law']]));
 * admits(filter, { canonicalPath: ['Law'], groups: ['board', 'staff'] }); // true
 * admits(filter, { canonicalPath: ['Law'], groups: ['board'] }); // false
 */
export function memberOf(groups: Iterable<string>): CategoryFilter {
  return { kind: 'restricted', allowed: ALL, groups: new Set(groups) };
}

/** Returns the filter of a caller. @param isExact whether hidden documents must not influence its results either */
export function seenBy(asker: string, filter: CategoryFilter, isExact: boolean): CategoryFilter {
  if (filter.kind === 'unrestricted') return filter;
  return { ...filter, asker, ...(isExact ? { world: { allowed: filter.allowed, groups: filter.groups } } : {}) };
}

/** Returns the filter of the documents whose words, counts and vectors may influence the results of a request. */
export function visibilityScope(filter: CategoryFilter): CategoryFilter {
  if (filter.kind === 'unrestricted' || filter.world === undefined) return UNRESTRICTED;
  return { kind: 'restricted', ...filter.world, world: filter.world };
}

/** Whether the filter is limited to some categories. A filter that only groups limit is not. */
export function limitsCategories(filter: CategoryFilter): boolean {
  return filter.kind === 'restricted' && filter.allowed !== ALL;
}

/** Returns the same filter for data that has categories and no groups. */
export function withoutGroups(filter: CategoryFilter): CategoryFilter {
  if (filter.kind === 'unrestricted' || filter.allowed === ALL) return UNRESTRICTED;
  const world = filter.world === undefined ? {} : { world: { ...filter.world, groups: ALL } };
  return { ...filter, groups: ALL, ...world };
}

/** Whether values that were learned from all documents may be used: the caller is limited neither in categories nor in what influences it. */
export function mayUseSharedModels(filter: CategoryFilter): boolean {
  return !limitsCategories(filter) && visibilityScope(filter).kind === 'unrestricted';
}

/**
 * Whether the filter allows a category: one of the path's prefixes is allowed. Path must be valid. A document needs `admits`: it may have
 * groups.
 */
export function allows(filter: CategoryFilter, path: CategoryPath): boolean {
  if (filter.kind === 'unrestricted') return true;
  const { allowed } = filter;
  if (allowed === ALL) return true;
  if (allowed.size === 0) return false;
  return foldedPrefixes(path).some((prefix) => allowed.has(prefix));
}

/** Whether the filter admits documents with these groups; none are open to every group. */
export function admitsGroups(filter: CategoryFilter, groups: AccessGroups): boolean {
  if (filter.kind === 'unrestricted' || groups.length === 0) return true;
  const { groups: own } = filter;
  return own === ALL || groups.some((group) => own.has(group));
}

/** Whether a document passes: its category is allowed, and it has no groups or one of the caller's. */
export function admits(filter: CategoryFilter, { canonicalPath, groups }: DocumentPlace): boolean {
  return allows(filter, canonicalPath) && admitsGroups(filter, groups);
}

/** Whether one allowed key is at or below another (label by label, not letter by letter). */
function isWithin(key: string, ancestor: string): boolean {
  return key === ancestor || key.startsWith(`${ancestor}/`);
}

function coversSet(
  wide: Visible['allowed'],
  narrow: Visible['allowed'],
  has: (all: ReadonlySet<string>, one: string) => boolean,
) {
  if (wide === ALL) return true;
  return narrow !== ALL && [...narrow].every((one) => has(wide, one));
}

/** Whether the first filter passes all that the second passes. */
export function covers(wide: CategoryFilter, narrow: CategoryFilter): boolean {
  if (wide.kind === 'unrestricted') return true;
  if (narrow.kind === 'unrestricted') return false;
  return (
    coversSet(wide.allowed, narrow.allowed, (all, key) => [...all].some((ancestor) => isWithin(key, ancestor))) &&
    coversSet(wide.groups, narrow.groups, (all, group) => all.has(group))
  );
}

function commonPaths(a: Visible['allowed'], b: Visible['allowed']): Visible['allowed'] {
  if (a === ALL) return b;
  if (b === ALL) return a;
  const keys = new Set<string>();
  for (const x of a) {
    for (const y of b) {
      if (isWithin(x, y)) keys.add(x);
      else if (isWithin(y, x)) keys.add(y);
    }
  }
  return keys;
}

function commonGroups(a: Visible['groups'], b: Visible['groups']): Visible['groups'] {
  if (a === ALL) return b;
  if (b === ALL) return a;
  return new Set([...a].filter((group) => b.has(group)));
}

function common(a: Visible, b: Visible): Visible {
  return { allowed: commonPaths(a.allowed, b.allowed), groups: commonGroups(a.groups, b.groups) };
}

/**
 * Returns the filter that passes what both filters pass. The visibility scope of the key is unchanged when a request narrows the filter.
 * Of two filters with groups, only common groups stay: a document with one group of each passes neither way.
 */
export function intersect(a: CategoryFilter, b: CategoryFilter): CategoryFilter {
  if (a.kind === 'unrestricted') return b;
  if (b.kind === 'unrestricted') return a;
  const world = a.world === undefined || b.world === undefined ? (a.world ?? b.world) : common(a.world, b.world);
  const asker = a.asker ?? b.asker;
  const written = [...(a.written ?? []), ...(b.written ?? [])].toSorted((x, y) => (foldPath(x) < foldPath(y) ? -1 : 1));
  return {
    kind: 'restricted',
    ...common(a, b),
    ...(world === undefined ? {} : { world }),
    ...(asker === undefined ? {} : { asker }),
    ...(written.length === 0 ? {} : { written }),
  };
}

const keyOfSet = (set: Visible['allowed']): string => (set === ALL ? '*' : JSON.stringify([...set].sort()));

const keyOfVisible = ({ allowed, groups }: Visible): string =>
  groups === ALL ? keyOfSet(allowed) : `${keyOfSet(allowed)} in ${keyOfSet(groups)}`;

/** Stable text of a filter, for cache keys and logs. */
export function filterKey(filter: CategoryFilter): string {
  if (filter.kind === 'unrestricted') return '*';
  const own = keyOfVisible(filter);
  return filter.world === undefined ? own : `${own} of ${keyOfVisible(filter.world)}`;
}

/** Stable text of a filter and its caller, for caches of results. */
export function askerKey(filter: CategoryFilter): string {
  return JSON.stringify([filterKey(filter), filter.kind === 'unrestricted' ? undefined : filter.asker]);
}

/** The allowed categories as a sorted list, for logs and traces; null for all. */
export function allowedList(filter: CategoryFilter): string[] | null {
  return filter.kind === 'unrestricted' || filter.allowed === ALL ? null : [...filter.allowed].sort();
}

/** The allowed categories as they were written, sorted, for people to read; null for all. */
export function allowedPaths(filter: CategoryFilter): readonly CategoryPath[] | null {
  if (filter.kind === 'unrestricted' || filter.allowed === ALL) return null;
  const written = new Map((filter.written ?? []).map((path) => [foldPath(path), displayPath(path)]));
  return [...filter.allowed].sort().map((key) => written.get(key) ?? pathOfKey(key));
}

const named = (paths: readonly CategoryPath[]): string => paths.map((path) => path.join(' > ')).join(', ');

/** The allowed categories in a sentence of any language: the first of them, and how many there are. */
function openTo(filter: CategoryFilter): string {
  const allowed = allowedPaths(filter) ?? [];
  if (allowed.length <= MOST_NAMED) return allowed.length === 0 ? '–' : named(allowed);
  return `${named(allowed.slice(0, MOST_NAMED))}, … (${allowed.length})`;
}

/** A refusal that names the category, and those that are allowed, as people write them. @param what would be stored */
export function outsideAllowed(filter: CategoryFilter, path: CategoryPath, what: 'cases' | 'documents'): DomainError {
  const [refused, open] = [named([path]), openTo(filter)];
  return new DomainError(
    'forbidden',
    'outside-key',
    what === 'documents'
      ? `You may not store documents under ${refused}. Categories open to you: ${open}.`
      : `You may not store cases under ${refused}. Categories open to you: ${open}.`,
  );
}

/** The groups as a sorted list, for logs and traces; null for all. */
export function groupList(filter: CategoryFilter): string[] | null {
  return filter.kind === 'unrestricted' || filter.groups === ALL ? null : [...filter.groups].sort();
}

/** Returns the filter of documents at or below a path; every document without one. */
export function atOrBelow(path: CategoryPath | undefined): CategoryFilter {
  return path === undefined ? UNRESTRICTED : { kind: 'restricted', allowed: new Set([foldPath(path)]), groups: ALL };
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

/** The paths of a valid filter of a request as they were written; undefined if it limits nothing. */
export function requestedPaths(filters: unknown): readonly (readonly string[])[] | undefined {
  if (typeof filters !== 'object' || filters === null) return undefined;
  const paths: unknown = Object.entries(filters).find(([key]) => key === 'allowed_category_paths')?.[1];
  return isPathList(paths) ? paths : undefined;
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
