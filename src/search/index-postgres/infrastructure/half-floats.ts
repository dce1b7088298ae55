const EXPONENT_BITS = 10;
const FRACTION = 0x3ff;
const EXPONENT = 0x1f;
const BIAS = 15;
const SMALLEST = 2 ** -24;
/** Bytes of the dimensions and an unused number, before the halves. */
const HEAD_BYTES = 4;

/** The number that a half float encodes (IEEE 754, binary16). Vectors contain no infinite numbers. */
function numberOf(bits: number): number {
  const exponent = (bits >> EXPONENT_BITS) & EXPONENT;
  const fraction = bits & FRACTION;
  const size = exponent === 0 ? fraction * SMALLEST : (1 + fraction / (FRACTION + 1)) * 2 ** (exponent - BIAS);
  return bits & 0x8000 ? -size : size;
}

/** All 65,536 of them, created on first use: a search reads about 25,000. */
let numbers: Float32Array | undefined;

/**
 * Parses a vector from pgvector's `halfvec_send`: the number of dimensions, an unused number, and the halves,
 * big-endian. The text format would be three times as long and need parsing.
 */
export function readHalves(sent: Uint8Array): Float32Array {
  numbers ??= Float32Array.from({ length: 0x10000 }, (_, bits) => numberOf(bits));
  const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength);
  const vector = new Float32Array(view.getUint16(0));
  for (let i = 0; i < vector.length; i++) vector[i] = numbers[view.getUint16(HEAD_BYTES + 2 * i)] ?? 0;
  return vector;
}

/**
 * More precise than half floats of a unit vector's usual components; all digits of a number would be most of what is
 * sent.
 */
const STEPS = 1e6;

/** A vector in pgvector's text format. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (x) => Math.round(x * STEPS) / STEPS).join(',')}]`;
}
