import { DomainError, TryLaterError } from './domain-error.js';

/** `Retry-After` in seconds for a store that another program has locked: locks of a backup or a command line are short. */
const LOCK_RETRY_S = 1;

const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);
const LOCKED = new Set(['SQLITE_BUSY', 'SQLITE_LOCKED']);
const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);
/** An administrator has to restore a backup. */
const DAMAGE_RETRY_S = 300;
const UNWRITABLE = new Set(['SQLITE_READONLY', 'SQLITE_IOERR', 'SQLITE_CANTOPEN', 'EROFS', 'EIO']);
const FORBIDDEN = new Set(['SQLITE_PERM', 'EACCES', 'EPERM']);

/** Faults of a store by the codes of SQLite and of the operating system. */
export type StoreTrouble = 'full' | 'locked' | 'damaged' | 'unwritable' | 'forbidden';

const TROUBLES: readonly (readonly [StoreTrouble, ReadonlySet<string>])[] = [
  ['full', FULL],
  ['locked', LOCKED],
  ['damaged', DAMAGED],
  ['unwritable', UNWRITABLE],
  ['forbidden', FORBIDDEN],
];

/** Returns the primary code of an error of the store or of the file system, without its extension (`SQLITE_BUSY_SNAPSHOT`). */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return '';
  return error.code.startsWith('SQLITE_') ? error.code.split('_').slice(0, 2).join('_') : error.code;
}

/** @returns undefined for an error that is not about the store */
export function storeTrouble(error: unknown): StoreTrouble | undefined {
  const code = codeOf(error);
  return TROUBLES.find(([, codes]) => codes.has(code))?.[0];
}

/** Whether another program holds the lock that a write needs. */
export function isLocked(error: unknown): boolean {
  return storeTrouble(error) === 'locked';
}

/**
 * Converts an error of a store that cannot be written into an error for the caller: nothing was stored, reads continue, and what to do.
 * @returns undefined for any other error
 */
export function storeFault(error: unknown): DomainError | undefined {
  const trouble = storeTrouble(error);
  if (trouble === 'full')
    return new DomainError(
      'no-space',
      'disk-full',
      'The disk is full, and nothing of this was stored: free space in DATA_DIR, then send it again. Reads continue.',
    );
  if (trouble === 'locked')
    return new TryLaterError(
      'store-locked',
      'Another program holds the write lock of the store, and nothing of this was stored: send it again. Reads continue.',
      LOCK_RETRY_S,
    );
  if (trouble === 'damaged')
    return new TryLaterError(
      'store-damaged',
      'The store is damaged: stop the server and put a backup back (npx touchstone restore).',
      DAMAGE_RETRY_S,
    );
  if (trouble === 'unwritable')
    return new TryLaterError(
      'store-unwritable',
      'The store cannot be written, and nothing of this was stored: check the disk of DATA_DIR and its rights, then send it again.',
      LOCK_RETRY_S,
    );
  return undefined;
}

/** A committed write whose sync to the disk failed: other readers may see it, and a power cut may undo it. */
export function unsyncedFault(): DomainError {
  return new TryLaterError(
    'store-unwritable',
    'The disk of DATA_DIR failed while this was stored, and it may or may not be there: check the disk, then send it again. Reads continue.',
    LOCK_RETRY_S,
  );
}
