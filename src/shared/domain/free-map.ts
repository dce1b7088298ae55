/** Bytes of a free map as JSON: it is kept with its document or case, and every answer that shows the one repeats the other. */
export const MAX_MAP_BYTES = 16_384;

/** Whether a value is an object, small enough to be kept as a free map. */
export function isSmallMap(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  return new TextEncoder().encode(JSON.stringify(value)).length <= MAX_MAP_BYTES;
}
