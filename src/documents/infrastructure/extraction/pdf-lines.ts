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
  /** The reader saw that a new line follows. */
  readonly endsLine: boolean;
}

interface Line {
  text: string;
  /** Where the last run that is not blank ends. */
  end: number;
  across: number;
  height: number;
}

/** Runs whose baselines differ by less than this share of the font height are one line (indices and exponents). */
const SAME_LINE = 0.5;
/** A gap above this share of the font height is a space; kerning stays below, the narrowest space is about .2. */
const SPACE_GAP = 0.15;
/** A step of this many usual line steps is a new paragraph. */
const PARAGRAPH_STEP = 1.5;
/** With fewer steps than this on a page, no step can be called usual. */
const STEPS_FOR_PARAGRAPHS = 3;

/**
 * Text of one page: runs in the order of the file (which keeps columns apart) put into lines by position, with a blank line
 * where the distance between two lines is much larger than usual on this page.
 */
export function pageText(runs: readonly PdfRun[]): string {
  const lines = toLines(runs);
  const usual = usualStep(lines);
  return lines
    .map((line, index) => {
      const step = stepTo(lines[index - 1], line);
      return (usual !== undefined && step > PARAGRAPH_STEP * usual ? '\n' : '') + line.text;
    })
    .join('\n');
}

function toLines(runs: readonly PdfRun[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const run of runs) {
    if (line !== undefined && isOnLine(run, line)) append(line, run);
    else if (run.text.trim() !== '') {
      line = { text: run.text, end: run.along + run.width, across: run.across, height: run.height };
      lines.push(line);
    }
    if (run.endsLine) line = undefined;
  }
  return lines;
}

function isOnLine(run: PdfRun, line: Line): boolean {
  return Math.abs(run.across - line.across) <= SAME_LINE * Math.max(run.height, line.height);
}

function append(line: Line, run: PdfRun): void {
  const blank = run.text.trim() === '';
  const touching = /\s$/u.test(line.text) || /^\s/u.test(run.text);
  if (blank) {
    if (run.text !== '' && !touching) line.text += ' ';
    return;
  }
  // Far back on the same line is another piece of it (a page's header drawn from right to left), never the same word.
  const gap = Math.abs(run.along - line.end);
  line.text += (!touching && gap > SPACE_GAP * run.height ? ' ' : '') + run.text;
  line.end = run.along + run.width;
}

/** Median distance between neighbouring lines of a page; undefined where there are too few. */
function usualStep(lines: readonly Line[]): number | undefined {
  const steps = lines
    .map((line, index) => stepTo(lines[index - 1], line))
    .filter((step) => step > 0)
    .sort((a, b) => a - b);
  return steps.length < STEPS_FOR_PARAGRAPHS ? undefined : steps[Math.floor(steps.length / 2)];
}

/** Distance down from one line to the next; 0 at the top of a page or column. */
function stepTo(previous: Line | undefined, line: Line): number {
  return previous === undefined ? 0 : Math.max(0, previous.across - line.across);
}
