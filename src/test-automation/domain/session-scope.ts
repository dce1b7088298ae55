import { CategoryFilter, intersect, restrictedTo, UNRESTRICTED, Visible } from '../../shared/domain/category-filter.js';

/**
 * The permissions of a session in storable form: the folded keys of the allowed paths of its owner, its groups, and everything else that influences its
 * results; null is everything. Documents, verification searches and this system's own answers are all limited to it.
 */
export type SessionScope =
  | (VisibleScope & {
      /** An earlier release stored a list of paths. */
      readonly world: VisibleScope | readonly string[] | null;
    })
  | null;

/** Null is all, in both members. A scope of an earlier release has no groups: then only documents without groups are in it. */
interface VisibleScope {
  readonly allowed: readonly string[] | null;
  readonly groups?: readonly string[] | null;
}

export function scopeOf(filter: CategoryFilter): SessionScope {
  if (filter.kind === 'unrestricted') return null;
  return { ...visibleScope(filter), world: filter.world === undefined ? null : visibleScope(filter.world) };
}

export function filterOf(scope: SessionScope): CategoryFilter {
  if (scope === null) return UNRESTRICTED;
  const { world } = scope;
  const own = { kind: 'restricted', ...visible(scope) } as const;
  if (world === null) return own;
  return { ...own, world: visible('allowed' in world ? world : { allowed: world }) };
}

const listOf = (set: ReadonlySet<string> | null) => (set === null ? null : [...set].sort());
const setOf = (list: readonly string[] | null) => (list === null ? null : new Set(list));

function visibleScope({ allowed, groups }: Visible): VisibleScope {
  return { allowed: listOf(allowed), groups: listOf(groups) };
}

function visible({ allowed, groups = [] }: VisibleScope): Visible {
  return { allowed: setOf(allowed), groups: setOf(groups) };
}

/** The part of a scope in some categories; the whole scope without them. */
export function scopeWithin(scope: SessionScope, categories: readonly (readonly string[])[] | undefined): SessionScope {
  return categories === undefined ? scope : scopeOf(intersect(filterOf(scope), restrictedTo(categories)));
}

/** The documents that the target of a session searches. */
export function targetScopeOf({
  scope,
  targetScope,
}: {
  readonly scope: SessionScope;
  readonly targetScope?: SessionScope | undefined;
}): SessionScope {
  return targetScope === undefined ? scope : targetScope;
}

/** A document that questions are made from. */
export interface SourceDocument {
  readonly documentId: string;
  readonly title: string;
  readonly text: string;
  readonly canonicalPath: readonly string[];
  readonly version: string | null;
  /** `YYYY-MM-DD` */
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
}

/** A passage as the search stores it. */
export interface SourcePassage {
  readonly chunkId: string;
  readonly text: string;
}

/** The documents of the store that a session may see. */
export abstract class DocumentSource {
  abstract documents(scope: SessionScope, signal: AbortSignal): AsyncIterable<SourceDocument>;
  /** Undefined for one that does not exist or is outside the scope. */
  abstract one(documentId: string, scope: SessionScope, signal: AbortSignal): Promise<SourceDocument | undefined>;
  /** All passages of a document; none of one that does not exist or is outside the scope. */
  abstract passages(documentId: string, scope: SessionScope, signal: AbortSignal): Promise<readonly SourcePassage[]>;
}
