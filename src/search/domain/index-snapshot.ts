/** The arrays of an index. */
export type Numbers = Uint8Array | Int8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Receives the parts of an index in sequence. */
export interface SnapshotSink {
  numbers(part: Numbers): void;
  texts(part: readonly string[]): void;
}

/**
 * Returns the parts in the same order. Each call throws a SnapshotError if the part is incomplete or of another kind.
 */
export interface SnapshotSource {
  /** Size of the next part in bytes. */
  next(): number;
  /** @param into as long as the next part */
  numbers(into: Numbers): void;
  texts(): string[];
}

/** A snapshot that cannot be used: it is damaged, or of another index. */
export class SnapshotError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SnapshotError';
  }
}

/** Reads a part of `count` numbers. */
export function takeNumbers(source: SnapshotSource, count: number): Float64Array {
  const numbers = new Float64Array(count);
  source.numbers(numbers);
  return numbers;
}
