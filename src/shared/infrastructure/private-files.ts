import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Permission bits of group and others. */
const OTHERS = 0o077;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Makes all files that this process creates from now on readable only by its user. Threads and child processes inherit this. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/** Creates a folder, with its parents, that only its user can enter. An existing folder keeps its permissions. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/** Whether a folder is shared by several users, like /tmp, and so does not belong to the store. */
const STICKY = 0o1000;

/** @returns whether the permissions are now private; those of another user's files cannot be changed */
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

/** Returns an empty list for an unreadable folder: opening its databases reports the error. */
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
 * Removes the group and other permissions of a store's folder and of the databases directly in it, which earlier versions left readable for
 * all. Does nothing on Windows, where permissions are inherited from the parent folder.
 * @returns paths whose permissions could not be changed, for example those of another owner
 */
export function restrictStoreFolder(folder: string): string[] {
  const databases = databasesIn(folder);
  return [
    ...(restrict(folder, PRIVATE_FOLDER) ? [] : [folder]),
    ...databases.filter((file) => !restrict(file, PRIVATE_FILE)),
  ];
}
