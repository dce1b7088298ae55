import { median, type PdfSegment } from './pdf-segments.js';

type Segments = readonly PdfSegment[];

interface Split {
  readonly above: Segments;
  readonly left: Segments;
  readonly right: Segments;
  readonly below: Segments;
  readonly size: number;
}

/** Lines of a column begin at the same position, within this many points. */
const EDGE = 4;
const MIN_LINES = 3;
/** No page has more columns side by side than two to this power. */
const MAX_DEPTH = 4;
const MAX_EDGES = 12;
/** Lines of running text fill this share of their column, and are this many times as wide as their font is high. */
const FILLED = 0.55;
const FILLED_WITHOUT_CASE = 0.8;
const LEAST_WIDTH = 9;
/** Lines of text are at most this far apart, in heights of the font; rows of a table may be further apart. */
const TEXT_STEP = 1.8;
/** Share of lines that begin inside a sentence, with a lowercase letter. */
const GOES_ON = 0.25;
const SIDE_BY_SIDE = 0.6;

/** The segments of a page in parts that are read one after the other: columns, and the text above and below them. */
export function columnsOf(segments: Segments, depth = 0): Segments[] {
  const split = depth < MAX_DEPTH ? bestSplit(segments) : undefined;
  if (split === undefined) return segments.length === 0 ? [] : [segments];
  return [split.above, split.left, split.right, split.below].flatMap((part) => columnsOf(part, depth + 1));
}

function bestSplit(segments: Segments): Split | undefined {
  const ordered = [...segments].sort((a, b) => b.across - a.across);
  let best: Split | undefined;
  for (const edge of edgesOf(segments)) {
    for (const split of splitsAt(ordered, edge)) {
      if (split.size > (best?.size ?? 0) && areColumns(split)) best = split;
    }
  }
  return best;
}

/** Positions where several segments begin, apart from the leftmost: the left edge of a column is one. */
function edgesOf(segments: Segments): number[] {
  const counts = new Map<number, number>();
  for (const { left } of segments) counts.set(Math.round(left / EDGE), (counts.get(Math.round(left / EDGE)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= 2)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_EDGES)
    .map(([place]) => (place - 0.5) * EDGE - 1);
}

/** The ranges of a page in which no segment crosses a position. */
function splitsAt(ordered: Segments, edge: number): Split[] {
  const splits: Split[] = [];
  let from = 0;
  for (let i = 0; i <= ordered.length; i++) {
    const segment = ordered[i];
    if (segment !== undefined && !(segment.left < edge && segment.right > edge)) continue;
    const part = ordered.slice(from, i);
    const left = part.filter((each) => each.right <= edge);
    const right = part.filter((each) => each.right > edge);
    const size = Math.min(left.length, right.length);
    if (size >= MIN_LINES) splits.push({ above: ordered.slice(0, from), left, right, below: ordered.slice(i), size });
    from = i + 1;
  }
  return splits;
}

function areColumns({ left, right }: Split): boolean {
  const height = median([...left, ...right].map((segment) => segment.height));
  const gutter = min(right, 'left') - max(left, 'right');
  if (gutter < height / 2 || !areSideBySide(left, right)) return false;
  if (![left, right].every((side) => isText(side, height))) return false;
  const rows = right.filter((one) => left.some((other) => Math.abs(one.across - other.across) < 0.3 * height));
  // Lines at other heights than their neighbours are not rows of a table.
  if (rows.length < SIDE_BY_SIDE * right.length) return true;
  return [left, right].every((side) => stepOf(side) <= TEXT_STEP * height && goesOn(side));
}

function areSideBySide(left: Segments, right: Segments): boolean {
  const top = Math.min(max(left, 'across'), max(right, 'across'));
  const bottom = Math.max(min(left, 'across'), min(right, 'across'));
  const shorter = Math.min(max(left, 'across') - min(left, 'across'), max(right, 'across') - min(right, 'across'));
  return shorter > 0 && top - bottom >= SIDE_BY_SIDE * shorter;
}

function isText(side: Segments, height: number): boolean {
  const { usual, full } = widthsOf(side);
  return usual >= LEAST_WIDTH * height && usual >= FILLED * full;
}

function stepOf(side: Segments): number {
  const places = side.map((segment) => segment.across).sort((a, b) => b - a);
  return median(
    places.slice(1).flatMap((place, i) => ((places[i] ?? place) - place > 1 ? [(places[i] ?? place) - place] : [])),
  );
}

/** Whether lines continue the sentence of the line before; for scripts without lowercase letters, full lines decide. */
function goesOn(side: Segments): boolean {
  const small = side.filter(({ text }) => /^\p{Ll}/u.test(text)).length;
  const cased = side.filter(({ text }) => /^[\p{Ll}\p{Lu}]/u.test(text)).length;
  if (cased >= side.length / 2) return small >= GOES_ON * side.length;
  const { usual, full } = widthsOf(side);
  return usual >= FILLED_WITHOUT_CASE * full;
}

/** The widths of lines, and the width of a full one; a side may contain several columns. */
function widthsOf(side: Segments): { readonly usual: number; readonly full: number } {
  const widths = side.map((segment) => segment.right - segment.left).sort((a, b) => a - b);
  return { usual: median(widths), full: widths[Math.floor(widths.length * 0.9)] ?? 0 };
}

function min(segments: Segments, key: 'left' | 'across'): number {
  return segments.reduce((least, segment) => Math.min(least, segment[key]), Infinity);
}

function max(segments: Segments, key: 'right' | 'across'): number {
  return segments.reduce((most, segment) => Math.max(most, segment[key]), -Infinity);
}
