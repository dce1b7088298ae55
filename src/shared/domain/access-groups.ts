import { nameFault } from './visible-name.js';

/** Names of groups: distinct, in normal form, sorted. An empty list on a document means that it has no groups. */
export type AccessGroups = readonly string[];

/** Limits of a group's name and of the lists of groups. */
export const GROUP_LIMITS = { nameLength: 100, perDocument: 50, perKey: 200 } as const;

/** The rule of a group's name, to follow the name of its field. */
const GROUP_NAME_RULE = `must have 1..${GROUP_LIMITS.nameLength} characters, not only blanks`;

/**
 * Checks the name of a group. Any script is allowed; upper and lower case differ, as in directories and tokens.
 * @returns the broken rule, to follow the name of its field; undefined for a valid name
 */
export function groupNameFault(name: unknown): string | undefined {
  if (typeof name !== 'string') return 'must be a string';
  const { length } = normalName(name);
  if (length < 1 || length > GROUP_LIMITS.nameLength) return GROUP_NAME_RULE;
  return nameFault(name);
}

/** Names are compared after NFC normalization, without blanks around them. */
function normalName(name: string): string {
  return name.normalize('NFC').trim();
}

/**
 * Returns valid names as they are stored and compared.
 * @example accessGroups([' staff ', 'board', 'staff']); // ['board', 'staff']
 */
export function accessGroups(names: Iterable<string>): AccessGroups {
  return [...new Set([...names].map(normalName))].sort();
}

/** Whether two lists of stored names are equal. */
export function sameGroups(a: AccessGroups, b: AccessGroups): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

/** The stored text of a list of groups; lists with the same groups have the same text. */
export function groupsText(groups: AccessGroups): string {
  return JSON.stringify(accessGroups(groups));
}

/** The stored text of the groups of a document that has none. */
export const NO_GROUPS_TEXT = '[]';

/**
 * Reads a stored list of groups.
 * @throws Error for a damaged list: a document must not lose its groups by it
 */
export function readGroups(json: string): AccessGroups {
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string'))
    throw new Error(
      `The stored groups ${json.slice(0, 100)} are not a list of names; restore the store from a backup.`,
    );
  return value;
}
