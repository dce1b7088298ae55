import { limitsCategories } from '../../shared/domain/category-filter.js';
import { ApiKey, StatisticsRule, visibleTo } from './api-key.js';
import { StatisticsSetting } from './statistics-setting.js';

/** Port: whether any document has groups. As long as none has, keys without categories are ranked by the whole store. */
export abstract class GroupsInUse {
  abstract any(): Promise<boolean>;
}

/** How invisible documents influence the results of a key now. The store is asked only for a key that groups alone limit. */
export async function statisticsRule(
  key: ApiKey,
  { exact }: StatisticsSetting,
  groups: GroupsInUse,
): Promise<StatisticsRule> {
  const filter = visibleTo(key);
  const isLimitedByGroups = filter.kind === 'restricted' && !limitsCategories(filter);
  return { exact, groupsInUse: exact && isLimitedByGroups && (await groups.any()) };
}
