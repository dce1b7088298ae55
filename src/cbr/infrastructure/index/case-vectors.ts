import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';
import { dot } from '../../../shared/domain/dot-product.js';
import { unitInterval } from '../../domain/similarity.js';
import { ModelVector } from '../../domain/case-index.js';
import { SlotScores, unbounded } from './slot-scores.js';

/** Half of one quantization step of the scan's query: 8,191 steps for the largest value. */
const QUERY_STEP = 1 / (2 * 8_191);
/** Rounding of the scan's 32-bit results. */
const FLOAT_ERROR = 1e-6;

/** Vectors of one model by slot, and the slots without one. */
export class CaseVectors {
  private matrix: VectorMatrix | undefined;
  private readonly waiting: Set<number>;
  private out = new Float32Array(0);
  private held = 0;

  /** @param slots all slots with a case */
  constructor(slots: Iterable<number>) {
    this.waiting = new Set(slots);
  }

  /** Number of slots with a vector, including the zero vector of a text without a known word. */
  get count(): number {
    return this.held;
  }

  pending(): Iterable<number> {
    return this.waiting;
  }

  add(slot: number): void {
    this.waiting.add(slot);
  }

  remove(slot: number): void {
    if (!this.waiting.delete(slot)) this.held--;
    if (this.matrix?.has(slot) === true) this.matrix.set(slot, new Float32Array(this.matrix.dimensions));
  }

  set(slot: number, { values }: ModelVector): void {
    this.matrix ??= new VectorMatrix(values.length);
    this.matrix.set(slot, values);
    if (this.waiting.delete(slot)) this.held++;
  }

  /** The stored vector of a slot; undefined without one. */
  get(slot: number): Float32Array | undefined {
    return this.matrix?.get(slot);
  }

  /** Exact cosine with the stored vector; 0 without one. */
  exact(question: Float32Array, slot: number): number {
    const vector = this.get(slot);
    return vector === undefined ? 0 : unitInterval(dot(question, vector));
  }

  /**
   * Cosines of all slots by the quantized scan, with their maximum error. Each value of the question is rounded by at
   * most half a step, and the absolute values of a unit vector sum to at most the root of its dimensions.
   */
  scan(question: Float32Array): { readonly scores: SlotScores; readonly error: number } {
    const { matrix } = this;
    if (matrix === undefined || matrix.dimensions !== question.length) return { scores: unbounded(() => 0), error: 0 };
    if (this.out.length < matrix.length) this.out = new Float32Array(Math.ceil(matrix.length * 1.25));
    matrix.cosines(question, this.out);
    const largest = question.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
    const error = largest * QUERY_STEP * Math.sqrt(matrix.dimensions) * 1.02 + FLOAT_ERROR;
    return { scores: cosineScores(this.out, matrix.length), error };
  }
}

/** @param rows cosines; NaN, or an index past the end, is a slot without a vector */
function cosineScores(cosines: Float32Array, rows: number): SlotScores {
  return {
    of: (slot) => (slot < rows ? unitInterval(cosines[slot] ?? 0) || 0 : 0),
    next(from, end, threshold) {
      if (threshold <= 0) return from;
      const last = Math.min(rows, end);
      for (let slot = from; slot < last; slot++) if ((cosines[slot] ?? 0) >= threshold) return slot;
      return end;
    },
  };
}
