import { CategoryFilter, UNRESTRICTED } from '../../shared/domain/category-filter.js';

/**
 * What a session may see, as it can be stored: the folded keys of the allowed paths of whoever started it, and of all that may have
 * an influence on what it gets; null is everything. Documents, verification searches and the system's own answers are all held
 * inside it.
 */
export type SessionScope = { readonly allowed: readonly string[]; readonly world: readonly string[] | null } | null;

export function scopeOf(filter: CategoryFilter): SessionScope {
  if (filter.kind === 'unrestricted') return null;
  return {
    allowed: [...filter.allowed].sort(),
    world: filter.world === undefined ? null : [...filter.world].sort(),
  };
}

export function filterOf(scope: SessionScope): CategoryFilter {
  if (scope === null) return UNRESTRICTED;
  const world = scope.world === null ? {} : { world: new Set(scope.world) };
  return { kind: 'restricted', allowed: new Set(scope.allowed), ...world };
}

/** What the target of a session looks through. */
export function targetScopeOf({
  scope,
  targetScope,
}: {
  readonly scope: SessionScope;
  readonly targetScope?: SessionScope | undefined;
}): SessionScope {
  return targetScope === undefined ? scope : targetScope;
}
