import { StatisticsRule } from './api-key.js';
import { StatisticsSetting } from './statistics-setting.js';

/** Port: whether any document has groups. As long as none has, keys without categories are ranked by the whole store. */
export abstract class GroupsInUse {
  abstract any(): Promise<boolean>;
}

/** How invisible documents influence results now. */
export async function statisticsRule({ exact }: StatisticsSetting, groups: GroupsInUse): Promise<StatisticsRule> {
  return { exact, groupsInUse: exact && (await groups.any()) };
}
