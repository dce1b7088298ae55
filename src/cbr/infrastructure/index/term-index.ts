import { CategoryFilter, filterKey } from '../../../shared/domain/category-filter.js';
import { cosineFrom, inverseFrequency, termWeight } from '../../domain/similarity.js';
import { CaseSlots } from './case-slots.js';
import { CountedPostings } from './counted-postings.js';

/** Rarities of one filter's texts, and the norms that follow from them, made as they are needed. */
interface Rarities {
  readonly texts: number;
  readonly textsWith: Uint32Array;
  readonly idf: Float64Array;
  /** Squared norm of each slot's vector; NaN until it is needed. */
  readonly squares: Float64Array;
}

/** Filters whose rarities are kept. */
const REMEMBERED = 8;

/**
 * Exact tf-idf cosine over all cases. Rarity counts only texts that the caller may see, so that a score tells nothing about
 * others. Rarities and norms are made anew after a question changed, lazily.
 */
export class TermIndex {
  private readonly postings = new CountedPostings();
  /** Term numbers and counts of each slot, in the order of the text. */
  private readonly terms: Uint32Array[] = [];
  private readonly counts: Uint16Array[] = [];
  private readonly rarities = new Map<string, Rarities>();

  constructor(private readonly slots: CaseSlots) {}

  add(slot: number, counts: ReadonlyMap<string, number>): void {
    const terms: number[] = [];
    const times: number[] = [];
    this.postings.add(slot, counts, (id, count) => {
      terms.push(id);
      times.push(count);
    });
    this.terms[slot] = Uint32Array.from(terms);
    this.counts[slot] = Uint16Array.from(times);
  }

  /** To be called when a text came, went or moved to another category. */
  changed(): void {
    this.rarities.clear();
  }

  /**
   * @param mask the filter's categories
   * @param sums scratch, as long as there are slots
   * @returns the similarity of a slot
   */
  score(
    question: ReadonlyMap<string, number>,
    filter: CategoryFilter,
    mask: Uint8Array,
    sums: Float64Array,
  ): (slot: number) => number {
    const rarities = this.raritiesOf(filter, mask);
    sums.fill(0);
    let squares = 0;
    for (const [term, count] of question) {
      const id = this.postings.find(term);
      const idf = id < 0 ? inverseFrequency(0, rarities.texts) : this.idfOf(rarities, id);
      const weight = termWeight(count, idf);
      squares += weight ** 2;
      this.postings.forEachRun(id, (slots, counts, from, to) => {
        for (let i = from; i < to; i++) {
          const slot = slots[i] ?? 0;
          sums[slot] = (sums[slot] ?? 0) + weight * termWeight(counts[i] ?? 0, idf);
        }
      });
    }
    return (slot) => {
      const sum = sums[slot] ?? 0;
      return sum === 0 ? 0 : cosineFrom(sum, squares, this.squaresOf(rarities, slot));
    };
  }

  private idfOf(rarities: Rarities, id: number): number {
    const known = rarities.idf[id] ?? 0;
    if (known > 0) return known;
    return (rarities.idf[id] = inverseFrequency(rarities.textsWith[id] ?? 0, rarities.texts));
  }

  private squaresOf(rarities: Rarities, slot: number): number {
    const known = rarities.squares[slot] ?? Number.NaN;
    if (!Number.isNaN(known)) return known;
    const counts = this.counts[slot];
    let squares = 0;
    this.terms[slot]?.forEach((id, i) => (squares += termWeight(counts?.[i] ?? 0, this.idfOf(rarities, id)) ** 2));
    return (rarities.squares[slot] = squares);
  }

  private raritiesOf(filter: CategoryFilter, mask: Uint8Array): Rarities {
    const key = filterKey(filter);
    const known = this.rarities.get(key);
    if (known !== undefined) return known;
    const textsWith = new Uint32Array(this.postings.tokens);
    let texts = 0;
    for (let slot = 0; slot < this.slots.length; slot++) {
      if (!this.slots.alive[slot] || mask[this.slots.categories[slot] ?? 0] !== 1) continue;
      texts++;
      for (const id of this.terms[slot] ?? []) textsWith[id] = (textsWith[id] ?? 0) + 1;
    }
    const made: Rarities = {
      texts,
      textsWith,
      idf: new Float64Array(textsWith.length),
      squares: new Float64Array(this.slots.length).fill(Number.NaN),
    };
    this.rarities.set(key, made);
    for (const oldest of this.rarities.keys()) {
      if (this.rarities.size <= REMEMBERED) break;
      this.rarities.delete(oldest);
    }
    return made;
  }
}
