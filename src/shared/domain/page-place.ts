/** Corners of a rectangle on a page in points of 1/72 inch, from its lower left corner: left, bottom, right, top. */
export type PageBox = readonly [left: number, bottom: number, right: number, top: number];

/** Where a text is on the pages of its file. */
export interface PagePlace {
  /** From 1. */
  readonly page: number;
  /** Undefined for rotated text. */
  readonly box?: PageBox;
}

/** The smallest rectangle around some; undefined for none. */
export function boxAround(boxes: readonly PageBox[]): PageBox | undefined {
  if (boxes.length === 0) return undefined;
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, bottom]) => bottom)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , top]) => top)),
  ];
}
