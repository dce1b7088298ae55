/** Where a quote is on the pages of its file. */
export interface PagePlace {
  /** From 1. */
  readonly page: number;
  /** Left, bottom, right and top in points of 1/72 inch, from the lower left corner of the page; undefined for rotated text. */
  readonly box?: PageBox;
}

export type PageBox = readonly [left: number, bottom: number, right: number, top: number];

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
  if (boxes.length === 0) return { page };
  const box: PageBox = [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, bottom]) => bottom)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , top]) => top)),
  ];
  return { page, box };
}
