/** Initial capacity in bytes. */
const FIRST_BYTES = 16_384;
/** Growth factor of a full buffer. */
const GROWTH = 2;

const NO_BYTES = Buffer.alloc(0);

/**
 * Frees the memory of bytes that are no longer read. The garbage collector would free it too late: the bytes of bodies are outside of the
 * heap, so that hundreds of megabytes of dropped bodies would accumulate. Does nothing for bytes that are part of a larger buffer.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0) buffer.transfer(0);
}

/** Collects chunks of bytes in one growing buffer: otherwise each chunk would hold a block of the allocator's memory. */
export class GrowingBytes {
  private buffer = NO_BYTES;
  private isFree = false;
  length = 0;

  /** @param expected the total size, if known: the buffer does not grow beyond it without need */
  constructor(private readonly expected = Infinity) {}

  /** Appends a copy of the bytes; after `free` they are dropped. */
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

  /** Frees the memory; the result of `whole` becomes empty. */
  free(): void {
    this.isFree = true;
    this.length = 0;
    freeBytes(this.buffer);
    this.buffer = NO_BYTES;
  }

  private grow(needed: number): void {
    const roomy = Math.max(FIRST_BYTES, GROWTH * this.buffer.length);
    const full = this.buffer;
    // Not zeroed: the system allocates memory only for written pages.
    this.buffer = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(roomy, this.expected)));
    this.buffer.set(full.subarray(0, this.length));
    freeBytes(full);
  }
}
