import { copyFile, mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { StoreFolders } from '../../shared/domain/store-files.js';
import { isKept } from '../domain/backup-files.js';

/** Names of databases. */
export const DATABASE = /\.db$/u;
/** Parts of a database that are useless without the rest. */
const SIDE_FILE = /\.db-(?:wal|shm|journal)$/u;
/** What a replica copied for its searches, and what a copy of a store has not finished. */
const NOT_KEPT = /(?:^|\/)search-mirror\.db$|\.unfinished(?:-wal|-shm|-journal|\.json)?(?:$|\/)/u;

/** A file of a store, and its name in a backup. */
export interface StoreFileName {
  readonly name: string;
  readonly file: string;
}

/** Files below a folder, relative, in order; none when it does not exist. */
export async function filesBelow(folder: string, skip: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !skip(name))
    .sort();
}

/** Flushed: a file that is only in the cache would be lost in a power failure. */
export async function flush(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const inBackup = (half: string, name: string): string => [half, ...name.split(path.sep)].join('/');

/** Files of a store with their names in a backup. @param except a folder that is being written below the store */
export async function dataOf({ store, cases }: StoreFolders, except?: string): Promise<StoreFileName[]> {
  // One folder may hold both; then nothing in it belongs elsewhere.
  const outside = [
    ...(path.resolve(cases) === path.resolve(store) ? [] : [cases]),
    ...(except === undefined ? [] : [path.resolve(except)]),
  ];
  const isForeign = (file: string): boolean =>
    outside.some((folder) => file.startsWith(folder + path.sep) || file.startsWith(`${folder}.unfinished${path.sep}`));
  const own = await filesBelow(
    store,
    (name) =>
      SIDE_FILE.test(name) ||
      NOT_KEPT.test(name) ||
      !isKept(inBackup('store', name)) ||
      isForeign(path.join(store, name)),
  );
  const ofCases = await filesBelow(
    cases,
    (name) => SIDE_FILE.test(name) || NOT_KEPT.test(name) || !isKept(inBackup('cases', name)),
  );
  return [
    ...own.map((name) => ({ name: path.join('store', name), file: path.join(store, name) })),
    ...ofCases.map((name) => ({ name: path.join('cases', name), file: path.join(cases, name) })),
  ];
}

/** Moves a file of a backup to its path in a store, atomically. @param name in the manifest */
export async function placeFile(backup: string, name: string, folders: StoreFolders): Promise<void> {
  const [half = '', ...rest] = name.split('/');
  const file = path.join(half === 'cases' ? folders.cases : folders.store, ...rest);
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.unfinished`;
  await copyFile(path.join(backup, name), unfinished);
  await flush(unfinished);
  await rename(unfinished, file);
  await flush(path.dirname(file));
}
