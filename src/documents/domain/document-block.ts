import { PagePlace } from '../../shared/domain/page-place.js';
import { TextSpan } from '../../text/text-span.js';

/** Level of the heading that is the title of the whole document; headings below it count from 1. */
export const TITLE_LEVEL = 0;

/** A stretch of a text and its place on a page. */
export interface TextPlace extends TextSpan, PagePlace {}

/** One block of a document of any format. Texts are as displayed, numbers and marks included. `place` is known for formats with pages. */
export type DocumentBlock = DocumentContent & { readonly place?: PagePlace };

type DocumentContent =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
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
