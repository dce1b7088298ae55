/**
 * More precise than half floats of a unit vector's usual components; all digits of a number would be most of what is
 * sent.
 */
const STEPS = 1e6;

/** A vector in pgvector's text format. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (x) => Math.round(x * STEPS) / STEPS).join(',')}]`;
}
