import { freeBytes, GrowingBytes } from './growing-bytes.js';
import { EventLoopYielder } from '../domain/steps.js';

/** Bytes of one line; a document of 10 million characters fits when it is mostly ASCII. */
export const MAX_LINE_BYTES = 11_000_000;

/** One line of a byte stream; `bytes` is undefined when the line was longer than allowed. */
export interface ByteLine {
  /** From 1, blank lines counted. */
  readonly line: number;
  readonly bytes: Buffer | undefined;
}

const NEWLINE = 0x0a;
const NO_BYTES = new Uint8Array();

/**
 * Splits a byte stream only at line feeds (JSON may contain U+2028). Memory is bounded by the longest allowed line: the rest of a longer
 * line is discarded. The bytes of a line are valid until the next line is requested.
 * @param stream must own its chunks: they are freed after reading
 */
export async function* byteLines(
  stream: AsyncIterable<Uint8Array>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<ByteLine> {
  let begun = new GrowingBytes();
  let length = 0;
  let line = 1;
  const others = new EventLoopYielder();
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length <= maxBytes) begun.add(part);
    else begun.free();
  };
  const finish = (end: Uint8Array): ByteLine => {
    // Most lines are in one chunk.
    if (length === 0 && end.length <= maxBytes) return { line: line++, bytes: Buffer.from(end) };
    take(end);
    return { line: line++, bytes: length <= maxBytes ? begun.whole() : undefined };
  };
  const begin = () => {
    if (length === 0) return;
    begun.free();
    [begun, length] = [new GrowingBytes(), 0];
  };
  try {
    for await (const chunk of stream) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        yield finish(chunk.subarray(from, at));
        begin();
        // A chunk may hold thousands of lines, and awaiting available data does not yield to the event loop.
        await others.yieldIfDue();
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
      freeBytes(chunk);
    }
    if (length > 0) yield finish(NO_BYTES);
  } finally {
    begun.free();
  }
}

/** Whether a line holds only white space. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
