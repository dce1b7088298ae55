import { createHash } from 'node:crypto';

/** Files that programs and systems leave in folders: hidden files, lock files of office programs, thumbnails. */
const LEFT_OVER = /^(?:\.(?!\.?$)|~\$)|^(?:thumbs\.db|desktop\.ini|__macosx)$/iu;
/** File systems accept names of up to 255 bytes; other sources may have longer ones. */
const MAX_NAME = 180;
const KEPT_END = 60;

/** Whether a file or folder of this name holds no document. */
export function isLeftOver(name: string): boolean {
  return LEFT_OVER.test(name);
}

/** Eight hexadecimal digits that identify a text. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function listedName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[/\\\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, '_')
    .trim();
  if (plain === '.') return '';
  if (plain === '..') return '_';
  if (plain.length <= MAX_NAME) return plain;
  return `${plain.slice(0, MAX_NAME - KEPT_END)}…${shortHash(name)}…${plain.slice(-KEPT_END)}`.toWellFormed();
}

/**
 * The path of a file in a listing, from names that another server chose: NFC, no `.` and `..`, no control characters, no slash within a name.
 * @param names of the folders and of the file; empty ones are left out
 */
export function listedPath(names: readonly string[]): string {
  return names
    .map(listedName)
    .filter((name) => name !== '')
    .join('/');
}
