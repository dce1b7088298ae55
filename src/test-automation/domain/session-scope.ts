import { CategoryFilter, UNRESTRICTED } from '../../shared/domain/category-filter.js';

/**
 * The permissions of a session in storable form: the folded keys of the allowed paths of its owner, and everything else that influences its
 * results; null is everything. Documents, verification searches and this system's own answers are all limited to it.
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
