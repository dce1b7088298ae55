/** Finer than half a float of a unit vector's usual members; all digits of a number would be most of what is sent. */
const STEPS = 1e6;

/** A vector as pgvector reads it. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (x) => Math.round(x * STEPS) / STEPS).join(',')}]`;
}
