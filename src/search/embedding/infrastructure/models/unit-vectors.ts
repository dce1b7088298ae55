import { fieldOf } from '../../../infrastructure/models/model-peer.js';

function unitVector(numbers: unknown, width: number | undefined): Float32Array {
  if (!Array.isArray(numbers) || numbers.length === 0) throw new Error('it gave no vector for a text');
  if (width !== undefined && numbers.length !== width)
    throw new Error(`it gave a vector of ${numbers.length} numbers, not ${width}`);
  const vector = Float32Array.from(numbers, (x: unknown) => (typeof x === 'number' ? x : Number.NaN));
  const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  if (!Number.isFinite(norm) || norm === 0) throw new Error('it gave a vector that is not finite or zero');
  return vector.map((x) => x / norm);
}

/**
 * Reads the answer of an OpenAI-style `/embeddings`: `{data: [{index, embedding: number[]}]}` in any order.
 * @param width required width of each vector; undefined takes that of the first one
 * @returns unit vectors in the order of the texts
 * @throws Error that names the fault of the answer: a text without a vector or with two, different widths, a value that
 * is not a number
 */
export function unitVectors(answer: unknown, texts: number, width: number | undefined): readonly Float32Array[] {
  const data = fieldOf(answer, 'data');
  if (!Array.isArray(data)) throw new Error('its answer has no list of vectors');
  if (data.length !== texts) throw new Error(`it gave ${data.length} vectors for ${texts} texts`);
  const vectors = new Map<number, Float32Array>();
  for (const item of data) {
    const index = fieldOf(item, 'index');
    if (typeof index !== 'number') throw new Error('it gave a vector without a number');
    const first = vectors.values().next().value;
    vectors.set(index, unitVector(fieldOf(item, 'embedding'), width ?? first?.length));
  }
  return Array.from({ length: texts }, (_, index) => {
    const vector = vectors.get(index);
    if (vector === undefined) throw new Error(`it gave no vector for text ${index}`);
    return vector;
  });
}
