import { DomainError } from '../domain/domain-error.js';

/** Number of chunks of any length: a client may write a small body character by character. */
const FREE_CHUNKS = 2_000;
/** Minimum average bytes per chunk in a longer body. */
const MIN_AVERAGE_BYTES = 32;

/**
 * Counts the chunks of a body (RFC 9112, 7.1). A chunk of two bytes costs as much parser time and heap as a chunk of a thousand bytes. A body in such
 * chunks takes a hundred times its length in memory, and blocks the event loop while it is read.
 */
export class ChunkMeter {
  private chunks = 0;
  private bytes = 0;

  /** Counts one more chunk. @returns whether the average chunk length is still acceptable */
  take(bytes: number): boolean {
    this.chunks += 1;
    this.bytes += bytes;
    return this.chunks <= FREE_CHUNKS || this.bytes >= this.chunks * MIN_AVERAGE_BYTES;
  }
}

/** Creates the error for a body whose chunks are too short. */
export function chunksTooShort(): DomainError {
  const rule = `comes in more than ${FREE_CHUNKS} chunks of fewer than ${MIN_AVERAGE_BYTES} bytes on average`;
  return new DomainError('unparsable', 'unparsable', `The body ${rule}; send it in larger chunks.`);
}
