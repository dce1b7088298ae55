import { ALL, allowedList, CategoryFilter, covers, groupList } from '../../shared/domain/category-filter.js';

/**
 * What the person could see whose question became a case: folded categories and groups, null for all. Words of a question are for who sees
 * all that its author sees: to others there is no such case.
 */
export interface CaseAuthor {
  readonly categories: readonly string[] | null;
  readonly groups: readonly string[] | null;
}

export function authorOf(filter: CategoryFilter): CaseAuthor {
  return { categories: allowedList(filter), groups: groupList(filter) };
}

/** @param author undefined: the case was written for everybody who sees its category */
export function coversAuthor(filter: CategoryFilter, author: CaseAuthor | undefined): boolean {
  if (author === undefined) return true;
  const setOf = (list: readonly string[] | null) => (list === null ? ALL : new Set(list));
  return covers(filter, { kind: 'restricted', allowed: setOf(author.categories), groups: setOf(author.groups) });
}

const isList = (value: unknown): value is readonly string[] | null =>
  value === null || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

/** As it is stored and exported; undefined for anything else. */
export function readAuthor(value: unknown): CaseAuthor | undefined {
  if (typeof value !== 'object' || value === null || !('categories' in value) || !('groups' in value)) return undefined;
  const { categories, groups } = value;
  return isList(categories) && isList(groups) ? { categories, groups } : undefined;
}
