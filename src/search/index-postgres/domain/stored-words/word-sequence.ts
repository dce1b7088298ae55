import { Bm25Options, PlacesInText, ScoringTerm, TermPlaces } from '../../../ranking/domain/search-index.js';

/** Higher frequencies do not change a saturated score; the in-memory index has the same limit. */
const MAX_FREQUENCY = 255;
const BYTES_A_NUMBER = 4;
/**
 * Flags by the lowest bits of terms' numbers: most terms of a passage are not the question's, and a flag shows that
 * faster than a map.
 */
const MARKS = 1024;
const NOWHERE: PlacesInText = { terms: [], words: [] };

/** A term of a question by its number. */
export interface NumberedTerm extends ScoringTerm {
  readonly id: number;
}

/** A question prepared for scoring hundreds of passages, so that its terms are looked up once. */
export class NumberedQuestion {
  /** Index of each term in the counts below, by number. */
  private readonly places = new Map<number, number>();
  private readonly marks = new Uint8Array(MARKS);
  private readonly heading: Uint16Array;
  private readonly body: Uint16Array;

  constructor(
    private readonly terms: readonly NumberedTerm[],
    private readonly mean: number,
    private readonly options: Bm25Options,
  ) {
    for (const { id } of terms) {
      if (!this.places.has(id)) this.places.set(id, this.places.size);
      this.marks[id % MARKS] = 1;
    }
    this.heading = new Uint16Array(this.places.size);
    this.body = new Uint16Array(this.places.size);
  }

  /** BM25 of a passage, rounded at each step as in the in-memory index, so that both return the same number. */
  score({ ids, heading }: WordSequence): number {
    this.count(ids, heading);
    const norm = Math.fround(lengthNorm(ids.length, this.mean, this.options));
    let score = 0;
    for (const { id, weight } of this.terms) {
      const place = this.places.get(id) ?? 0;
      const tf = weighted(this.heading[place] ?? 0, this.body[place] ?? 0, this.options);
      if (tf === 0 || weight === 0) continue;
      score = Math.fround(score + (weight * (this.options.k1 + 1) * tf) / (tf + norm));
    }
    return score;
  }

  private count(ids: Uint32Array, heading: number): void {
    this.heading.fill(0);
    this.body.fill(0);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0;
      if (this.marks[id % MARKS] === 0) continue;
      const place = this.places.get(id);
      if (place === undefined) continue;
      const counts = i < heading ? this.heading : this.body;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
}

/** The terms of one passage by their numbers, in order, heading before body. */
export class WordSequence {
  /** @param steps see `PassageWords` @param heading number of terms of the heading */
  constructor(
    readonly ids: Uint32Array,
    private readonly steps: Uint8Array,
    readonly heading: number,
  ) {}

  /** Number of terms, heading and body together. */
  get length(): number {
    return this.ids.length;
  }

  /** Five bytes per term: all numbers, little-endian, then all steps. @param bytes must not change afterwards */
  static fromBytes(bytes: Uint8Array, heading: number): WordSequence {
    const length = bytes.byteLength / (BYTES_A_NUMBER + 1);
    // Numbers are read in place, aligned to four bytes; the bytes of a row need not be aligned.
    const own = bytes.byteOffset % BYTES_A_NUMBER === 0 ? bytes : Uint8Array.from(bytes);
    const ids = LITTLE_ENDIAN ? new Uint32Array(own.buffer, own.byteOffset, length) : bigEndian(own, length);
    return new WordSequence(ids, own.subarray(length * BYTES_A_NUMBER), heading);
  }

  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.length * (BYTES_A_NUMBER + 1));
    const view = new DataView(bytes.buffer);
    this.ids.forEach((id, i) => view.setUint32(i * BYTES_A_NUMBER, id, true));
    bytes.set(this.steps, this.length * BYTES_A_NUMBER);
    return bytes;
  }

  /** Number of occurrences of each term, heading and body together. */
  counts(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const id of this.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  /** Number of occurrences of each term as BM25 counts them: those in the heading are multiplied by its weight. */
  weightedCounts(headingWeight: number): Map<number, number> {
    const counts = new Map<number, number>();
    this.countBetween(0, this.heading, headingWeight, counts);
    const body = new Map<number, number>();
    this.countBetween(this.heading, this.length, 1, body);
    for (const [id, count] of body) counts.set(id, (counts.get(id) ?? 0) + count);
    return counts;
  }

  /** Occurrences of terms in the passage. @param ordinals of the wanted terms, by number */
  places(ordinals: ReadonlyMap<number, number>): TermPlaces {
    return {
      heading: this.placesBetween(0, this.heading, ordinals),
      body: this.placesBetween(this.heading, this.length, ordinals),
    };
  }

  private countBetween(from: number, to: number, weight: number, counts: Map<number, number>): void {
    for (let i = from; i < to; i++) {
      const id = this.ids[i] ?? 0;
      counts.set(id, Math.min((counts.get(id) ?? 0) + weight, MAX_FREQUENCY * weight));
    }
  }

  private placesBetween(from: number, to: number, ordinals: ReadonlyMap<number, number>): PlacesInText {
    let word = 0;
    let found: { terms: number[]; words: number[] } | undefined;
    for (let i = from; i < to; i++) {
      word += this.steps[i] ?? 0;
      const ordinal = ordinals.get(this.ids[i] ?? 0);
      if (ordinal === undefined) continue;
      found ??= { terms: [], words: [] };
      found.terms.push(ordinal);
      found.words.push(word);
    }
    return found ?? NOWHERE;
  }
}

/** Byte order of this machine. */
const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function bigEndian({ buffer, byteOffset }: Uint8Array, length: number): Uint32Array {
  const view = new DataView(buffer, byteOffset);
  return Uint32Array.from({ length }, (_, i) => view.getUint32(i * BYTES_A_NUMBER, true));
}

function weighted(heading: number, body: number, { headingWeight }: Bm25Options): number {
  return Math.min(body, MAX_FREQUENCY) + headingWeight * Math.min(heading, MAX_FREQUENCY);
}

function lengthNorm(length: number, mean: number, { k1, b }: Bm25Options): number {
  return k1 * (1 - b + (b * length) / mean);
}
