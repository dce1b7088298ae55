import { boxAround, PagePlace } from '../../shared/domain/page-place.js';

/** A stretch of a passage and its place; offsets count from the start of the passage. */
export interface PassagePlace extends PagePlace {
  readonly start: number;
  readonly end: number;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Places from the metadata of a passage: `[start, end, page]`, or `[start, end, page, left, bottom, right, top]`; others are left out. */
export function readPlaces(value: unknown): readonly PassagePlace[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown): PassagePlace[] => {
    if (!Array.isArray(one) || !one.every(isNumber)) return [];
    const [start, end, page, left, bottom, right, top] = one;
    if (start === undefined || end === undefined || page === undefined || !Number.isInteger(page) || page < 1)
      return [];
    return left === undefined || bottom === undefined || right === undefined || top === undefined
      ? [{ start, end, page }]
      : [{ start, end, page, box: [left, bottom, right, top] }];
  });
}

/**
 * The place of a quote: its first page, with the rectangle around all of it on that page.
 * @param from offsets in the passage, as `to`
 */
export function placeOfQuote(places: readonly PassagePlace[], from: number, to: number): PagePlace | undefined {
  const own = places.filter(({ start, end }) => start < to && end > from);
  const [first] = own;
  if (first === undefined) return undefined;
  const { page } = first;
  const boxes = own.filter((one) => one.page === page).flatMap(({ box }) => (box === undefined ? [] : [box]));
  const box = boxAround(boxes);
  return box === undefined ? { page } : { page, box };
}
