import type { PdfRun } from './pdf-segments.js';

/** A run with its writing direction, in degrees. */
export interface TurnedRun extends PdfRun {
  readonly angle: number;
}

/** A transformation of PDF: `x' = a x + c y + e`, `y' = b x + d y + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A matrix from values of a PDF; missing ones are those of the identity. */
export function matrixOf(values: ArrayLike<unknown> | undefined): Matrix {
  const at = (i: number, standard: number): number => {
    const value = values?.[i];
    return typeof value === 'number' && Number.isFinite(value) ? value : standard;
  };
  return [at(0, 1), at(1, 0), at(2, 0), at(3, 1), at(4, 0), at(5, 0)];
}

/** The inner transformation, then the outer one. */
export function combined(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/**
 * A text in the frame of its own writing direction.
 * @param matrix from text of height 1 to the page
 * @param width in points
 */
export function turnedRun(text: string, [a, b, c, d, x, y]: Matrix, width: number): TurnedRun {
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  return { text, ...turned(x, y, angle), angle, width, height: Math.hypot(c, d) || Math.hypot(a, b) };
}

/** A position in the coordinates of a writing direction. */
export function turned(x: number, y: number, angle: number): { readonly along: number; readonly across: number } {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { along: x * cos + y * sin, across: y * cos - x * sin };
}
