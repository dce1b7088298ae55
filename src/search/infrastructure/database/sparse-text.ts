/** Width of all vectors of terms: the widest that pgvector takes, so that any number of a term fits. */
const DIMENSIONS = 1_000_000_000;

/** Weights by term number, as pgvector reads a sparsevec; its indices begin at 1 and rise. */
export function sparseText(weights: Iterable<readonly [id: number, weight: number]>): string {
  const sorted = [...weights].sort(([a], [b]) => a - b);
  return `{${sorted.map(([id, weight]) => `${id}:${Math.fround(weight)}`).join(',')}}/${DIMENSIONS}`;
}

/** Numbers as PostgreSQL reads an array of them. */
export function arrayText(numbers: Iterable<number>): string {
  return `{${[...numbers].join(',')}}`;
}

/** Finer than half a float of a unit vector's usual members; all digits of a number would be most of what is sent. */
const STEPS = 1e6;

/** A vector as pgvector reads it. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (x) => Math.round(x * STEPS) / STEPS).join(',')}]`;
}
