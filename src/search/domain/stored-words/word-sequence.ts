import { Bm25Options, PlacesInText, ScoringTerm, TermPlaces } from '../memory-index/lexical-index.js';

/** Frequencies above this add nothing to a saturated score; the index in memory counts no further either. */
const MAX_FREQUENCY = 255;
const BYTES_A_NUMBER = 4;
const NOWHERE: PlacesInText = { terms: [], words: [] };

/** How often a passage holds a term. */
interface Frequency {
  heading: number;
  body: number;
}

/** A term of a question by its number. */
export interface NumberedTerm extends ScoringTerm {
  readonly id: number;
}

/** The terms of one passage by their numbers, in order, heading before body. */
export class WordSequence {
  private known: ReadonlyMap<number, Frequency> | undefined;

  /** @param steps see `PassageWords` @param heading how many terms are the heading's */
  constructor(
    readonly ids: Uint32Array,
    private readonly steps: Uint8Array,
    private readonly heading: number,
  ) {}

  /** Terms, heading and body together. */
  get length(): number {
    return this.ids.length;
  }

  /** Five bytes a term: all numbers, low byte first, then all steps. */
  static fromBytes(bytes: Uint8Array, heading: number): WordSequence {
    const length = bytes.byteLength / (BYTES_A_NUMBER + 1);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const ids = Uint32Array.from({ length }, (_, i) => view.getUint32(i * BYTES_A_NUMBER, true));
    return new WordSequence(ids, bytes.slice(length * BYTES_A_NUMBER), heading);
  }

  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.length * (BYTES_A_NUMBER + 1));
    const view = new DataView(bytes.buffer);
    this.ids.forEach((id, i) => view.setUint32(i * BYTES_A_NUMBER, id, true));
    bytes.set(this.steps, this.length * BYTES_A_NUMBER);
    return bytes;
  }

  /** How often each term stands, heading and body together. */
  counts(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const id of this.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  /** BM25 of the passage, rounded at each step as the index in memory rounds: both give the same number. @param mean length of a passage */
  score(terms: readonly NumberedTerm[], mean: number, options: Bm25Options): number {
    const norm = Math.fround(lengthNorm(this.length, mean, options));
    let score = 0;
    for (const { id, weight } of terms) {
      const frequency = this.frequencies.get(id);
      if (frequency === undefined || weight === 0) continue;
      const tf = weighted(frequency, options);
      score = Math.fround(score + (weight * (options.k1 + 1) * tf) / (tf + norm));
    }
    return score;
  }

  /** What each term adds to the score of a question in which it has the weight 1, in a collection of this mean length. */
  *impacts(mean: number, options: Bm25Options): Generator<readonly [id: number, impact: number]> {
    const norm = lengthNorm(this.length, mean, options);
    for (const [id, frequency] of this.frequencies) {
      const tf = weighted(frequency, options);
      yield [id, ((options.k1 + 1) * tf) / (tf + norm)];
    }
  }

  /** Where the passage holds terms. @param ordinals of the terms that are looked for, by number */
  places(ordinals: ReadonlyMap<number, number>): TermPlaces {
    return {
      heading: this.placesBetween(0, this.heading, ordinals),
      body: this.placesBetween(this.heading, this.length, ordinals),
    };
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

  private get frequencies(): ReadonlyMap<number, Frequency> {
    return (this.known ??= this.countFrequencies());
  }

  private countFrequencies(): ReadonlyMap<number, Frequency> {
    const frequencies = new Map<number, Frequency>();
    this.ids.forEach((id, i) => {
      const frequency = frequencies.get(id) ?? { heading: 0, body: 0 };
      frequency[i < this.heading ? 'heading' : 'body']++;
      frequencies.set(id, frequency);
    });
    return frequencies;
  }
}

function weighted({ heading, body }: Frequency, { headingWeight }: Bm25Options): number {
  return Math.min(body, MAX_FREQUENCY) + headingWeight * Math.min(heading, MAX_FREQUENCY);
}

function lengthNorm(length: number, mean: number, { k1, b }: Bm25Options): number {
  return k1 * (1 - b + (b * length) / mean);
}
