import { InvalidInputError } from './domain-error.js';

/** One page of a list; `nextCursor` is null on the last. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 500;

/** Returns an opaque cursor that points after the row with this id. */
export function encodeCursor(id: number): string {
  return `c${id.toString(36)}`;
}

/** The error for a cursor that no page of the list returned. */
export function notACursor(): InvalidInputError {
  const detail = 'is not a cursor of this list; leave it out to begin at the start';
  return new InvalidInputError([{ pointer: '/cursor', detail }]);
}

/** @returns the id after which the page begins, 0 at the start. @throws InvalidInputError for a cursor that no page returned */
export function decodeCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const match = /^c([0-9a-z]{1,11})$/.exec(cursor);
  if (match === null) throw notACursor();
  return parseInt(match[1] ?? '0', 36);
}

/**
 * Returns a cursor that points after the item with this name. For lists of which callers see different parts: row numbers would reveal how
 * many hidden items are between two visible ones.
 */
export function encodeNameCursor(name: string): string {
  return `n${Array.from(name, (sign) => (sign.codePointAt(0) ?? 0).toString(36)).join('.')}`;
}

/** @returns the name after which the page begins, '' at the start. @throws InvalidInputError for a cursor that no page returned */
export function decodeNameCursor(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  if (!/^n[0-9a-z]{1,4}(\.[0-9a-z]{1,4}){0,699}$/.test(cursor)) throw notACursor();
  const points = cursor
    .slice(1)
    .split('.')
    .map((digits) => parseInt(digits, 36));
  if (points.some((point) => point > 0x10ffff)) throw notACursor();
  return points.map((point) => String.fromCodePoint(point)).join('');
}

/** Approximate maximum characters of one page: a page of large items has fewer of them. */
const PAGE_CHARACTERS = 4_000_000;

/**
 * Truncates a page to a total length; its cursor leads to the rest. The page always holds the first item.
 * @param lengthOf characters of an item
 * @param nameOf the name of an item, by which the page is ordered
 */
export function cutPage<T>(
  page: Page<T>,
  lengthOf: (item: T) => number,
  nameOf: (item: T) => string,
  most = PAGE_CHARACTERS,
): Page<T> {
  const items: T[] = [];
  let length = 0;
  for (const item of page.items) {
    length += lengthOf(item);
    const last = items.at(-1);
    if (length > most && last !== undefined) return { items, nextCursor: encodeNameCursor(nameOf(last)) };
    items.push(item);
  }
  return page;
}
