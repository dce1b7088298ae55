import { Uint32Column } from '../../domain/column.js';
import { TermCounts, VectorSpace } from './vector-space.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';

export const NGRAM_MODEL = 'builtin-ngram-256-v2';
export const NGRAM_DIMENSIONS = 256;

/**
 * Latin words and numbers by 3..5 characters with their boundaries, Hangul by 2 and 3: the sizes with the best results
 * in the design's trial.
 */
const LATIN_SIZES = [3, 4, 5];
const HANGUL_SIZES = [2, 3];

/** FNV-1a, 32 bits (Fowler, Noll, Vo): fast, and distributes short strings well. */
function hash(text: string, from: number, to: number): number {
  let h = 0x811c9dc5;
  for (let i = from; i < to; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}

/**
 * Hashes of words, in one list: words of a corpus repeat, and hashing them is most of the work. An array per word took
 * about 250 bytes per word.
 */
class WordHashes {
  private readonly rows = new Map<string, number>();
  private readonly starts = new Uint32Column();
  private readonly hashes = new Uint32Column();

  get size(): number {
    return this.starts.length;
  }

  /** Number of a word, assigned now if it has none. */
  rowOf(word: string): number {
    const known = this.rows.get(word);
    if (known !== undefined) return known;
    const row = this.starts.length;
    this.rows.set(word, row);
    this.starts.push(this.hashes.length);
    for (const h of ngramsOf(word)) this.hashes.push(h);
    return row;
  }

  /** Counts the hashes of a word; a word without a number has none. */
  addTo(counts: HashCounts, row: number, times: number): void {
    const end = row + 1 < this.starts.length ? this.starts.at(row + 1) : this.hashes.length;
    const { values } = this.hashes;
    for (let i = row < this.starts.length ? this.starts.at(row) : end; i < end; i++) counts.add(values[i] ?? 0, times);
  }
}

function* ngramsOf(word: string): Generator<number> {
  const hangul = hasSyllable(word);
  const padded = hangul ? word : `<${word}>`;
  // A word of one syllable is its own n-gram.
  if (padded.length === 1) yield hash(padded, 0, 1);
  for (const size of hangul ? HANGUL_SIZES : LATIN_SIZES) {
    for (let i = 0; i + size <= padded.length; i++) yield hash(padded, i, i + size);
  }
}

/**
 * Counts by hash, in the order of first occurrence. A Map took most of the time of embedding; this one is cleared at no
 * cost.
 */
class HashCounts {
  private slots = new Int32Array(4096);
  private hashes = new Uint32Array(2048);
  private counts = new Uint32Array(2048);
  private size = 0;

  clear(): void {
    this.slots.fill(0);
    this.size = 0;
  }

  add(h: number, times: number): void {
    const mask = this.slots.length - 1;
    let slot = (Math.imul(h, 0x9e3779b1) >>> 0) & mask;
    for (let entry = this.slots[slot] ?? 0; entry !== 0; entry = this.slots[slot] ?? 0) {
      if (this.hashes[entry - 1] === h) {
        this.counts[entry - 1] = (this.counts[entry - 1] ?? 0) + times;
        return;
      }
      slot = (slot + 1) & mask;
    }
    this.hashes[this.size] = h;
    this.counts[this.size] = times;
    this.slots[slot] = ++this.size;
    if (this.size === this.hashes.length) this.grow();
  }

  each(visit: (h: number, count: number) => void): void {
    for (let i = 0; i < this.size; i++) visit(this.hashes[i] ?? 0, this.counts[i] ?? 0);
  }

  private grow(): void {
    const { hashes, counts, size } = this;
    this.slots = new Int32Array(this.slots.length * 2);
    this.hashes = new Uint32Array(hashes.length * 2);
    this.counts = new Uint32Array(hashes.length * 2);
    this.size = 0;
    for (let i = 0; i < size; i++) this.add(hashes[i] ?? 0, counts[i] ?? 0);
  }
}

const counts = new HashCounts();

/** Capacity of the cache of words; the cache is cleared beyond it. */
const MAX_REMEMBERED = 100_000;
let remembered = new WordHashes();

/** The sums of the counted hashes, scaled to unit length. */
function unitVector(): Float32Array {
  const vector = new Float32Array(NGRAM_DIMENSIONS);
  counts.each((h, count) => {
    const index = h & (NGRAM_DIMENSIONS - 1);
    const sign = (h >>> 8) & 1 ? 1 : -1;
    vector[index] = (vector[index] ?? 0) + sign * (1 + Math.log(count));
  });
  let norm = 0;
  for (const x of vector) norm += x * x;
  if (norm === 0) return vector;
  const scale = 1 / Math.sqrt(norm);
  return vector.map((x) => x * scale);
}

/**
 * Embeds the terms of a text by feature hashing of their character n-grams (Weinberger et al. 2009: signed hashing
 * keeps inner products unbiased), with 1 + ln(count) weights. It needs no fitting, so it serves an empty or tiny
 * corpus.
 * @returns NGRAM_DIMENSIONS numbers of unit length; all zero for a text without terms
 */
export function embedNgrams(terms: TermCounts): Float32Array {
  counts.clear();
  if (remembered.size >= MAX_REMEMBERED) remembered = new WordHashes();
  for (const [term, times] of terms) remembered.addTo(counts, remembered.rowOf(term), times);
  return unitVector();
}

/**
 * The fallback embedding, which is always available. It has no rows and numbers terms as they arrive: each index has
 * its own instance, which is released when a fitted embedding replaces it.
 */
export class NgramSpace implements VectorSpace {
  readonly model = NGRAM_MODEL;
  readonly dimensions = NGRAM_DIMENSIONS;
  readonly unknownTermShareAtFit = 0;
  private readonly words = new WordHashes();

  embed(terms: TermCounts): Float32Array {
    return embedNgrams(terms);
  }

  rowOf(term: string): number {
    return this.words.rowOf(term);
  }

  embedRows(rows: ArrayLike<number>, times: ArrayLike<number>): Float32Array {
    counts.clear();
    for (let i = 0; i < rows.length; i++) this.words.addTo(counts, rows[i] ?? 0, times[i] ?? 0);
    return unitVector();
  }
}

/** For texts that are embedded as a whole. */
export const NGRAM_SPACE: VectorSpace = new NgramSpace();
