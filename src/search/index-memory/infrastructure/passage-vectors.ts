import { SnapshotSink, SnapshotSource, takeNumbers } from '../../domain/index-snapshot.js';
import { LexicalIndex } from '../domain/lexical-index.js';
import { VectorSpace } from '../../embedding/domain/vector-space.js';
import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';
import { restoreMatrix, saveMatrix } from './snapshot-file.js';

/** Passages per step, so that other work can run in between: a few milliseconds. */
const STEP = 200;

/** Not looked up yet. */
const UNSEEN = -2;

/** The vectors of all passages in one space. */
export class SpaceVectors {
  readonly matrix: VectorMatrix;
  private known = 0;
  private unknown = 0;
  /**
   * The space's row of each term of the index: a lookup by the term itself would take most of the time of an embedding.
   */
  private rows = new Int32Array(0);

  constructor(readonly space: VectorSpace) {
    this.matrix = new VectorMatrix(space.dimensions);
  }

  /** Share of the terms of all passages that the space does not know. */
  get unknownTermShare(): number {
    return this.unknown / Math.max(1, this.known + this.unknown);
  }

  /** Stores the vector of a slot's passage. */
  embed(words: LexicalIndex, slot: number): void {
    const { rows, counts } = this.read(words, slot);
    this.count(rows, counts, 1);
    this.matrix.set(slot, this.space.embedRows(rows, counts));
  }

  /** Removes the terms of a removed passage from the share. */
  forget(words: LexicalIndex, slot: number): void {
    const { rows, counts } = this.read(words, slot);
    this.count(rows, counts, -1);
  }

  save(sink: SnapshotSink): void {
    sink.numbers(Float64Array.of(this.known, this.unknown));
    saveMatrix(this.matrix, sink);
  }

  /**
   * Restores the vectors of the same space, so that the passages need not be embedded.
   * @throws SnapshotError; discard it then
   */
  restore(source: SnapshotSource): void {
    const [known = 0, unknown = 0] = takeNumbers(source, 2);
    this.known = known;
    this.unknown = unknown;
    restoreMatrix(this.matrix, source);
  }

  private read(words: LexicalIndex, slot: number): { rows: number[]; counts: number[] } {
    const terms = words.termCounts(slot);
    const rows = Array.from(terms.keys(), (id) => this.rowOf(words, id));
    return { rows, counts: [...terms.values()] };
  }

  private rowOf(words: LexicalIndex, id: number): number {
    if (id >= this.rows.length) {
      const larger = new Int32Array(Math.max(id + 1, Math.ceil(words.dictionary.size * 1.25))).fill(UNSEEN);
      larger.set(this.rows);
      this.rows = larger;
    }
    const seen = this.rows[id] ?? UNSEEN;
    if (seen !== UNSEEN) return seen;
    return (this.rows[id] = this.space.rowOf(words.dictionary.termAt(id)));
  }

  private count(rows: readonly number[], counts: readonly number[], sign: 1 | -1): void {
    rows.forEach((row, i) => {
      if (row >= 0) this.known += sign * (counts[i] ?? 0);
      else this.unknown += sign * (counts[i] ?? 0);
    });
  }
}

/**
 * Embeds all passages in another space while the present vectors serve. It yields between short steps, so that searches
 * continue; passages that arrive meanwhile are included.
 */
export async function embedAll(
  space: VectorSpace,
  words: LexicalIndex,
  pause: () => Promise<void>,
): Promise<SpaceVectors> {
  const vectors = new SpaceVectors(space);
  for (let slot = 0; slot < words.slots; slot++) {
    if (words.holds(slot)) vectors.embed(words, slot);
    if (slot % STEP === STEP - 1) await pause();
  }
  return vectors;
}
