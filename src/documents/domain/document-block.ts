import { TextSpan } from '../../text/text-span.js';

/** Level of the heading that is the title of the whole document; headings below it count from 1. */
export const TITLE_LEVEL = 0;

/** One piece of a document, whatever format it comes from. Texts are as a reader sees them, numbers and marks included. */
export type DocumentBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** An item of a list with its number or bullet. `depth` counts the lists around it, from 0. */
  | { readonly kind: 'item'; readonly text: string; readonly depth: number }
  | DocumentTable;

/** A table without gaps: each row has a cell for each column, and a merged cell repeats its value wherever it covers. */
export interface DocumentTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
  /** Rows at the top that name the columns; 0 where none does. */
  readonly headerRows: number;
}

/** A heading in a text that carries no marks of headings: `text.slice(start, end)` is its label. */
export interface OutlineHeading extends TextSpan {
  /** 1 is the highest. */
  readonly level: number;
}

/** A text with the headings that its format marks. */
export interface OutlinedText {
  readonly text: string;
  /** Ascending. */
  readonly headings: readonly OutlineHeading[];
}
