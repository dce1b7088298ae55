import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { combined, type Matrix, matrixOf, turnedRun, type TurnedRun } from './pdf-turned-run.js';

/** A gap in a line of glyphs, in thousandths of the font's height, that is wider than kerning. */
const WIDE_KERNING = 150;
const START: Matrix = matrixOf(undefined);

type Operations = (typeof import('pdfjs-dist/legacy/build/pdf.mjs'))['OPS'];

/** Texts in the pictures that annotations have on a page, by the id of the annotation. */
export async function drawnTexts(page: PDFPageProxy): Promise<ReadonlyMap<string, readonly TurnedRun[]>> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const found = new Map<string, TurnedRun[]>();
  let reader: DrawnText | undefined;
  for (const [i, operation] of fnArray.entries()) {
    const given: unknown = argsArray[i];
    const values: readonly unknown[] = Array.isArray(given) ? given : [];
    if (operation === OPS.beginAnnotation) {
      reader = new DrawnText(OPS, combined(matrixOf(listOf(values[3])), matrixOf(listOf(values[2]))));
      found.set(String(values[0]), reader.runs);
    } else if (operation === OPS.endAnnotation) reader = undefined;
    else reader?.read(operation, values);
  }
  return found;
}

interface State {
  readonly page: Matrix;
  readonly size: number;
}

/** Follows the drawing of one annotation (ISO 32000-1, 8.4.4 and 9.4) as far as it moves text. */
class DrawnText {
  readonly runs: TurnedRun[] = [];
  private readonly saved: State[] = [];
  private state: State;
  private line: Matrix = START;
  private text: Matrix = START;
  private leading = 0;

  constructor(
    private readonly ops: Operations,
    page: Matrix,
  ) {
    this.state = { page, size: 1 };
  }

  read(operation: number, values: readonly unknown[]): void {
    const { ops } = this;
    switch (operation) {
      case ops.save:
        this.saved.push(this.state);
        break;
      case ops.restore:
      case ops.paintFormXObjectEnd:
        this.state = this.saved.pop() ?? this.state;
        break;
      case ops.paintFormXObjectBegin:
        this.saved.push(this.state);
        this.transform(listOf(values[0]));
        break;
      case ops.transform:
        this.transform(values);
        break;
      case ops.beginText:
        this.moveTo(START);
        break;
      case ops.setTextMatrix:
        this.moveTo(matrixOf(listOf(values[0])));
        break;
      case ops.setLeading:
        this.leading = -numberAt(values, 0);
        break;
      case ops.setLeadingMoveText:
        this.leading = numberAt(values, 1);
        this.moveBy(numberAt(values, 0), this.leading);
        break;
      case ops.moveText:
        this.moveBy(numberAt(values, 0), numberAt(values, 1));
        break;
      case ops.nextLine:
        this.moveBy(0, this.leading);
        break;
      case ops.setFont:
        this.state = { ...this.state, size: numberAt(values, 1) };
        break;
      case ops.showText:
        this.show(listOf(values[0]) ?? []);
        break;
      default:
    }
  }

  private transform(values: ArrayLike<unknown> | undefined): void {
    this.state = { ...this.state, page: combined(matrixOf(values), this.state.page) };
  }

  private moveTo(matrix: Matrix): void {
    this.line = matrix;
    this.text = matrix;
  }

  private moveBy(x: number, y: number): void {
    this.moveTo(combined([1, 0, 0, 1, x, y], this.line));
  }

  /** @param glyphs with numbers in between, which move the next glyph to the left */
  private show(glyphs: ArrayLike<unknown>): void {
    let shown = '';
    let width = 0;
    const flush = (): void => {
      this.add(shown, width);
      shown = '';
      width = 0;
    };
    for (const glyph of Array.from(glyphs)) {
      if (typeof glyph === 'number') {
        if (Math.abs(glyph) > WIDE_KERNING) flush();
        if (shown === '') this.advance(-glyph);
        else width -= glyph;
      } else if (typeof glyph === 'object' && glyph !== null) {
        const unicode: unknown = Reflect.get(glyph, 'unicode');
        const own: unknown = Reflect.get(glyph, 'width');
        shown += typeof unicode === 'string' ? unicode : '';
        width += typeof own === 'number' ? own : 0;
      }
    }
    flush();
  }

  private add(text: string, thousandths: number): void {
    const { page, size } = this.state;
    const matrix = combined([size, 0, 0, size, 0, 0], combined(this.text, page));
    if (text.trim() !== '')
      this.runs.push(turnedRun(text, matrix, (thousandths / 1000) * Math.hypot(matrix[0], matrix[1])));
    this.advance(thousandths);
  }

  private advance(thousandths: number): void {
    this.text = combined([1, 0, 0, 1, (thousandths / 1000) * this.state.size, 0], this.text);
  }
}

function listOf(value: unknown): ArrayLike<unknown> | undefined {
  if (Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array) return value;
  return undefined;
}

function numberAt(values: readonly unknown[], at: number): number {
  const value = values[at];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
