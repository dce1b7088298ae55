import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | null;

/**
 * A text that a spreadsheet may read as a formula: a sign of a formula in any width, also after blanks and characters that are not shown, or
 * a character that makes the next one the first of its cell. Apostrophes before it are part of the text.
 */
const FORMULA = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@−]|[\t\r\n])/u;
const NEGATIVE_NUMBER = /^-\d+(?:\.\d+)?$/u;

const isFormula = (text: string): boolean => FORMULA.test(text.normalize('NFKC')) && !NEGATIVE_NUMBER.test(text);

/** Puts an apostrophe before a text of a stranger, so that no spreadsheet runs it (OWASP, CSV injection). */
export function withoutFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** The text that `withoutFormula` was given. */
export function withFormula(text: string): string {
  return text.startsWith("'") && isFormula(text) ? text.slice(1) : text;
}

/**
 * Rows of CSV (RFC 4180). Every table that leaves the server is written by this function.
 * @example csvText([['question', 'shown'], ['=1+1', 2]]) // "question,shown\r\n'=1+1,2\r\n"
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return stringify([...rows], { record_delimiter: '\r\n', quoted_match: /[\r\n]/u, cast: { string: withoutFormula } });
}
