import { pathFaults } from '../../../shared/domain/category-path.js';
import { Fault } from '../../../shared/domain/domain-error.js';
import { pointerToken } from '../../../shared/domain/json-pointer.js';
import { PathPatterns } from './file-mapping.js';
import { SourceSettings } from './source.js';

/** Variables that a source may read. No setting of the server has such a name, so that none of its secrets can be sent. */
export const SOURCE_SECRET = /^SOURCE_SECRET_[A-Z0-9_]+$/;
const SOURCE_SECRET_RULE =
  'must be the name of an environment variable that starts with SOURCE_SECRET_, for example SOURCE_SECRET_WIKI';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const HEADER_VALUE = /^[\x20-\x7e]{0,4000}$/;
/** They frame the message; a source that could set them could smuggle a second request. */
const RESERVED_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
  'accept-encoding',
]);

function headerFaults({ headers }: SourceSettings): Fault[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const pointer = `/headers/${pointerToken(name)}`;
    if (!HEADER_NAME.test(name) || RESERVED_HEADERS.has(name.toLowerCase()))
      return [{ pointer, detail: 'is not a header that can be set; remove it' }];
    const text = typeof value === 'string' ? value : value.prefix;
    const faults = HEADER_VALUE.test(text) ? [] : [{ pointer, detail: 'must be printable ASCII text' }];
    const isSafe = typeof value === 'string' || SOURCE_SECRET.test(value.secret);
    return isSafe ? faults : [...faults, { pointer: `${pointer}/secret`, detail: SOURCE_SECRET_RULE }];
  });
}

function patternFaults(list: readonly string[], at: string, patterns: PathPatterns): Fault[] {
  return list.flatMap((pattern, i) => {
    const detail = patterns.faultOf(pattern);
    return detail === undefined ? [] : [{ pointer: `${at}/${i}`, detail }];
  });
}

function ruleFaults(settings: SourceSettings, patterns: PathPatterns): Fault[] {
  const category = settings.categoryRules.flatMap(({ match, path }, i) => {
    const detail = patterns.faultOf(match);
    const faults = pathFaults(path, `/category_rules/${i}/path`);
    return detail === undefined ? faults : [{ pointer: `/category_rules/${i}/match`, detail }, ...faults];
  });
  const dates = settings.dateRules.flatMap(({ match, effectiveFrom, effectiveTo }, i): Fault[] => {
    const at = `/date_rules/${i}`;
    const detail = patterns.faultOf(match);
    if (detail !== undefined) return [{ pointer: `${at}/match`, detail }];
    return effectiveFrom !== null && effectiveTo !== null && effectiveTo < effectiveFrom
      ? [{ pointer: `${at}/effective_to`, detail: `must not be before effective_from (${effectiveFrom})` }]
      : [];
  });
  return [...category, ...dates];
}

/** Everything that is wrong with the settings of a source, whatever its kind. @param kinds that are known */
export function settingsFaults(settings: SourceSettings, patterns: PathPatterns, kinds: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  if (!NAME.test(settings.name))
    faults.push({ pointer: '/name', detail: 'must be up to 60 letters, digits, blanks, dots, dashes and underscores' });
  if (!kinds.includes(settings.kind))
    faults.push({ pointer: '/kind', detail: `unknown kind '${settings.kind}'; known kinds: ${kinds.join(', ')}` });
  return [
    ...faults,
    ...pathFaults(settings.category, '/category'),
    ...headerFaults(settings),
    ...patternFaults(settings.include, '/include', patterns),
    ...patternFaults(settings.exclude, '/exclude', patterns),
    ...ruleFaults(settings, patterns),
  ];
}
