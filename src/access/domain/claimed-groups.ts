import { groupNameFault } from '../../shared/domain/access-groups.js';

/** More groups than a directory gives a person; a longer list is cut. */
const MOST_GROUPS = 1_000;

function memberOf(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.entries(holder).find(([key]) => key === name)?.[1];
}

/**
 * Reads the groups of a person from the claims of the provider. Anything that is not a list of names gives no group, and a name that no
 * mapping can have is left out.
 * @param claim name of the claim; dots lead into objects (`realm_access.roles`) unless a claim has exactly this name
 * @returns undefined without such a claim
 * @example claimedGroups({ realm_access: { roles: ['staff'] } }, 'realm_access.roles'); // ['staff']
 */
export function claimedGroups(claims: object, claim: string): readonly string[] | undefined {
  const exact = memberOf(claims, claim);
  const value: unknown =
    exact ?? claim.split('.').reduce<unknown>((holder, name) => memberOf(holder, name), claims) ?? undefined;
  if (value === undefined) return undefined;
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const valid = names.filter((name): name is string => groupNameFault(name) === undefined);
  return [...new Set(valid)].slice(0, MOST_GROUPS);
}
