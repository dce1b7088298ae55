import type { MappingRule, Person } from '../../api/people.js';

/** What rules give a member of some groups, as the server reads them. */
export interface Grant {
  readonly scopes: readonly string[];
  /** Null: all categories. */
  readonly paths: readonly (readonly string[])[] | null;
  readonly groups: readonly string[];
}

const distinct = <T>(values: readonly T[], keyOf: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];

/** The scopes, categories and groups of all rules of these groups together; without a rule nothing. */
export function grantOf(providerGroups: readonly string[], rules: readonly MappingRule[]): Grant {
  const own = rules.filter(({ provider_group: group }) => providerGroups.includes(group));
  const paths = own.map(({ allowed_category_paths: listed }) => listed);
  return {
    scopes: distinct(
      own.flatMap(({ scopes }) => scopes),
      (scope) => scope,
    ),
    paths: paths.includes(null)
      ? null
      : distinct(
          paths.flatMap((listed) => listed ?? []),
          (path) => JSON.stringify(path).toLowerCase(),
        ),
    groups: distinct(
      own.flatMap(({ groups }) => groups),
      (group) => group,
    ),
  };
}

/** The same grant has the same text, in whichever order its parts are. */
function keyOf({ scopes, paths, groups }: Grant): string {
  const sortedPaths = paths?.map((path) => JSON.stringify(path)).toSorted() ?? null;
  return JSON.stringify([scopes.toSorted(), sortedPaths, groups.toSorted()]);
}

/** A person whose rights other rules would change. */
export interface Affected {
  readonly person: Person;
  readonly before: Grant;
  readonly after: Grant;
}

/** The active people who get other rights by the new rules. */
export function affectedBy(
  people: readonly Person[],
  before: readonly MappingRule[],
  after: readonly MappingRule[],
): readonly Affected[] {
  return people
    .filter(({ active }) => active)
    .map((person) => ({
      person,
      before: grantOf(person.provider_groups, before),
      after: grantOf(person.provider_groups, after),
    }))
    .filter(({ before: earlier, after: later }) => keyOf(earlier) !== keyOf(later));
}

/** A group whose rule differs between two versions. */
export interface RuleChange {
  readonly group: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly before: Grant | undefined;
  readonly after: Grant | undefined;
}

function ruleGrant(rules: readonly MappingRule[], group: string): Grant | undefined {
  return rules.some(({ provider_group: name }) => name === group) ? grantOf([group], rules) : undefined;
}

const kindOf = (before: Grant | undefined, after: Grant | undefined): RuleChange['kind'] =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';

/** The difference of two versions of the rules, by group; the order of rules gives nothing and is none. */
export function ruleChanges(before: readonly MappingRule[], after: readonly MappingRule[]): readonly RuleChange[] {
  const names = distinct(
    [...before, ...after].map(({ provider_group: group }) => group),
    (group) => group,
  );
  return names
    .map((group) => {
      const [earlier, later] = [ruleGrant(before, group), ruleGrant(after, group)];
      return { group, kind: kindOf(earlier, later), before: earlier, after: later };
    })
    .filter(({ before: earlier, after: later }) =>
      earlier === undefined || later === undefined ? true : keyOf(earlier) !== keyOf(later),
    );
}

const pathKey = (path: readonly string[]): string => JSON.stringify(path).normalize('NFC').toLowerCase();

/**
 * The categories of a rule that no document is in: they may be misspelt, or may still get documents.
 * @param paths of the rule; null for all categories
 */
export function categoriesWithoutDocuments(
  paths: MappingRule['allowed_category_paths'],
  existing: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const known = new Set(existing.map(pathKey));
  return (paths ?? []).filter((path) => !known.has(pathKey(path)));
}
