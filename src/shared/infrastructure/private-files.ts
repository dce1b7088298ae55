import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Bits of the rights of group and others. */
const OTHERS = 0o077;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Makes whatever this process writes from now on readable by its own user alone. Threads and child processes inherit it. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/** Makes a folder, with those above it, that its own user alone can enter. An existing one keeps its rights. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/** A folder like /tmp, which many users share and which is no store of its own. */
const STICKY = 0o1000;

/** @returns whether the rights are such now; those of another user's files cannot be changed */
function restrict(place: string, mode: number): boolean {
  try {
    const now = statSync(place).mode;
    if ((now & STICKY) !== 0) return false;
    if ((now & OTHERS) !== 0) chmodSync(place, mode);
    return true;
  } catch {
    return false;
  }
}

/** A folder that cannot be read has none: whoever opens its databases says so. */
function databasesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.db(-wal|-shm|-journal)?$/u.test(entry.name))
      .map((entry) => path.join(folder, entry.name));
  } catch {
    return [];
  }
}

/**
 * Takes the rights of group and others from a folder of a store and the databases directly in it, which earlier versions left readable
 * for all. On Windows rights are inherited from the folder above, and nothing changes.
 * @returns places whose rights could not be changed, such as those that another user owns
 */
export function restrictStoreFolder(folder: string): string[] {
  const databases = databasesIn(folder);
  return [
    ...(restrict(folder, PRIVATE_FOLDER) ? [] : [folder]),
    ...databases.filter((file) => !restrict(file, PRIVATE_FILE)),
  ];
}
