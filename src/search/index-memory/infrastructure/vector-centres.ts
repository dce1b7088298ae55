import { CategoryFilter, filterKey, visibilityScope } from '../../../shared/domain/category-filter.js';
import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';
import { CENTRE_SAMPLE, sampleOf, VectorCentre } from '../../embedding/domain/vector-centre.js';
import { InMemoryIndex } from './in-memory-index.js';
import { PassageSlots } from './passage-slots.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';
import { CosineScale, cosineScale } from '../../embedding/domain/vector-space.js';

/** The centre of a visibility scope, and each slot's dot product with it. */
export interface SlotCentre {
  readonly centre: VectorCentre;
  readonly along: Float32Array;
  /** Length of each slot's vector after subtraction of the centre. */
  readonly distances: Float32Array;
  /** Null distributions of cosines by this model and by the static embedding; undefined if one is missing. */
  readonly scales: { readonly own: CosineScale; readonly static: CosineScale } | undefined;
}

interface Known {
  /** State of the index that it was computed from. */
  readonly slots: PassageSlots;
  readonly matrix: VectorMatrix;
  readonly version: number;
  readonly centre: SlotCentre | undefined;
}

/** Number of visibility scopes in the cache: a key has one. The least recently used are evicted. */
const REMEMBERED = 16;

/**
 * The centre of a provider's vectors, for each visibility scope that is searched: data that a key may not see has no
 * influence. It is updated after every change of the store: a sample is drawn again, and one scan computes the dot
 * products of all slots.
 */
export class VectorCentres {
  private readonly known = new LruCache<string, Known>(REMEMBERED);

  constructor(private readonly live: InMemoryIndex) {}

  /** Undefined if there are too few vectors. */
  of(filter: CategoryFilter): SlotCentre | undefined {
    const world = visibilityScope(filter);
    const key = filterKey(world);
    const before = this.known.get(key);
    const { slots, masks, matrix } = this.live;
    const { version } = masks;
    const isCurrent = before?.slots === slots && before.matrix === matrix && before.version === version;
    const found = before !== undefined && isCurrent ? before : { slots, matrix, version, centre: this.make(world) };
    this.known.set(key, found);
    return found.centre;
  }

  private make(world: CategoryFilter): SlotCentre | undefined {
    const { slots, masks, matrix } = this.live;
    const mask = world.kind === 'unrestricted' ? undefined : masks.ofAnyDay(world);
    const ids: number[] = [];
    for (let slot = 0; slot < matrix.length; slot++) {
      const isInside = slots.words.holds(slot) && (mask === undefined || mask[slot] === 1);
      if (isInside && matrix.has(slot)) ids.push(slots.rowOf(slot));
    }
    const sample = sampleOf(ids, CENTRE_SAMPLE).flatMap((id) => slots.slotOf(id) ?? []);
    const vectors = sample.flatMap((slot) => matrix.get(slot) ?? []);
    const centre = VectorCentre.of(vectors);
    if (centre === undefined) return undefined;
    const along = new Float32Array(matrix.length);
    matrix.cosines(centre.mean, along);
    const distances = along.map((one) => centre.distance(one));
    return { centre, along, distances, scales: this.scales(vectors, sample) };
  }

  private scales(vectors: readonly Float32Array[], sample: readonly number[]): SlotCentre['scales'] {
    const own = cosineScale(vectors);
    const meanings = cosineScale(sample.flatMap((slot) => this.live.meaningVectors?.get(slot) ?? []));
    return own === undefined || meanings === undefined ? undefined : { own, static: meanings };
  }
}
