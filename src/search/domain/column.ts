import type { SnapshotSink, SnapshotSource } from './index-snapshot.js';

/** Smallest capacity that is allocated. */
const FIRST_ROOM = 1024;

/** Grows by half: doubling would leave up to half of the memory of a large index unused. */
function roomFor(length: number, capacity: number): number {
  return Math.max(length, Math.ceil(capacity * 1.5), FIRST_ROOM);
}

/**
 * A growing list of unsigned 32-bit integers without the cost of objects. Read `values` only up to `length`, and read
 * it again after a push.
 */
export class Uint32Column {
  values = new Uint32Array(0);
  length = 0;

  push(value: number): void {
    this.reserve(this.length + 1);
    this.values[this.length++] = value;
  }

  /** The value at an index below `length`. */
  at(index: number): number {
    return this.values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }

  /** Makes the list `length` long; new entries are 0. */
  extend(length: number): void {
    this.reserve(length);
    this.length = Math.max(this.length, length);
  }

  save(sink: SnapshotSink): void {
    sink.numbers(this.values.subarray(0, this.length));
  }

  /** Replaces the content with the saved one. */
  restore(source: SnapshotSource): void {
    this.values = new Uint32Array(source.next() / Uint32Array.BYTES_PER_ELEMENT);
    source.numbers(this.values);
    this.length = this.values.length;
  }

  private reserve(length: number): void {
    if (length <= this.values.length) return;
    const larger = new Uint32Array(roomFor(length, this.values.length));
    larger.set(this.values);
    this.values = larger;
  }
}

/** The same for unsigned 16-bit numbers. */
export class Uint16Column {
  values = new Uint16Array(0);
  length = 0;

  push(value: number): void {
    this.reserve(this.length + 1);
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }

  extend(length: number): void {
    this.reserve(length);
    this.length = Math.max(this.length, length);
  }

  save(sink: SnapshotSink): void {
    sink.numbers(this.values.subarray(0, this.length));
  }

  /** Replaces the content with the saved one. */
  restore(source: SnapshotSource): void {
    this.values = new Uint16Array(source.next() / Uint16Array.BYTES_PER_ELEMENT);
    source.numbers(this.values);
    this.length = this.values.length;
  }

  private reserve(length: number): void {
    if (length <= this.values.length) return;
    const larger = new Uint16Array(roomFor(length, this.values.length));
    larger.set(this.values);
    this.values = larger;
  }
}
