import { AccessGroups, accessGroups } from '../../shared/domain/access-groups.js';
import { CategoryPath, displayPath, foldPath } from '../../shared/domain/category-path.js';
import { Scope, SCOPES } from './caller.js';

/** What the members of one group of the provider get. */
export interface MappingRule {
  /** Name of the group at the provider, compared exactly. */
  readonly providerGroup: string;
  readonly scopes: readonly Scope[];
  /** Categories that the group adds; null adds all, an empty list none. */
  readonly allowedCategoryPaths: readonly CategoryPath[] | null;
  /** Groups of documents that the group adds. */
  readonly groups: readonly string[];
}

/** A version of the mapping. Version 0 is the empty one, before the first change. */
export interface MappingVersion {
  readonly version: number;
  readonly rules: readonly MappingRule[];
  readonly createdAt: string | null;
  readonly createdBy: string | null;
}

/** Rights in the form of those of a key. */
export interface UserGrant {
  readonly scopes: readonly Scope[];
  readonly allowedCategoryPaths: readonly CategoryPath[] | null;
  readonly groups: AccessGroups;
}

const NOTHING: UserGrant = { scopes: [], allowedCategoryPaths: [], groups: [] };

/** A rule in the form in which it is stored and compared. */
export const storedRule = ({ providerGroup, scopes, allowedCategoryPaths, groups }: MappingRule): MappingRule => ({
  providerGroup,
  scopes: SCOPES.filter((scope) => scopes.includes(scope)),
  allowedCategoryPaths: allowedCategoryPaths?.map(displayPath) ?? null,
  groups: accessGroups(groups),
});

/** What somebody without a group gets. */
export const NO_MAPPING: MappingVersion = { version: 0, rules: [], createdAt: null, createdBy: null };

/**
 * Returns the rights of a member of these groups: the scopes, categories and groups of all their rules together. A group without a rule
 * gives nothing.
 */
export function grantOf(providerGroups: readonly string[], rules: readonly MappingRule[]): UserGrant {
  const member = new Set(providerGroups);
  const own = rules.filter(({ providerGroup }) => member.has(providerGroup));
  if (own.length === 0) return NOTHING;
  const paths = own.map(({ allowedCategoryPaths }) => allowedCategoryPaths);
  const listed = paths.flatMap((list) => list ?? []);
  return {
    scopes: SCOPES.filter((scope) => own.some(({ scopes }) => scopes.includes(scope))),
    allowedCategoryPaths: paths.includes(null)
      ? null
      : [...new Map(listed.map((path) => [foldPath(path), path])).values()],
    groups: accessGroups(own.flatMap(({ groups }) => groups)),
  };
}

/** Every version of the mapping; the newest is in force for the next request on every process. */
export abstract class GroupMappings {
  abstract current(): Promise<MappingVersion>;
  /** Newest first. @param before version before which the list begins */
  abstract list(before: number, limit: number): Promise<readonly MappingVersion[]>;
  /** Adds a version. @returns false if there is a version with this number: another change came first */
  abstract add(version: MappingVersion & { readonly createdAt: string; readonly createdBy: string }): Promise<boolean>;
}
