import { type PdfSegment, toRows } from './pdf-segments.js';
import { onOneLine } from '../../../text/folded-text.js';

/** The segments of one page, and its extent across the writing direction. */
export interface PdfPageText {
  readonly segments: readonly PdfSegment[];
  readonly bottom: number;
  readonly top: number;
  /** Number of the page, from 1. */
  readonly page: number;
  /** Whether the text runs from left to right, so that positions are those of the page. */
  readonly isUpright: boolean;
}

/** Share of a page at its upper and lower edge that may contain running heads; a smaller one for a document of two pages. */
const MARGIN = 0.13;
const NARROW_MARGIN = 0.085;
/** Lines at each edge that are checked. */
const EDGE_LINES = 3;
/** Minimum share of the pages that repeat a running head: it may differ between left and right pages, or by chapter. */
const SHARE = 0.15;
const STEP = 4;
/** Share of the pages that may be empty without their running heads; with more, the text at the edge is the text of the document. */
const MAX_EMPTIED = 0.5;

/** Removes text that repeats at the same position of many pages: running heads and feet, page numbers. */
export function withoutRunningHeads(pages: readonly PdfPageText[]): PdfPageText[] {
  const counts = new Map<string, number>();
  const keys = pages.map((page) => keysOf(page));
  for (const own of keys) {
    for (const key of new Set(own.values())) counts.set(key.name, (counts.get(key.name) ?? 0) + 1);
  }
  const kept = pages.map((page, i) => ({
    ...page,
    segments: page.segments.filter((segment) => {
      const key = keys[i]?.get(segment);
      const count = key === undefined ? 0 : (counts.get(key.name) ?? 0);
      if (key === undefined || count < 2 || count < SHARE * pages.length) return true;
      return count === 2 && key.distance > NARROW_MARGIN;
    }),
  }));
  const emptied = kept.filter(({ segments }, i) => segments.length === 0 && (pages[i]?.segments.length ?? 0) > 0);
  return emptied.length > MAX_EMPTIED * pages.length ? [...pages] : kept;
}

interface Key {
  readonly name: string;
  /** From the edge, as a share of the page. */
  readonly distance: number;
}

function keysOf({ segments, bottom, top }: PdfPageText): Map<PdfSegment, Key> {
  const rows = toRows(segments);
  const found = new Map<PdfSegment, Key>();
  const edges = [
    { side: 'top', lines: rows.slice(0, EDGE_LINES) },
    { side: 'bottom', lines: rows.slice(-EDGE_LINES) },
  ];
  for (const { side, lines } of edges) {
    for (const row of lines) {
      const across = row[0]?.across ?? 0;
      const away = side === 'top' ? top - across : across - bottom;
      const distance = away / Math.max(1, top - bottom);
      if (distance > MARGIN || distance < -MARGIN) continue;
      const place = `${side} ${Math.round(away / STEP)}`;
      const key = { name: `${place} ${shape(row.map((segment) => segment.text).join(' '))}`, distance };
      for (const segment of row) found.set(segment, key);
    }
  }
  return found;
}

/** The same for every page number. */
function shape(text: string): string {
  if (/^[-–—\s]*[ivxlc]{1,6}[-–—\s]*$/iu.test(text)) return '#';
  return onOneLine(text.replace(/\d+/gu, '#'));
}
