/** A cell of a table whose syllables stand apart to fill it: `| 부 교 수 |`, `구       분`. */
const SPACED = /(^|\|)(\s{0,20})([가-힣](?:\s{1,10}[가-힣]){1,7})(?=\s{0,20}(?:\||$))/gu;

/**
 * A row of a table with the words of its cells joined, as they are asked for. Of the same length, so that places stay what they are.
 * @param row with cells between pipes; other text stays as it is
 */
export function joinedCells(row: string): string {
  if (!row.includes('|')) return row;
  return row.replace(SPACED, (whole: string, border: string, blanks: string, cell: string) =>
    `${border}${blanks}${cell.replace(/\s+/gu, '')}`.padEnd(whole.length),
  );
}
