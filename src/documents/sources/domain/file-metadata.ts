import { accessGroups, AccessGroups, GROUP_LIMITS, groupNameFault } from '../../../shared/domain/access-groups.js';
import { nameFault } from '../../../shared/domain/visible-name.js';
import { SourceError } from './source-connector.js';
import { isCalendarDay } from '../../../text/values/calendar-day.js';

/** What a file states about its document, in its front matter or in a side file. */
export interface FileMetadata {
  readonly title?: string;
  readonly date?: string;
  readonly version?: string;
  readonly effectiveFrom?: string;
  readonly effectiveTo?: string;
  /** Groups that may read the document, from `access`; at least one. */
  readonly groups?: AccessGroups;
}

/** Longer front matter is treated as text between two rules. */
const MAX_FRONT_MATTER_LINES = 100;
/** The part of the file that is searched for front matter. */
export const FRONT_MATTER_BYTES = 32_768;
const MAX_TITLE = 500;
const MAX_VERSION = 100;

/** The lines of a text that begins like front matter. Other texts, which are most, are not split. */
function linesFromRule(text: string): readonly string[] | undefined {
  const start = text.replace(/^\ufeff/u, '');
  return start.split('\n', 1)[0]?.trimEnd() === '---' ? start.split('\n') : undefined;
}

/** The lines between `---` at the start of a text and the next `---` or `...`; undefined without front matter. */
export function frontMatterOf(text: string): string | undefined {
  const lines = linesFromRule(text);
  if (lines === undefined) return undefined;
  const end = lines
    .slice(0, MAX_FRONT_MATTER_LINES + 2)
    .findIndex((line, i) => i > 0 && ['---', '...'].includes(line.trimEnd()));
  return end < 0 ? undefined : lines.slice(1, end).join('\n');
}

/** A line of front matter that restricts the readers, in any spelling of the word. */
const ACCESS_LINE = /^access *:/iu;

/**
 * Whether a text begins like front matter that restricts its readers and has no end within the limit: it would be stored as text that every
 * key may see.
 */
export function hasUnreadAccess(text: string): boolean {
  const isOpen = linesFromRule(text)?.some((line) => ACCESS_LINE.test(line)) ?? false;
  return isOpen && frontMatterOf(text) === undefined;
}

/** YAML parses an unquoted day as a timestamp. */
function dayOf(value: unknown): string | undefined {
  const text = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  if (typeof text !== 'string') return undefined;
  const day = /^(\d{4}-\d{2}-\d{2})(?:T00:00:00(?:\.000)?Z)?$/u.exec(text)?.[1];
  return day !== undefined && isCalendarDay(day) ? day : undefined;
}

function day(fields: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = fields.get(name);
  if (value === undefined || value === null) return undefined;
  const found = dayOf(value);
  if (found === undefined) throw new SourceError(`Its ${name} must be a day that exists, as YYYY-MM-DD; correct it.`);
  return found;
}

function label(fields: ReadonlyMap<string, unknown>, name: string, most: number): string | undefined {
  const value = fields.get(name);
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'number' ? String(value) : (dayOf(value) ?? value);
  if (typeof text !== 'string' || text.trim() === '' || text.length > most || nameFault(text) !== undefined)
    throw new SourceError(`Its ${name} must be a text of 1..${most} visible characters; correct it.`);
  return text.trim();
}

/**
 * The groups of `access`. A list that cannot be read must not become a document for everybody, so it fails the file.
 * @example groups(new Map([['access', ['staff', 'board']]])) // ['board', 'staff']
 */
function groups(fields: ReadonlyMap<string, unknown>): AccessGroups | undefined {
  const spelling = [...fields.keys()].find((name) => name !== 'access' && name.toLowerCase() === 'access');
  if (spelling !== undefined)
    throw new SourceError(`Its member '${spelling}' is not known; write 'access' in lower case.`);
  if (!fields.has('access')) return undefined;
  const value = fields.get('access');
  if (!Array.isArray(value) || value.length === 0 || value.length > GROUP_LIMITS.perDocument)
    throw new SourceError(
      `Its access must be a list of 1..${GROUP_LIMITS.perDocument} groups, for example [staff, board]; correct it, or remove it for a document without groups.`,
    );
  const names: readonly unknown[] = value;
  const fault = names.map(groupNameFault).find((each) => each !== undefined);
  if (fault !== undefined) throw new SourceError(`A group of its access ${fault}; correct it.`);
  return accessGroups(names.filter((name) => typeof name === 'string'));
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the known members of a map; other members are for other programs.
 * @throws SourceError for an invalid day, text or list of groups
 */
export function readMetadata(value: unknown): FileMetadata {
  if (!isMap(value)) return {};
  const fields = new Map<string, unknown>(Object.entries(value));
  const known = {
    title: label(fields, 'title', MAX_TITLE),
    date: day(fields, 'date'),
    version: label(fields, 'version', MAX_VERSION),
    effectiveFrom: day(fields, 'effective_from'),
    effectiveTo: day(fields, 'effective_to'),
    groups: groups(fields),
  };
  return Object.fromEntries(Object.entries(known).filter(([, each]) => each !== undefined));
}

/** Extensions of side files; the rest of the name is that of the file they describe. */
const SIDE_ENDINGS = ['.meta.yaml', '.meta.yml', '.meta.json'];

/** The path of the file that a side file is about; undefined for other files. @example sideOf('a.pdf.meta.yaml') // 'a.pdf' */
export function sideOf(path: string): string | undefined {
  const ending = SIDE_ENDINGS.find((each) => path.endsWith(each) && path.length > each.length);
  return ending === undefined ? undefined : path.slice(0, -ending.length);
}
