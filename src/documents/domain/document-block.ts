import { PagePlace } from '../../shared/domain/page-place.js';
import { TextSpan } from '../../text/text-span.js';

/** Level of the heading that is the title of the whole document; headings below it count from 1. */
export const TITLE_LEVEL = 0;

/** A stretch of a text and its place on a page. */
export interface TextPlace extends TextSpan, PagePlace {}

/** One block of a document of any format. Texts are as displayed, numbers and marks included. `place` is known for formats with pages. */
export type DocumentBlock = DocumentContent & { readonly place?: PagePlace };

type DocumentContent =
  /** `isNumbered`: the text begins with a number that the program counts. */
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly isNumbered?: boolean }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** A list item with its number or bullet. `depth` is the number of enclosing lists, from 0. */
  | { readonly kind: 'item'; readonly text: string; readonly depth: number }
  | DocumentTable;

/** A table without gaps: each row has a cell for each column, and a merged cell repeats its value in all cells that it covers. */
export interface DocumentTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
  /** Number of rows at the top that name the columns; 0 for none. */
  readonly headerRows: number;
}

/** A heading in a text without heading marks: `text.slice(start, end)` is its label. */
export interface OutlineHeading extends TextSpan {
  /** 1 is the highest. */
  readonly level: number;
}

/** A text with the headings that its format marks. */
export interface OutlinedText {
  readonly text: string;
  /** Ascending. */
  readonly headings: readonly OutlineHeading[];
  /** Where its blocks are on the pages of the file; ascending, without overlap. Absent for formats without pages. */
  readonly places?: readonly TextPlace[];
}

/** Index of the first place that ends after an offset (binary search). */
function firstAfter(offset: number, places: readonly TextPlace[]): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle]?.end ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The places of a span of a text.
 * @param places of the whole text, ascending, without overlap
 * @returns those that touch the span, cut to it, with offsets from its start
 */
export function placesIn({ start, end }: TextSpan, places: readonly TextPlace[]): TextPlace[] {
  const own: TextPlace[] = [];
  for (let i = firstAfter(start, places); i < places.length; i++) {
    const place = places[i];
    if (place === undefined || place.start >= end) break;
    own.push({ ...place, start: Math.max(0, place.start - start), end: Math.min(place.end, end) - start });
  }
  return own;
}
