import { InvalidInputError } from './domain-error.js';

/** One page of a list; `nextCursor` is null on the last. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 500;

/** An opaque cursor that points behind the row with this id. */
export function encodeCursor(id: number): string {
  return `c${id.toString(36)}`;
}

/** @returns the id behind which the page begins, 0 at the start. @throws InvalidInputError for anything that no page gave out */
export function decodeCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const match = /^c([0-9a-z]{1,11})$/.exec(cursor);
  if (match === null)
    throw new InvalidInputError([
      { pointer: '/cursor', detail: 'is not a cursor of this list; leave it out to begin at the start' },
    ]);
  return parseInt(match[1] ?? '0', 36);
}
