import { editionEnds } from './name-date.js';
import { FileMapping, FileRules } from './file-mapping.js';
import { severalSides, sideOf, sidesIn } from './file-metadata.js';
import { isEntry, Listed, SourceEntry, UnlistedPart } from './source-connector.js';
import { SourceFile } from './source-store.js';
import { SourceSettings } from './source.js';

/** A file in the source. */
export interface PlannedFile {
  readonly entry: SourceEntry;
  /** The side file, if it exists. */
  readonly side: SourceEntry | undefined;
  /** Why the side file cannot be used: nothing is stored of the file. */
  readonly fault: string | undefined;
  readonly mapping: FileMapping;
  /** Equal to that of the stored file: the file need not be read. Undefined if the source cannot determine it. */
  readonly version: string | undefined;
  readonly known: SourceFile | undefined;
}

/** The tasks of one run. */
export interface SyncPlan {
  readonly files: readonly PlannedFile[];
  /** Stored files that the source no longer has. */
  readonly gone: readonly SourceFile[];
  readonly unlisted: readonly UnlistedPart[];
  /** What the settings leave out, for the report. */
  readonly leftOut: readonly string[];
}

/** Whether a path may be in a folder that could not be listed. */
function isUnder(path: string, { folder }: UnlistedPart): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Changes with the reader of metadata: each file is read again. */
const METADATA_READER = 2;

function versionOf(entry: SourceEntry, side: SourceEntry | undefined, mapping: FileMapping): string | undefined {
  if (entry.version === undefined || (side !== undefined && side.version === undefined)) return undefined;
  return JSON.stringify([entry.version, side?.version ?? null, mapping, METADATA_READER]);
}

/** Whether the files inside a stored file were stored by an earlier reader, which did not look for their groups. */
export function hasUnreadParts({ documentId, documents, version }: SourceFile): boolean {
  return version !== '' && !version.endsWith(`,${METADATA_READER}]`) && documents.some((id) => id !== documentId);
}

/** Why the parts of a listing that have the name of a side file cannot be read, by their path. */
function unreadableSides(entries: Iterable<string>, unlisted: readonly UnlistedPart[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of entries)
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1))
      if (sideOf(path.slice(0, end)) !== undefined) found.set(path.slice(0, end), 'it is a folder');
  for (const { folder, reason } of unlisted) if (sideOf(folder) !== undefined) found.set(folder, reason);
  return found;
}

/**
 * Compares a listing with the stored files.
 * @param listed the whole listing; of a path that appears twice the first one counts
 */
export function planSync(
  listed: readonly Listed[],
  known: readonly SourceFile[],
  rules: FileRules,
  settings: SourceSettings,
): SyncPlan {
  const all = new Map<string, SourceEntry>();
  for (const each of listed) if (isEntry(each) && !all.has(each.path)) all.set(each.path, each);
  const unlisted = listed.filter((each) => 'reason' in each);
  const unreadable = unreadableSides(all.keys(), unlisted);
  const sidesOf = sidesIn(new Set([...all.keys(), ...unreadable.keys()]));
  const entries = [...all.values()].filter(({ path }) => sideOf(path) === undefined && rules.includes(path));
  const ends =
    settings.fileNameDate === 'effective_from'
      ? editionEnds(entries.map(({ path }) => path))
      : new Map<string, string>();
  const stored = new Map(known.map((file) => [file.path, file]));
  const files = entries.map((entry): PlannedFile => {
    const sides = sidesOf(entry.path);
    const [name = ''] = sides;
    const side = all.get(name);
    const reason = unreadable.get(name);
    const unread = reason === undefined ? undefined : `Its side file ${name} cannot be read: ${reason}.`;
    const fault = sides.length > 1 ? severalSides(sides) : unread;
    const mapping = rules.mapping(entry.path, ends.get(entry.path));
    const version = fault === undefined ? versionOf(entry, side, mapping) : undefined;
    return { entry, side, fault, mapping, version, known: stored.get(entry.path) };
  });
  const present = new Set(entries.map(({ path }) => path));
  const leftOut = listed.flatMap((each) => ('leftOut' in each ? [each.leftOut] : []));
  const isUnlisted = (path: string) => sideOf(path) === undefined && unlisted.some((part) => isUnder(path, part));
  const gone = known.filter(({ path }) => !present.has(path) && !isUnlisted(path));
  return { files, gone, unlisted, leftOut };
}

/** Whether the stored file is up to date, so it need not be read. */
export function isUnchanged({ known, version }: PlannedFile): boolean {
  return known !== undefined && known.state === 'stored' && version !== undefined && known.version === version;
}

/** Ids have at most this many characters; an archive's parts are added to them. */
const MAX_ID = 150;

/**
 * Candidate ids for a new file, simplest first: the name of the source and the path; then the same with a number, if another document has
 * the id (a file that was moved keeps its id).
 */
export function* documentIds(sourceName: string, path: string): Generator<string> {
  const whole = `${sourceName}/${path}`;
  const base =
    whole.length > MAX_ID ? `${whole.slice(0, MAX_ID / 2)}…${whole.slice(-MAX_ID / 2)}`.toWellFormed() : whole;
  yield base;
  for (let n = 2; ; n += 1) yield `${base} (${n})`;
}
