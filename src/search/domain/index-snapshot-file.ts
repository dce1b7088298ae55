/** The arrays that an index is made of. */
export type Numbers = Uint8Array | Int8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Takes the parts of an index, one after the other. */
export interface SnapshotSink {
  numbers(part: Numbers): void;
  texts(part: readonly string[]): void;
}

/** Gives the parts back in the same order. Each call throws an SnapshotError when the part is not whole, or another. */
export interface SnapshotSource {
  /** Bytes of the part that is next. */
  next(): number;
  /** @param into as long as the part that is next */
  numbers(into: Numbers): void;
  texts(): string[];
}

/** An image cannot be used: it is damaged, or of another index. */
export class SnapshotError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SnapshotError';
  }
}

/** A part of so many numbers. */
export function takeNumbers(source: SnapshotSource, count: number): Float64Array {
  const numbers = new Float64Array(count);
  source.numbers(numbers);
  return numbers;
}
