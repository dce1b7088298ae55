/** A run of text on a PDF page, in the frame of its own writing direction (so that rotated text reads like upright text). */
export interface PdfRun {
  readonly text: string;
  /** Start along the baseline, in points. */
  readonly along: number;
  /** Position of the baseline across the writing direction, in points; grows upwards. */
  readonly across: number;
  readonly width: number;
  /** Font height in points. */
  readonly height: number;
  /** Level of its heading in the structure of the document. */
  readonly level?: number | undefined;
}

/** Text on one baseline without a wide gap: a line, a line of a column, or a cell of a table. */
export interface PdfSegment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly across: number;
  readonly height: number;
  readonly level: number | undefined;
}

interface Row {
  readonly runs: PdfRun[];
  across: number;
  height: number;
}

/** Runs whose baselines differ by less than this share of the font height are one line (indices and exponents). */
const SAME_LINE = 0.5;
/** A gap above this share of the font height is a space; kerning stays below, the narrowest space is about .2. */
const SPACE_GAP = 0.15;
/** A wider gap is more than the space between two words of a justified line. */
const WIDE_GAP = 1.3;
/** The same text within this distance is drawn twice, for bold type or a shadow. */
const SAME_PLACE = 0.2;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Runs in any order as segments, from the top down and from left to right. */
export function toSegments(runs: readonly PdfRun[]): PdfSegment[] {
  const rows: Row[] = [];
  for (const run of [...runs].sort((a, b) => b.across - a.across)) {
    if (run.text.trim() === '') continue;
    const row = rows.at(-1);
    if (row !== undefined && row.across - run.across <= SAME_LINE * Math.max(run.height, row.height)) {
      row.runs.push(run);
      // The largest run defines the line; smaller ones are raised or lowered from it.
      if (run.height > row.height * 1.1) Object.assign(row, { across: run.across, height: run.height });
    } else rows.push({ runs: [run], across: run.across, height: run.height });
  }
  return rows.flatMap(segmentsOf);
}

/** A segment with its runs from left to right. */
interface OpenSegment {
  readonly runs: PdfRun[];
  readonly left: number;
  right: number;
  across: number;
  height: number;
  level: number | undefined;
}

function segmentsOf(row: Row): PdfSegment[] {
  const segments: OpenSegment[] = [];
  const drawn: PdfRun[] = [];
  for (const run of row.runs.sort((a, b) => a.along - b.along)) {
    if (drawn.slice(-3).some((other) => isSame(other, run))) continue;
    drawn.push(run);
    const last = segments.at(-1);
    const gap = last === undefined ? 0 : run.along - last.right;
    if (last === undefined || gap > WIDE_GAP * Math.min(run.height, last.height)) {
      const { along: left, width, across, height, level } = run;
      segments.push({ runs: [run], left, right: left + width, across, height, level });
      continue;
    }
    last.runs.push(run);
    last.right = Math.max(last.right, run.along + run.width);
    if (run.height > last.height) Object.assign(last, { height: run.height, across: run.across });
    last.level ??= run.level;
  }
  return segments.map(({ runs, ...segment }) => ({ ...segment, text: textOf(runs) }));
}

/** The text of touching runs in reading order: Arabic and Hebrew runs follow each other from right to left. */
function textOf(runs: readonly PdfRun[]): string {
  let right = -Infinity;
  const pieces = runs.map((run, i) => {
    const isApart = run.along - right > SPACE_GAP * run.height;
    right = Math.max(right, run.along + run.width);
    const hasBlank = /^\s/u.test(run.text) || /\s$/u.test(runs[i - 1]?.text ?? '');
    return { text: run.text, isLeftwards: RIGHT_TO_LEFT.test(run.text), hasGap: i > 0 && (isApart || hasBlank) };
  });
  if (!pieces.some(({ isLeftwards }) => isLeftwards)) return joinedPieces(pieces);
  const leftwards = pieces.reduce((sum, { isLeftwards, text }) => sum + (isLeftwards ? text.length : 0), 0);
  const whole = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const isLineLeftwards = leftwards * 2 > whole;
  const groups: { isLeftwards: boolean; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    // Marks without a direction follow that of the text before them.
    const direction = /\p{L}/u.test(piece.text) ? piece.isLeftwards : (group?.isLeftwards ?? isLineLeftwards);
    if (group?.isLeftwards === direction) group.pieces.push(piece);
    else groups.push({ isLeftwards: direction, pieces: [piece] });
  }
  const texts = groups.map(({ isLeftwards, pieces: own }) => ({
    text: joinedPieces(isLeftwards ? reversed(own) : own),
    hasGap: own[0]?.hasGap === true,
  }));
  return joinedPieces(isLineLeftwards ? reversed(texts) : texts);
}

interface Piece {
  readonly text: string;
  /** Whether a space is before it. */
  readonly hasGap: boolean;
}

/** Pieces from right to left: the gap before a piece is then before its left neighbour. */
function reversed(pieces: readonly Piece[]): Piece[] {
  return pieces.map(({ text }, i) => ({ text, hasGap: pieces[i + 1]?.hasGap === true })).reverse();
}

function joinedPieces(pieces: readonly Piece[]): string {
  let text = '';
  for (const piece of pieces) {
    const isTouching = text === '' || /\s$/u.test(text) || /^\s/u.test(piece.text);
    text += (!isTouching && piece.hasGap ? ' ' : '') + piece.text;
  }
  return text.trim();
}

function isSame(a: PdfRun, b: PdfRun): boolean {
  const near = SAME_PLACE * Math.min(a.height, b.height);
  return (
    a.text.trimEnd() === b.text.trimEnd() && Math.abs(a.along - b.along) < near && Math.abs(a.across - b.across) < near
  );
}

/** Segments on one baseline, from left to right. */
export type PdfRow = readonly PdfSegment[];

/** Segments as rows, from the top down. */
export function toRows(segments: readonly PdfSegment[]): PdfRow[] {
  const rows: PdfSegment[][] = [];
  for (const segment of [...segments].sort((a, b) => b.across - a.across)) {
    const row = rows.at(-1);
    const first = row?.[0];
    const isSameRow =
      first !== undefined && first.across - segment.across <= SAME_LINE * Math.min(first.height, segment.height);
    if (isSameRow) row?.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
