import { Uint16Column, Uint32Column } from '../../../search/domain/column.js';
import { CategoryFilter, filterKey } from '../../../shared/domain/category-filter.js';
import { cosineFrom, inverseFrequency, termWeight } from '../../domain/similarity.js';
import { CaseSlots } from './case-slots.js';
import { CountedPostings } from './counted-postings.js';
import { SLACK, SlotScores } from './slot-scores.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Rarities within one filter, with the derived norms, computed lazily. */
interface Rarities {
  readonly filter: CategoryFilter;
  texts: number;
  /** Document frequency by term; terms past the end have 0. */
  textsWith: Uint32Array;
  /** Undefined after a text was added or removed. */
  weights: Weights | undefined;
}

/** Values derived from the counts. */
interface Weights {
  /** By term; 0 until it is computed. */
  readonly idf: Float64Array;
  /** Squared norm of each slot's vector, or its lower bound until it is computed. */
  readonly squares: Float64Array;
  readonly isKnown: Uint8Array;
}

/** Number of filters with cached rarities. */
const REMEMBERED = 8;

/**
 * Exact tf-idf cosine over all cases. Rarity counts only texts that the caller may see, so that a score discloses
 * nothing about others. Counts follow each change; norms are recomputed after a change, and only for candidates.
 */
export class TermIndex {
  private readonly postings = new CountedPostings();
  /** Term numbers and counts of all slots in sequence, each in the order of its text, and the start of each slot. */
  private readonly terms = new Uint32Column();
  private readonly counts = new Uint16Column();
  private readonly starts = new Uint32Column();
  /**
   * Lower bound of the squared norm of each slot: the norm if every text contained every term, since no rarity is below
   * 1.
   */
  private readonly least: number[] = [];
  private readonly rarities = new LruCache<string, Rarities>(REMEMBERED);
  /** Scratch of one question: its dot product with each slot. */
  private sums = new Float64Array(0);

  /** @param maskOf the categories that a filter allows */
  constructor(
    private readonly slots: CaseSlots,
    private readonly maskOf: (filter: CategoryFilter) => Uint8Array,
  ) {
    this.starts.push(0);
  }

  /** Slots must be added in order, each once. */
  add(counts: ReadonlyMap<string, number>): void {
    let least = 0;
    this.postings.add(this.least.length, counts, (id, count) => {
      this.terms.push(id);
      this.counts.push(count);
      least += termWeight(count, 1) ** 2;
    });
    this.starts.push(this.terms.length);
    this.least.push(least);
  }

  /** Call after a text was added to the category of its slot, and before it is removed from it. */
  changed(slot: number, by: 1 | -1): void {
    const category = this.slots.categories[slot] ?? 0;
    for (const rarities of this.rarities.values()) {
      if (this.maskOf(rarities.filter)[category] !== 1) continue;
      rarities.weights = undefined;
      this.countText(slot, by, rarities);
    }
  }

  /** Read the scores before the next question. */
  score(question: ReadonlyMap<string, number>, filter: CategoryFilter): SlotScores {
    const rarities = this.raritiesOf(filter);
    const weights = (rarities.weights ??= this.emptyWeights());
    const sums = this.emptySums();
    let own = 0;
    for (const [term, count] of question) {
      const id = this.postings.find(term);
      const idf = id < 0 ? inverseFrequency(0, rarities.texts) : this.idfOf(rarities, weights, id);
      const weight = termWeight(count, idf);
      own += weight ** 2;
      this.accumulate(id, { weight, idf }, sums);
    }
    return {
      of: (slot) => {
        const sum = sums[slot] ?? 0;
        return sum === 0 ? 0 : cosineFrom(sum, own, this.squaresOf(rarities, weights, slot));
      },
      // Without the root: dot^2 >= t^2 a^2 b^2, with b^2 or its lower bound.
      next(from, end, threshold) {
        if (threshold <= 0) return from;
        const { squares } = weights;
        const limit = threshold * threshold * own * SLACK;
        for (let slot = from; slot < end; slot++) {
          const sum = sums[slot] ?? 0;
          if (sum * sum >= limit * (squares[slot] ?? 0)) return slot;
        }
        return end;
      },
    };
  }

  private emptySums(): Float64Array {
    const slots = this.least.length;
    if (this.sums.length < slots) this.sums = new Float64Array(Math.ceil(slots * 1.25));
    else this.sums.fill(0, 0, slots);
    return this.sums;
  }

  private accumulate(id: number, { weight, idf }: { weight: number; idf: number }, sums: Float64Array): void {
    const once = weight * termWeight(1, idf);
    this.postings.forEachRun(id, (slots, counts, from, to) => {
      for (let i = from; i < to; i++) {
        const [slot, count] = [slots[i] ?? 0, counts[i] ?? 0];
        // Most terms occur once in a question, and a logarithm costs more than the rest of the loop.
        sums[slot] = (sums[slot] ?? 0) + (count === 1 ? once : weight * termWeight(count, idf));
      }
    });
  }

  private idfOf(rarities: Rarities, { idf }: Weights, id: number): number {
    const known = idf[id] ?? 0;
    return known > 0 ? known : (idf[id] = inverseFrequency(rarities.textsWith[id] ?? 0, rarities.texts));
  }

  private squaresOf(rarities: Rarities, weights: Weights, slot: number): number {
    if (weights.isKnown[slot] === 1) return weights.squares[slot] ?? 0;
    let squares = 0;
    for (let i = this.starts.at(slot); i < this.starts.at(slot + 1); i++)
      squares += termWeight(this.counts.at(i), this.idfOf(rarities, weights, this.terms.at(i))) ** 2;
    weights.isKnown[slot] = 1;
    return (weights.squares[slot] = squares);
  }

  private raritiesOf(filter: CategoryFilter): Rarities {
    const key = filterKey(filter);
    const known = this.rarities.get(key);
    if (known !== undefined) return known;
    const made = this.count(filter);
    this.rarities.set(key, made);
    return made;
  }

  private count(filter: CategoryFilter): Rarities {
    const mask = this.maskOf(filter);
    const rarities: Rarities = { filter, texts: 0, textsWith: new Uint32Array(0), weights: undefined };
    for (let slot = 0; slot < this.slots.length; slot++)
      if (this.slots.alive[slot] === true && mask[this.slots.categories[slot] ?? 0] === 1)
        this.countText(slot, 1, rarities);
    return rarities;
  }

  private countText(slot: number, by: 1 | -1, rarities: Rarities): void {
    if (rarities.textsWith.length < this.postings.tokens) {
      const larger = new Uint32Array(Math.ceil(this.postings.tokens * 1.25));
      larger.set(rarities.textsWith);
      rarities.textsWith = larger;
    }
    const { textsWith } = rarities;
    const { values } = this.terms;
    const end = this.starts.at(slot + 1);
    rarities.texts += by;
    for (let i = this.starts.at(slot); i < end; i++) {
      const id = values[i] ?? 0;
      textsWith[id] = (textsWith[id] ?? 0) + by;
    }
  }

  private emptyWeights(): Weights {
    return {
      idf: new Float64Array(this.postings.tokens),
      squares: Float64Array.from(this.least),
      isKnown: new Uint8Array(this.least.length),
    };
  }
}
