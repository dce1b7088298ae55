import path from 'node:path';
import { parseArgs } from 'node:util';
import { FILE_NAME_DATES, REMOVAL_POLICIES } from '../domain/source.js';

export const SYNC_USAGE = `npx touchstone sync FOLDER      stores the documents of a folder; run it again, and they are in step with it
  --category A/B           category of the documents; the name of the folder by default
  --folders-as-categories  folders in it are categories below that
  --group G                group that may read the documents; may be repeated
  --include, --exclude P   glob patterns of files, such as "*.pdf" or "drafts/**"; may be repeated
  --file-name-date D       a date in a file name is effective_from (then files are editions) or date
  --removed R              documents of removed files: delete (default), or keep them out of force
  --watch                  the server looks for changes from now on
  --dry-run                says what would be done
  --name N, --server URL   name of the source; address of the server (http://HOST:PORT). Without a running server the command works on DATA_DIR.
A server with keys needs TOUCHSTONE_API_KEY (or ADMIN_API_KEY). Exit code: 0 done, 1 a file failed, 2 not done.`;

/** The command line could not be parsed; the message names the accepted options. */
export class SyncUsageError extends Error {}

export interface SyncOptions {
  /** Absolute. */
  readonly folder: string;
  readonly name: string;
  /** The settings on the command line; the others stay, or get their defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly dryRun: boolean;
  readonly server: string | undefined;
}

const OPTIONS = {
  category: { type: 'string' },
  'folders-as-categories': { type: 'boolean' },
  group: { type: 'string', multiple: true },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  'file-name-date': { type: 'string' },
  removed: { type: 'string' },
  watch: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  name: { type: 'string' },
  server: { type: 'string' },
} as const;

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new SyncUsageError(error instanceof Error ? error.message : 'The options cannot be read.');
  }
}

function oneOf(name: string, value: string | undefined, allowed: readonly string[]): string | undefined {
  if (value === undefined || allowed.includes(value)) return value;
  throw new SyncUsageError(`Unknown --${name} '${value}'. It takes one of ${allowed.join(', ')}.`);
}

/** The last folder as a name and a label. @example plainName('/srv/My: documents') // 'My documents' */
function plainName(folder: string): string {
  const name = path
    .basename(folder)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/ {2,}/gu, ' ');
  const plain = name
    .replace(/^[ ._-]+/u, '')
    .slice(0, 50)
    .trim();
  return plain === '' ? 'Documents' : plain;
}

/**
 * @param words the arguments after `sync`
 * @param cwd base of a relative folder
 * @throws SyncUsageError
 */
export function readSyncOptions(words: readonly string[], cwd: string): SyncOptions {
  const { values, positionals } = parse(words);
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new SyncUsageError('Name one folder.');
  const folder = path.resolve(cwd, given);
  const category = values.category?.split('/').map((label) => label.trim());
  const settings = {
    category,
    folders_as_categories: values['folders-as-categories'],
    groups: values.group,
    include: values.include,
    exclude: values.exclude,
    file_name_date: oneOf('file-name-date', values['file-name-date'], FILE_NAME_DATES),
    removed: oneOf('removed', values.removed, REMOVAL_POLICIES),
    watch: values.watch,
  };
  return {
    folder,
    name: values.name ?? plainName(folder),
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    dryRun: values['dry-run'] === true,
    server: values.server,
  };
}
