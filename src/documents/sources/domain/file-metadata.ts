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

/** Characters of front matter, with its rules. */
const MAX_FRONT_MATTER = 65_536;
const MAX_TITLE = 500;
const MAX_VERSION = 100;

/** The line ends of stored texts, and that of old Macs. */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
/** After blank lines, byte order marks and other characters that nobody sees. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;
/** Comments of YAML and of Markdown, and directives of YAML. */
const COMMENTS = /^(?:(?:[#%][^\n]*(?:\n|$)|<!--.*?-->)\s*)+/su;
const RULE = /^---[^\S\n]*(?:#[^\n]*|ya?ml|json)?(?:\n|$)/iu;
const END = /^(?:---|\.\.\.)[^\S\n]*$/mu;
const KEY = /^["']?[\p{L}_][\p{L}\p{N}_ .-]{0,99}["']?[^\S\n]{0,9}:(?:\s|$)|^\{|^\?\s/u;
/** A member that restricts the readers, in any spelling of the word. */
const ACCESS = /(?:(?:^|\n)(?:[^\S\n]{0,100}-\s)?|[{,?])[^\S\n]{0,100}["']?access["']?\s{0,9}:/iu;

/**
 * The front matter of a text: the lines between `---` at its start and the next `---` or `...`. Blank lines may precede it; after comments,
 * which are headings in Markdown, lines between two rules are front matter only if they have an access.
 * @returns undefined for a text without front matter, which may begin with a rule
 * @throws SourceError if it has no end within the limit: a restricted file would be stored as text that every key may see
 */
export function frontMatterOf(text: string): string | undefined {
  const first = text.search(VISIBLE);
  if (first < 0) return undefined;
  const start = text.slice(first, first + MAX_FRONT_MATTER).replace(LINE_END, '\n');
  const shown = start.replace(COMMENTS, '');
  const rule = RULE.exec(shown)?.[0];
  if (rule === undefined) return undefined;
  const rest = shown.slice(rule.length);
  const end = END.exec(rest)?.index;
  const block = rest.slice(0, end).trimEnd();
  if (end !== undefined && block === '') return '';
  const hasKey = KEY.test(block.trimStart().replace(COMMENTS, ''));
  const hasAccess = ACCESS.test(block);
  if (start === shown ? !hasKey && !hasAccess : !hasKey || !hasAccess) return undefined;
  if (end !== undefined) return block;
  throw new SourceError(
    `Its front matter has no end within ${MAX_FRONT_MATTER} characters; end it with a line ---, or shorten it.`,
  );
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
  const spelling = [...fields.keys()].find(
    (name) => name !== 'access' && name.normalize('NFKC').trim().toLowerCase() === 'access',
  );
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

const SIDE_NAME = /^(.*[^/])\.meta\.(?:ya?ml|json)\s*$/isu;

/** The path of the file that a side file is about; undefined for other files. @example sideOf('a.pdf.meta.yaml') // 'a.pdf' */
export function sideOf(path: string): string | undefined {
  return SIDE_NAME.exec(path)?.[1];
}

/** The same names in an order that a limit cannot part: no file is listed without its side file. */
export function sidesFirst<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const isSide = (item: T) => sideOf(nameOf(item)) !== undefined;
  return [...items.filter(isSide), ...items.filter((item) => !isSide(item))];
}

/**
 * The side files of each file. One whose file is not there is about the file whose name differs in the case of letters alone.
 * @param paths of all files
 */
export function sidesIn(paths: ReadonlySet<string>): (path: string) => readonly string[] {
  const sides = new Map<string, string[]>();
  const folded = (path: string) => `/${path.toLowerCase()}`;
  for (const path of paths) {
    const about = sideOf(path);
    if (about === undefined) continue;
    const key = paths.has(about) ? about : folded(about);
    sides.set(key, [...(sides.get(key) ?? []), path]);
  }
  return (path) => [...(sides.get(path) ?? []), ...(sides.get(folded(path)) ?? [])];
}

/** Why none of several side files counts. */
export function severalSides(sides: readonly string[]): string {
  return `It has ${sides.length} side files: ${sides.join(', ')}; keep one.`;
}
