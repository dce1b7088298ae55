import { Analyser } from '../../../text/tokens/analyser.js';
import { Uint16Column, Uint32Column } from '../../domain/column.js';
import { SnapshotError, SnapshotSink, SnapshotSource, takeNumbers } from '../../domain/index-snapshot.js';
import { PostingLists } from './posting-lists.js';
import { stepOf, TermDictionary, termOf } from '../../query/domain/term-sequence.js';
import { Bm25Options, ScoringTerm, PlacesInText, TermPlaces } from '../../ranking/domain/search-index.js';

/** Statistics of a set of passages that BM25 needs. */
export interface WordStatistics {
  readonly passages: number;
  /** Terms of all passages, heading and body together. */
  readonly totalLength: number;
  /** Number of passages that contain each term, by the term's number; 0 for terms added later. */
  readonly frequencies: Uint32Array;
}

function meanOf(totalLength: number, passages: number): number {
  return totalLength / Math.max(1, passages) || 1;
}

/** Higher frequencies do not change a saturated score, and two of them fit in one number. */
const MAX_FREQUENCY = 255;

function packFrequencies(heading: number, body: number): number {
  return (Math.min(heading, MAX_FREQUENCY) << 8) | Math.min(body, MAX_FREQUENCY);
}

const NOWHERE: PlacesInText = { terms: [], words: [] };

/**
 * An exact inverted index in memory with its forward index. Passages are numbered by slots in the order of insertion. A
 * removed passage keeps its slot and counts in no statistic. It must never be shown: the caller's mask lists the
 * admitted slots.
 */
export class LexicalIndex {
  readonly dictionary = new TermDictionary();
  private readonly postings = new PostingLists();
  /** Number of indexed passages that contain a term. */
  private readonly frequency = new Uint32Column();
  private readonly forward = new Uint32Column();
  /** Start of each slot's terms in `forward`; they end at the start of the next slot. */
  private readonly starts = new Uint32Column();
  private readonly headingTerms = new Uint16Column();
  private readonly lengths = new Uint32Column();
  private readonly alive = new Uint16Column();
  private passages = 0;
  private totalLength = 0;
  private norms = new Float32Array(0);
  private normsFor = '';
  /**
   * Ordinal + 1 of each wanted term, by its number; all 0 between two lookups. A map would be read for every word of
   * every passage.
   */
  private wanted = new Uint16Array(0);

  constructor(private readonly analyser: Analyser) {}

  /** Number of slots, including those of removed passages. */
  get slots(): number {
    return this.starts.length;
  }

  /** Number of passages in the index. */
  get size(): number {
    return this.passages;
  }

  /** @returns the slot of the new passage */
  add(heading: string, body: string): number {
    const slot = this.starts.length;
    const headingSequence = this.dictionary.sequence(heading, this.analyser);
    const bodySequence = this.dictionary.sequence(body, this.analyser);
    this.frequency.extend(this.dictionary.size);
    this.starts.push(this.forward.length);
    this.headingTerms.push(Math.min(headingSequence.length, 65_535));
    for (const packed of headingSequence) this.forward.push(packed);
    for (const packed of bodySequence) this.forward.push(packed);
    for (const [term, packed] of countTerms(headingSequence, bodySequence)) {
      this.postings.append(term, slot, packed);
      this.frequency.set(term, this.frequency.at(term) + 1);
    }
    const length = headingSequence.length + bodySequence.length;
    this.lengths.push(length);
    this.alive.push(1);
    this.passages++;
    this.totalLength += length;
    return slot;
  }

  /** Removes a passage from all statistics. */
  remove(slot: number): void {
    if (!this.holds(slot)) return;
    this.alive.set(slot, 0);
    this.passages--;
    this.totalLength -= this.lengths.at(slot);
    for (const term of this.termCounts(slot).keys()) this.frequency.set(term, this.frequency.at(term) - 1);
  }

  holds(slot: number): boolean {
    return slot < this.slots && this.alive.at(slot) === 1;
  }

  /** Number of passages that contain the term. */
  documentFrequency(term: string): number {
    const id = this.dictionary.find(term);
    return id < 0 ? 0 : this.frequency.at(id);
  }

  /** The same by the term's number. */
  frequencyOf(term: number): number {
    return this.frequency.at(term);
  }

  /**
   * BM25 of every slot for the weighted terms, added term by term; 0 for a passage without any of them. Reading whole
   * lists is exact and needs no skip structures.
   * @param scores at least `slots` long; overwritten
   * @param norms for a visibility scope other than the whole index, see `normsWithin`
   */
  score(
    terms: readonly ScoringTerm[],
    options: Bm25Options,
    scores: Float32Array,
    norms: Float32Array = this.lengthNorms(options),
  ): void {
    scores.fill(0);
    for (const { term, weight } of terms) {
      const id = this.dictionary.find(term);
      if (id < 0 || weight === 0) continue;
      const gain = weight * (options.k1 + 1);
      this.postings.forEachRun(id, (slots, packed, from, to) => {
        for (let i = from; i < to; i++) {
          const slot = slots[i] ?? 0;
          const both = packed[i] ?? 0;
          const tf = (both & MAX_FREQUENCY) + options.headingWeight * (both >>> 8);
          scores[slot] = (scores[slot] ?? 0) + (gain * tf) / (tf + (norms[slot] ?? 0));
        }
      });
    }
  }

  /** The statistics of some of the passages, as if there were no others. @param mask 1 for each slot that counts */
  statisticsWithin(mask: Uint8Array): WordStatistics {
    const frequencies = new Uint32Array(this.dictionary.size);
    for (let term = 0; term < frequencies.length; term++) {
      let holding = 0;
      this.postings.forEachRun(term, (slots, _packed, from, to) => {
        for (let i = from; i < to; i++) holding += mask[slots[i] ?? 0] ?? 0;
      });
      frequencies[term] = holding;
    }
    let passages = 0;
    let totalLength = 0;
    for (let slot = 0; slot < mask.length; slot++) {
      if (mask[slot] !== 1) continue;
      passages++;
      totalLength += this.lengths.at(slot);
    }
    return { passages, totalLength, frequencies };
  }

  /** The same for a mask that differs from that of `before` in a few slots: a write changes few. */
  statisticsAfter(
    before: WordStatistics,
    { came, went }: { readonly came: readonly number[]; readonly went: readonly number[] },
  ): WordStatistics {
    const frequencies = new Uint32Array(this.dictionary.size);
    frequencies.set(before.frequencies);
    let { passages, totalLength } = before;
    const count = (slots: readonly number[], sign: 1 | -1) => {
      for (const slot of slots) {
        passages += sign;
        totalLength += sign * this.lengths.at(slot);
        for (const term of this.termCounts(slot).keys()) frequencies[term] = (frequencies[term] ?? 0) + sign;
      }
    };
    count(came, 1);
    count(went, -1);
    return { passages, totalLength, frequencies };
  }

  /** k1 (1 - b + b length / mean length) of each slot, with the mean of a part of the passages. */
  normsWithin({ totalLength, passages }: WordStatistics, options: Bm25Options): Float32Array {
    const norms = new Float32Array(this.slots);
    this.fillNorms(norms, meanOf(totalLength, passages), options);
    return norms;
  }

  /** How often a slot's passage contains each term, heading and body together, by term number. */
  termCounts(slot: number): Map<number, number> {
    const counts = new Map<number, number>();
    const values = this.forward.values;
    for (let i = this.starts.at(slot); i < this.endOf(slot); i++) {
      const term = termOf(values[i] ?? 0);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return counts;
  }

  /** The terms of a slot's passage by number, heading and body, once per occurrence. */
  termsOf(slot: number): Uint32Array {
    return this.forward.values.subarray(this.starts.at(slot), this.endOf(slot)).map(termOf);
  }

  /** Occurrences of the given terms in passages, by their ordinals in the list; one entry per slot. */
  places(slots: readonly number[], terms: readonly string[]): TermPlaces[] {
    const ids = terms.map((term) => this.dictionary.find(term));
    if (this.wanted.length < this.dictionary.size)
      this.wanted = new Uint16Array(Math.ceil(this.dictionary.size * 1.25));
    ids.forEach((id, ordinal) => {
      if (id >= 0) this.wanted[id] = ordinal + 1;
    });
    const found = slots.map((slot) => {
      const start = this.starts.at(slot);
      const border = start + this.headingTerms.at(slot);
      return { heading: this.placesBetween(start, border), body: this.placesBetween(border, this.endOf(slot)) };
    });
    for (const id of ids) if (id >= 0) this.wanted[id] = 0;
    return found;
  }

  /** Whether the slot's passage has exactly these texts. */
  hasTexts(slot: number, heading: string, body: string): boolean {
    const texts = [
      ...this.dictionary.sequence(heading, this.analyser),
      ...this.dictionary.sequence(body, this.analyser),
    ];
    const own = this.forward.values.subarray(this.starts.at(slot), this.endOf(slot));
    return texts.length === own.length && texts.every((packed, i) => packed === own[i]);
  }

  /** Writes the whole index. */
  save(sink: SnapshotSink): void {
    this.dictionary.save(sink);
    this.postings.save(sink);
    for (const column of this.columns()) column.save(sink);
    sink.numbers(Float64Array.of(this.passages, this.totalLength));
  }

  /** Fills an empty index. @throws SnapshotError; discard the index then */
  restore(source: SnapshotSource): void {
    this.dictionary.restore(source);
    this.postings.restore(source);
    for (const column of this.columns()) column.restore(source);
    const [passages = 0, totalLength = 0] = takeNumbers(source, 2);
    this.passages = passages;
    this.totalLength = totalLength;
    const { length } = this.starts;
    const areWhole =
      this.frequency.length === this.dictionary.size &&
      [this.headingTerms, this.lengths, this.alive].every((column) => column.length === length);
    if (!areWhole) throw new SnapshotError('its parts do not fit each other');
  }

  /** Number of terms of the passage, heading and body together. */
  lengthOf(slot: number): number {
    return this.lengths.at(slot);
  }

  private columns() {
    return [this.frequency, this.forward, this.starts, this.headingTerms, this.lengths, this.alive];
  }

  private placesBetween(from: number, to: number): PlacesInText {
    const values = this.forward.values;
    const { wanted } = this;
    let found: { terms: number[]; words: number[] } | undefined;
    let word = 0;
    for (let i = from; i < to; i++) {
      const packed = values[i] ?? 0;
      word += stepOf(packed);
      const mark = wanted[termOf(packed)] ?? 0;
      if (mark === 0) continue;
      found ??= { terms: [], words: [] };
      found.terms.push(mark - 1);
      found.words.push(word);
    }
    return found ?? NOWHERE;
  }

  private endOf(slot: number): number {
    return slot + 1 < this.starts.length ? this.starts.at(slot + 1) : this.forward.length;
  }

  /** k1 (1 - b + b length / mean length) of each slot, computed again after the statistics changed. */
  private lengthNorms({ k1, b }: Bm25Options): Float32Array {
    const state = `${this.slots} ${this.totalLength} ${this.passages} ${k1} ${b}`;
    if (state === this.normsFor) return this.norms;
    if (this.norms.length < this.slots) this.norms = new Float32Array(Math.ceil(this.slots * 1.5));
    this.fillNorms(this.norms, meanOf(this.totalLength, this.passages), { k1, b });
    this.normsFor = state;
    return this.norms;
  }

  private fillNorms(norms: Float32Array, mean: number, { k1, b }: Pick<Bm25Options, 'k1' | 'b'>): void {
    for (let slot = 0; slot < this.slots; slot++) norms[slot] = k1 * (1 - b + (b * this.lengths.at(slot)) / mean);
  }
}

/** Frequencies of one passage's terms, packed, by term number. */
function countTerms(heading: readonly number[], body: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const packed of heading) {
    const before = counts.get(termOf(packed)) ?? 0;
    counts.set(termOf(packed), packFrequencies((before >>> 8) + 1, 0));
  }
  for (const packed of body) {
    const before = counts.get(termOf(packed)) ?? 0;
    counts.set(termOf(packed), packFrequencies(before >>> 8, (before & MAX_FREQUENCY) + 1));
  }
  return counts;
}
