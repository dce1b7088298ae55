/** Number of values of a sketch: the share of equal ones estimates the similarity with a standard error of up to .05. */
const VALUES = 100;
/** Bits of a value, as two digits of DIGITS. */
const VALUE_BITS = 12;
/** Number of values of a band. Texts with a similarity of .7 share a band in 97 of 100 cases, those with .4 in 19. */
const BAND_VALUES = 5;
/** Number of words of a shingle. */
const SHINGLE_WORDS = 3;
/** A shorter text is compared only by its content hash: one word is too large a share of it. */
const MIN_SHINGLES = 8;

/** Documents with at least this similarity are near duplicates. */
export const NEAR_DUPLICATE_FROM = 0.7;

/** The sketch of a text that is too short to have one. */
export const NO_SKETCH = '-';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SIGNS = /[^\p{L}\p{N}]/gu;

/** The finalizer of MurmurHash3: every bit of the result depends on every bit of the value. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixed(hash);
}

/**
 * Builds the sketch of a text from its words, in linear time: one permutation hashing of word shingles (Li, Owen and Zhang, 2012), whose
 * empty values are filled by random probing (Shrivastava, 2017).
 */
export class TextSketcher {
  private readonly least = new Float64Array(VALUES).fill(Infinity);
  private readonly last: number[] = [];
  private shingles = 0;

  /** @param words in the order of the text, see `normalizedWords` */
  add(words: readonly string[]): void {
    for (const word of words) {
      const bare = word.replace(SIGNS, '').toLowerCase();
      if (bare !== '') this.addWord(hashOf(bare));
    }
  }

  /** @returns NO_SKETCH for a text of fewer than ten words */
  sketch(): string {
    if (this.shingles < MIN_SHINGLES) return NO_SKETCH;
    let digits = '';
    for (let place = 0; place < VALUES; place++) {
      const value = mixed(this.least[this.filledPlace(place)] ?? 0) >>> (32 - VALUE_BITS);
      digits += DIGITS.charAt(value >>> 6) + DIGITS.charAt(value & 63);
    }
    return digits;
  }

  private addWord(hash: number): void {
    this.last.push(hash);
    if (this.last.length < SHINGLE_WORDS) return;
    const shingle = this.last.reduce((all, one) => mixed(Math.imul(all, 31) + one), SHINGLE_WORDS);
    this.last.shift();
    this.shingles++;
    const place = shingle % VALUES;
    const rank = mixed(shingle ^ 0x9e3779b9);
    if (rank < (this.least[place] ?? 0)) this.least[place] = rank;
  }

  /** The slot itself if a shingle hashed to it; otherwise the first one that random probing finds, the same for every text. */
  private filledPlace(place: number): number {
    let found = place;
    for (let attempt = 1; this.least[found] === Infinity; attempt++) found = mixed(place * 0x10001 + attempt) % VALUES;
    return found;
  }
}

/** The Jaccard similarity of the shingles of two texts, estimated from their sketches: 0..1. */
export function sketchSimilarity(a: string, b: string): number {
  if (a.length !== 2 * VALUES || b.length !== 2 * VALUES) return 0;
  let equal = 0;
  for (let at = 0; at < a.length; at += 2) if (a[at] === b[at] && a[at + 1] === b[at + 1]) equal++;
  return equal / VALUES;
}

/** Keys for the lookup of near duplicates: two texts are candidates if they share one. Signed 32-bit numbers. */
export function bandsOf(sketch: string): readonly number[] {
  if (sketch.length !== 2 * VALUES) return [];
  const bands: number[] = [];
  for (let at = 0; at < sketch.length; at += 2 * BAND_VALUES)
    bands.push(hashOf(`${at}:${sketch.slice(at, at + 2 * BAND_VALUES)}`) | 0);
  return bands;
}
