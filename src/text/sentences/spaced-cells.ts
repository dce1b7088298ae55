/** A table cell with letter-spaced syllables: `| 부 교 수 |`, `구       분`. */
const SPACED = /(^|\|)(\s{0,20})([가-힣](?:\s{1,10}[가-힣]){1,7})(?=\s{0,20}(?:\||$))/gu;

/**
 * Joins the letter-spaced words in the cells of a table row, so that queries match them. The length is unchanged, so that offsets are
 * valid.
 * @param row with cells between pipes; other text is returned unchanged
 */
export function joinedCells(row: string): string {
  if (!row.includes('|')) return row;
  return row.replace(SPACED, (whole: string, border: string, blanks: string, cell: string) =>
    `${border}${blanks}${cell.replace(/\s+/gu, '')}`.padEnd(whole.length),
  );
}
