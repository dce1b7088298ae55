import { GROUP_LIMITS, groupNameFault } from '../../../shared/domain/access-groups.js';
import { pathFaults } from '../../../shared/domain/category-path.js';
import { Fault } from '../../../shared/domain/domain-error.js';
import { headerFaults } from '../../../shared/domain/header-faults.js';
import { periodFaults } from '../../domain/document.js';
import { PathPatterns } from './file-mapping.js';
import { SourceSettings } from './source.js';

/** Variables that a source may read. No setting of the server has such a name, so none of its secrets can be sent. */
export const SOURCE_SECRET = /^SOURCE_SECRET_[A-Z0-9_]+$/;
const SOURCE_SECRET_RULE =
  'must be the name of an environment variable that starts with SOURCE_SECRET_, for example SOURCE_SECRET_WIKI';

const HEADER_RULES = {
  at: '',
  secrets: { pattern: SOURCE_SECRET, rule: SOURCE_SECRET_RULE },
  reserved: ['accept-encoding'],
};
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

function patternFaults(list: readonly string[], at: string, patterns: PathPatterns): Fault[] {
  return list.flatMap((pattern, i) => {
    const detail = patterns.faultOf(pattern);
    return detail === undefined ? [] : [{ pointer: `${at}/${i}`, detail }];
  });
}

function groupFaults(groups: readonly string[], at: string): Fault[] {
  if (groups.length > GROUP_LIMITS.perDocument)
    return [{ pointer: at, detail: `must have at most ${GROUP_LIMITS.perDocument} groups` }];
  return groups.flatMap((name, i) => {
    const detail = groupNameFault(name);
    return detail === undefined ? [] : [{ pointer: `${at}/${i}`, detail }];
  });
}

function ruleFaults(settings: SourceSettings, patterns: PathPatterns): Fault[] {
  const category = settings.categoryRules.flatMap(({ match, path }, i) => {
    const detail = patterns.faultOf(match);
    const faults = pathFaults(path, `/category_rules/${i}/path`);
    return detail === undefined ? faults : [{ pointer: `/category_rules/${i}/match`, detail }, ...faults];
  });
  const groups = settings.groupRules.flatMap(({ match, groups: names }, i): Fault[] => {
    const detail = patterns.faultOf(match);
    const faults = groupFaults(names, `/group_rules/${i}/groups`);
    return detail === undefined ? faults : [{ pointer: `/group_rules/${i}/match`, detail }, ...faults];
  });
  const dates = settings.dateRules.flatMap(({ match, effectiveFrom, effectiveTo }, i): Fault[] => {
    const at = `/date_rules/${i}`;
    const detail = patterns.faultOf(match);
    if (detail !== undefined) return [{ pointer: `${at}/match`, detail }];
    return periodFaults({ effectiveFrom, effectiveTo }, at);
  });
  return [...category, ...groupFaults(settings.groups, '/groups'), ...groups, ...dates];
}

/**
 * Every fault in the settings of a source of any kind.
 * @param kinds known kinds
 */
export function settingsFaults(settings: SourceSettings, patterns: PathPatterns, kinds: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  if (!NAME.test(settings.name))
    faults.push({ pointer: '/name', detail: 'must be up to 60 letters, digits, blanks, dots, dashes and underscores' });
  if (!kinds.includes(settings.kind))
    faults.push({ pointer: '/kind', detail: `unknown kind '${settings.kind}'; known kinds: ${kinds.join(', ')}` });
  return [
    ...faults,
    ...pathFaults(settings.category, '/category'),
    ...headerFaults(settings.headers, HEADER_RULES),
    ...patternFaults(settings.include, '/include', patterns),
    ...patternFaults(settings.exclude, '/exclude', patterns),
    ...ruleFaults(settings, patterns),
  ];
}
