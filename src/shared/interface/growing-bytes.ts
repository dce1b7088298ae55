/** Bytes that the buffer has room for at first. */
const FIRST_BYTES = 16_384;
/** How many times larger the buffer is made when it is full. */
const GROWTH = 2;

const NO_BYTES = Buffer.alloc(0);

/**
 * Frees the memory of bytes that nobody reads any more. A collection of garbage would find it too late: the heap hardly grows with bodies,
 * as their bytes lie outside of it, and hundreds of megabytes of dropped ones would wait. Bytes that are a part of a larger buffer stay.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0) buffer.transfer(0);
}

/** Bytes that come in pieces, in one buffer that grows: the pieces themselves would each hold a piece of the allocator's memory. */
export class GrowingBytes {
  private buffer = NO_BYTES;
  private isFree = false;
  length = 0;

  /** @param expected how many there will be, as far as that is known: the buffer does not grow beyond it for nothing */
  constructor(private readonly expected = Infinity) {}

  /** Copies bytes behind those that are there; after `free` they are dropped. */
  add(bytes: Uint8Array): void {
    if (this.isFree) return;
    const length = this.length + bytes.length;
    if (length > this.buffer.length) this.grow(length);
    this.buffer.set(bytes, this.length);
    this.length = length;
  }

  /** The bytes so far, until `free`. */
  whole(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  /** Gives the memory back; what `whole` gave becomes empty. */
  free(): void {
    this.isFree = true;
    this.length = 0;
    freeBytes(this.buffer);
    this.buffer = NO_BYTES;
  }

  private grow(needed: number): void {
    const roomy = Math.max(FIRST_BYTES, GROWTH * this.buffer.length);
    const full = this.buffer;
    // Not zeroed: the system gives memory only to what is written.
    this.buffer = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(roomy, this.expected)));
    this.buffer.set(full.subarray(0, this.length));
    freeBytes(full);
  }
}
