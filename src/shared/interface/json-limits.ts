/** Deepest nesting of objects and lists in a JSON body. */
export const MAX_DEPTH = 32;
/**
 * Members of objects and elements of lists in a JSON body, together. Parsing, transforming and validating take about 3 microseconds for
 * each, in one turn of the event loop; a thousand category paths or operations are some ten thousand.
 */
export const MAX_VALUES = 30_000;
/** The same for the route that accepts 20,000 documents with their paths. */
export const MANY_VALUES = 100_000;
/** Members of one object: class-transformer needs quadratic time for them, and no object needs more. */
export const MAX_MEMBERS = 1_000;

export interface JsonLimits {
  readonly depth: number;
  readonly values: number;
  readonly members: number;
}

export const JSON_LIMITS: JsonLimits = { depth: MAX_DEPTH, values: MAX_VALUES, members: MAX_MEMBERS };

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Returns the end of the string that starts at a quote: the index after its closing quote, or the length of the bytes. */
function afterString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end >= 0) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
    end = bytes.indexOf(QUOTE, end + 1);
  }
  return bytes.length;
}

/**
 * Returns why a JSON text is too expensive to parse, as one sentence; undefined if it is within the limits. One pass over the bytes before
 * the parser runs, so that a small text of a million empty objects never becomes a million objects. Invalid JSON is counted in the same
 * way: the parser rejects it later. A string may hold any byte but an unescaped quote, so the bytes of UTF-8 need no decoding.
 */
export function jsonExcess(bytes: Uint8Array, limits: JsonLimits = JSON_LIMITS): string | undefined {
  let depth = 0;
  let values = 0;
  let isOpened = false;
  /** Members so far of each open object; the members of a list are not counted. */
  const members: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte <= SPACE) continue;
    const isClose = byte === CLOSE_LIST || byte === CLOSE_OBJECT;
    // The first value of a container follows its bracket, each further one follows a comma.
    if (byte === COMMA || (isOpened && !isClose)) {
      if (++values > limits.values)
        return `holds more than ${limits.values} members of objects and elements of lists together; send less at a time`;
      const count = (members[depth] ?? NaN) + 1;
      if (count > limits.members)
        return `holds an object of more than ${limits.members} members; remove those that are not known fields`;
      members[depth] = count;
    }
    isOpened = byte === OPEN_LIST || byte === OPEN_OBJECT;
    if (isOpened) {
      if (++depth > limits.depth) return `is nested deeper than ${limits.depth} levels; flatten it`;
      members[depth] = byte === OPEN_OBJECT ? 0 : NaN;
    }
    if (isClose) depth--;
    if (byte === QUOTE) i = afterString(bytes, i) - 1;
  }
  return undefined;
}
