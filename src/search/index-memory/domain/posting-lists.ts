import { Uint16Column, Uint32Column } from '../../domain/column.js';
import type { SnapshotSink, SnapshotSource } from '../../domain/index-snapshot.js';

/** Entries of a list's first block. Most terms of a corpus occur in one or two passages. */
const FIRST_BLOCK = 2;
/** Maximum block size: long lists are read in long runs, and waste less than this many entries. */
const LARGEST_BLOCK = 1024;

/** Grows by half: with doubling, a third of the arena would stay empty. */
function nextSize(size: number): number {
  return Math.min(Math.ceil(size * 1.5), LARGEST_BLOCK);
}

/**
 * Posting lists of all terms, in one arena of linked blocks of growing size (Lucene's in-memory slices). A separate
 * list for every term would cost about 200 bytes per term, and most terms of a corpus are rare.
 */
export class PostingLists {
  private readonly slots = new Uint32Column();
  private readonly weights = new Uint16Column();
  private readonly head = new Uint32Column();
  private readonly tail = new Uint32Column();
  private readonly tailRoom = new Uint16Column();
  private readonly tailSize = new Uint16Column();
  private readonly counts = new Uint32Column();

  /** Appends a passage to a term's list. `packed` is any 16-bit number, returned by `forEachRun`. */
  append(term: number, slot: number, packed: number): void {
    if (term >= this.head.length) this.extend(term + 1);
    if (this.tailRoom.at(term) === 0) this.addBlock(term);
    const place = this.tail.at(term) + this.tailSize.at(term) - this.tailRoom.at(term);
    this.slots.set(place, slot);
    this.weights.set(place, packed);
    this.tailRoom.set(term, this.tailRoom.at(term) - 1);
    this.counts.set(term, this.counts.at(term) + 1);
  }

  /** Number of entries of a term's list. */
  count(term: number): number {
    return term < this.counts.length ? this.counts.at(term) : 0;
  }

  /** Visits a term's list in runs `[from, to)` of the two arrays, in the order of appending. */
  forEachRun(term: number, visit: (slots: Uint32Array, packed: Uint16Array, from: number, to: number) => void): void {
    let left = this.count(term);
    let block = left === 0 ? 0 : this.head.at(term);
    let size = FIRST_BLOCK;
    while (left > 0) {
      const length = Math.min(size, left);
      visit(this.slots.values, this.weights.values, block, block + length);
      left -= length;
      // The entry after a full block is the start of the next block.
      if (left > 0) block = this.slots.at(block + size);
      size = nextSize(size);
    }
  }

  save(sink: SnapshotSink): void {
    for (const column of [this.slots, this.weights, ...this.byTerm()]) column.save(sink);
  }

  restore(source: SnapshotSource): void {
    for (const column of [this.slots, this.weights, ...this.byTerm()]) column.restore(source);
  }

  private extend(terms: number): void {
    for (const column of this.byTerm()) column.extend(terms);
  }

  private byTerm() {
    return [this.head, this.tail, this.tailRoom, this.tailSize, this.counts];
  }

  private addBlock(term: number): void {
    const before = this.tailSize.at(term);
    const size = before === 0 ? FIRST_BLOCK : nextSize(before);
    const start = this.slots.length;
    this.slots.extend(start + size + 1);
    this.weights.extend(start + size + 1);
    if (before === 0) this.head.set(term, start);
    else this.slots.set(this.tail.at(term) + before, start);
    this.tail.set(term, start);
    this.tailSize.set(term, size);
    this.tailRoom.set(term, size);
  }
}
