/** A cell with more lines than this is a part of a page's layout, not a value in a table. */
const LAYOUT_CELL_LINES = 12;

/**
 * Lines of one table row: `a | b`, empty cells kept so that columns stay countable. A row of one cell (a box around
 * text) and a row with a very long cell (a page laid out by a table) keep their own lines. A row without text is left out.
 * @param cells each cell's text; line ends inside a cell become spaces in a joined row
 */
export function tableRowLines(cells: readonly string[]): string[] {
  const cellLines = cells.map((cell) =>
    cell
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  if (cellLines.every((lines) => lines.length === 0)) return [];
  if (cellLines.length === 1 || cellLines.some((lines) => lines.length > LAYOUT_CELL_LINES)) return cellLines.flat();
  return [cellLines.map((lines) => lines.join(' ')).join(' | ')];
}
