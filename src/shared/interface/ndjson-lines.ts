import { GiveWay } from '../domain/give-way.js';

/** Bytes of one line; a document of 10 million characters fits when it is mostly ASCII. */
export const MAX_LINE_BYTES = 11_000_000;

/** One line of a byte stream; `bytes` is undefined when the line was longer than allowed. */
export interface ByteLine {
  /** From 1, blank lines counted. */
  readonly line: number;
  readonly bytes: Buffer | undefined;
}

const NEWLINE = 0x0a;

/**
 * Cuts a byte stream at line ends and nothing else (JSON may hold U+2028). Memory is bounded by the longest allowed line:
 * of a longer one the rest is thrown away as it comes.
 */
export async function* byteLines(
  stream: AsyncIterable<Uint8Array>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<ByteLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let line = 1;
  const others = new GiveWay();
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length <= maxBytes) parts.push(part);
    else parts = [];
  };
  const finish = (): ByteLine => {
    const whole = { line: line++, bytes: length <= maxBytes ? Buffer.concat(parts) : undefined };
    parts = [];
    length = 0;
    return whole;
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at));
      yield finish();
      // A chunk may hold thousands of lines, and waiting for what is there already lets nothing else run.
      await others.whenDue();
      from = at + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  }
  if (length > 0) yield finish();
}

/** Whether a line holds nothing but blanks. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
