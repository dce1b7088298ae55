import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { dot } from '../../../shared/domain/dot-product.js';
import { PairwiseCosines } from '../../../shared/infrastructure/vectors/pairwise-cosines.js';
import { InMemoryIndex } from './in-memory-index.js';
import { SlotCentre, VectorCentres } from './vector-centres.js';
import { onScale } from '../../embedding/domain/vector-space.js';

/**
 * How vectors are compared: those fitted on the store unchanged, those of a provider after subtraction of their centre
 * in the caller's visibility scope.
 */
export class VectorComparison {
  private readonly centres: VectorCentres;
  private readonly pairwise = new PairwiseCosines();

  constructor(private readonly live: InMemoryIndex) {
    this.centres = new VectorCentres(live);
  }

  /** A vector of the model in service in the form in which passages are compared with it. */
  placed(vector: Float32Array, filter: CategoryFilter): Float32Array {
    return this.centreOf(filter)?.centre.without(vector) ?? vector;
  }

  /**
   * Cosines of all slots with a vector of the model in service.
   * @param vector as returned by `placed`
   * @returns how many slots `out` now covers
   */
  cosines(vector: Float32Array, out: Float32Array, filter: CategoryFilter): number {
    const { matrix } = this.live;
    if (vector.length !== matrix.dimensions) return 0;
    matrix.cosines(vector, out);
    const placed = this.centreOf(filter);
    if (placed === undefined) return matrix.length;
    const shift = placed.centre.along(vector);
    for (let slot = 0; slot < matrix.length; slot++)
      out[slot] = ((out[slot] ?? Number.NaN) - shift) / (placed.distances[slot] ?? 1);
    return matrix.length;
  }

  /** The vector of a slot in service, in the form that `placed` returns. */
  vectorOf(slot: number, filter: CategoryFilter): Float32Array | undefined {
    const vector = this.live.matrix.get(slot);
    return vector === undefined ? undefined : this.placed(vector, filter);
  }

  /** Cosines of the passages of slots with one another; NaN if either has no vector. */
  among(slots: readonly (number | undefined)[], filter: CategoryFilter): Float32Array[] {
    const cosines = this.pairwise.ofRows(this.live.matrix, slots);
    const placed = this.centreOf(filter);
    if (placed === undefined) return cosines;
    const along = slots.map((slot) => placed.along[slot ?? -1] ?? 0);
    return cosines.map((own, i) => own.map((cosine, k) => placed.centre.cosine(cosine, along[i] ?? 0, along[k] ?? 0)));
  }

  /**
   * Cosines of the passages of slots to a question by a provider's model, on the scale of the static embedding.
   * @param question the model's vector as the provider returned it
   * @returns one per slot; undefined if unknown
   */
  meanings(
    question: Float32Array,
    slots: readonly (number | undefined)[],
    filter: CategoryFilter,
  ): (number | undefined)[] {
    const scales = this.centreOf(filter)?.scales;
    return slots.map((slot) => {
      const own = slot === undefined ? undefined : this.live.matrix.get(slot);
      return own === undefined || scales === undefined
        ? undefined
        : onScale(dot(question, own), scales.own, scales.static);
    });
  }

  private centreOf(filter: CategoryFilter): SlotCentre | undefined {
    return this.live.space === undefined ? this.centres.of(filter) : undefined;
  }
}
