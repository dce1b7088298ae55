import { createHash } from 'node:crypto';
import { markedName, nameFault } from '../../../shared/domain/visible-name.js';

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
  const plain = markedName(name.normalize('NFC')).replaceAll(/[/\\]/gu, '_').trim();
  if (plain === '.') return '';
  if (plain === '..') return '_';
  if (plain.length <= MAX_NAME) return plain;
  return `${plain.slice(0, MAX_NAME - KEPT_END)}…${shortHash(name)}…${plain.slice(-KEPT_END)}`.toWellFormed();
}

/** The path of a file of this machine in a listing: NFC, and without invisible characters. A name without any stays as it is. */
export function localPath(path: string): string {
  const names = path.normalize('NFC').split('/');
  return names.map((name) => (nameFault(name) === undefined ? name : markedName(name))).join('/');
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
