import { UnreadableFileError } from '../../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from '../extraction-limits.js';
import type { DoneReply } from '../extraction-task.js';
import { renderBlocks } from '../render-blocks.js';
import { parseDelimited } from './delimited-text.js';
import { namesColumns, type Sheet, type SheetCell, sheetBlocks, type SheetRow } from './sheet-grid.js';

/** A CSV or TSV file as a table; its first row names the columns unless it has values like the row below it. */
export function readDelimited(text: string, delimiter: string | undefined, encoding: string): DoneReply {
  const sheet = sheetOf(withinCells(() => parseDelimited(text, delimiter, EXTRACTION_LIMITS.sheetCells)));
  return { status: 'done', ...renderBlocks(sheetBlocks(sheet)), title: undefined, encoding };
}

function withinCells<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFileError(error.message);
    throw error;
  }
}

function sheetOf(records: readonly (readonly string[])[]): Sheet {
  const rows = new Map<number, SheetRow>();
  for (const [number, record] of records.entries()) {
    const row = new Map<number, SheetCell>();
    for (const [column, raw] of record.entries()) {
      const text = raw.trim();
      if (text !== '') row.set(column, { text, isEmphasised: false, across: 1, down: 1 });
    }
    if (row.size > 0) rows.set(number, row);
  }
  return { rows, headerRows: headerOf(rows) };
}

/** The first row with more than one field. */
function headerOf(rows: ReadonlyMap<number, SheetRow>): ReadonlySet<number> {
  const wide = [...rows].filter(([, row]) => row.size > 1).slice(0, 2);
  const [first, second] = wide;
  if (first === undefined || second === undefined) return new Set();
  return new Set(namesColumns(first[1], second[1]) ? [first[0]] : []);
}
