import { DomainError } from '../domain/domain-error.js';

/** So many chunks of any length may come: a small body may be written character by character. */
const FREE_CHUNKS = 2_000;
/** Bytes that a chunk has on average in a longer body. */
const MIN_AVERAGE_BYTES = 32;

/**
 * Counts the chunks of a body (RFC 9112, 7.1). One of two bytes costs the parser and the heap as much as one of a thousand: a body in such
 * chunks takes a hundred times its length in memory, and holds the event loop up while it is read.
 */
export class ChunkMeter {
  private chunks = 0;
  private bytes = 0;

  /** Counts one more chunk. @returns whether the body still comes in chunks of a sensible length */
  take(bytes: number): boolean {
    this.chunks += 1;
    this.bytes += bytes;
    return this.chunks <= FREE_CHUNKS || this.bytes >= this.chunks * MIN_AVERAGE_BYTES;
  }
}

/** The refusal of a body whose chunks are too short. */
export function chunksTooShort(): DomainError {
  const rule = `comes in more than ${FREE_CHUNKS} chunks of fewer than ${MIN_AVERAGE_BYTES} bytes on average`;
  return new DomainError('unparsable', 'unparsable', `The body ${rule}; send it in larger chunks.`);
}
