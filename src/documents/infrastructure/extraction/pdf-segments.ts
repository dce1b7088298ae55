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

function segmentsOf(row: Row): PdfSegment[] {
  const segments: { -readonly [K in keyof PdfSegment]: PdfSegment[K] }[] = [];
  const drawn: PdfRun[] = [];
  for (const run of row.runs.sort((a, b) => a.along - b.along)) {
    if (drawn.slice(-3).some((other) => isSame(other, run))) continue;
    drawn.push(run);
    const last = segments.at(-1);
    const gap = last === undefined ? 0 : run.along - last.right;
    if (last === undefined || gap > WIDE_GAP * Math.min(run.height, last.height)) {
      const { text, along: left, width, across, height, level } = run;
      segments.push({ text, left, right: left + width, across, height, level });
      continue;
    }
    const touching = /\s$/u.test(last.text) || /^\s/u.test(run.text);
    last.text += (!touching && gap > SPACE_GAP * run.height ? ' ' : '') + run.text;
    last.right = Math.max(last.right, run.along + run.width);
    if (run.height > last.height) Object.assign(last, { height: run.height, across: run.across });
    last.level ??= run.level;
  }
  return segments.map((segment) => ({ ...segment, text: segment.text.trim() }));
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
