import type { SnapshotSink, SnapshotSource } from './index-snapshot.js';

/** Smallest capacity that is allocated. */
const FIRST_ROOM = 1024;

/** Grows by half: doubling would leave up to half of the memory of a large index unused. */
function roomFor(length: number, capacity: number): number {
  return Math.max(length, Math.ceil(capacity * 1.5), FIRST_ROOM);
}

type Whole = Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
type Allocate<Values> = (new (length: number) => Values) & { readonly BYTES_PER_ELEMENT: number };

/** Makes a class for each kind of number: with one class for both, each access would first have to find out which it is. */
const columnOf = <Values extends Whole>(allocate: Allocate<Values>) =>
  class {
    values = new allocate(0);
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
      this.values = new allocate(source.next() / allocate.BYTES_PER_ELEMENT);
      source.numbers(this.values);
      this.length = this.values.length;
    }

    /** Makes room without a change of the length. */
    reserve(length: number): void {
      if (length <= this.values.length) return;
      const larger = new allocate(roomFor(length, this.values.length));
      larger.set(this.values);
      this.values = larger;
    }
  };

/**
 * A growing list of unsigned 32-bit integers without the cost of objects. Read `values` only up to `length`, and read
 * it again after a push.
 */
export class Uint32Column extends columnOf<Uint32Array<ArrayBuffer>>(Uint32Array) {}

/** The same for unsigned 16-bit numbers. */
export class Uint16Column extends columnOf<Uint16Array<ArrayBuffer>>(Uint16Array) {}
