import { CategoryFilter, limitsCategories } from '../../shared/domain/category-filter.js';
import { StatisticsRule } from './api-key.js';
import { StatisticsSetting } from './statistics-setting.js';

/** Port: whether any document has groups. As long as none has, keys without categories are ranked by the whole store. */
export abstract class GroupsInUse {
  abstract any(): Promise<boolean>;
}

/**
 * How invisible documents influence the results of a caller now. The store is asked only for a caller whom groups alone limit.
 * @param filter what the caller may see
 */
export async function statisticsRule(
  filter: CategoryFilter,
  { exact }: StatisticsSetting,
  groups: GroupsInUse,
): Promise<StatisticsRule> {
  const isLimitedByGroups = filter.kind === 'restricted' && !limitsCategories(filter);
  return { exact, groupsInUse: exact && isLimitedByGroups && (await groups.any()) };
}
