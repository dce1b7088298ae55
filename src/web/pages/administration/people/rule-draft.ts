import { KEY_SCOPES } from '../../api/keys.js';
import type { MappingRule } from '../../api/people.js';
import { typedLabels } from '../../documents/allowed-categories.js';
import { pathText } from '../../parts/labels.js';

/** A rule as it is typed. */
export interface RuleDraft {
  /** Of the row, for the rendering. */
  readonly id: number;
  readonly group: string;
  readonly scopes: readonly string[];
  readonly seesAll: boolean;
  /** One category a line. */
  readonly paths: string;
  /** Separated by commas. */
  readonly groups: string;
}

export const draftOf = (rule: MappingRule, id: number): RuleDraft => ({
  id,
  group: rule.provider_group,
  scopes: rule.scopes,
  seesAll: rule.allowed_category_paths === null,
  paths: (rule.allowed_category_paths ?? []).map(pathText).join('\n'),
  groups: rule.groups.join(', '),
});

/** The start of a new rule: its group may ask, about categories that are still to be chosen. */
export const newDraft = (id: number, group = ''): RuleDraft => ({
  id,
  group,
  scopes: ['query'],
  seesAll: false,
  paths: '',
  groups: '',
});

/** The rules as they are edited, with one more for a group that has none. */
export function draftsOf(rules: readonly MappingRule[], wanted: string | null): readonly RuleDraft[] {
  const drafts = rules.map(draftOf);
  const isNew = wanted !== null && wanted !== '' && !drafts.some(({ group }) => group === wanted);
  return isNew ? [...drafts, newDraft(drafts.length, wanted)] : drafts;
}

/** A rule that permits something and shows nothing: its group would find no document. */
export const showsNothing = ({ scopes, seesAll, paths }: RuleDraft): boolean =>
  scopes.length > 0 && !seesAll && paths.trim() === '';

export const ruleOf = ({ group, scopes, seesAll, paths, groups }: RuleDraft): MappingRule => ({
  provider_group: group.trim(),
  scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
  allowed_category_paths: seesAll
    ? null
    : paths
        .split('\n')
        .map(typedLabels)
        .filter((path) => path.length > 0),
  groups: groups
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
});
