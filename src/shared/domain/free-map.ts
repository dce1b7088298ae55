/** Bytes of a free map as JSON: it is kept with its document or case, and every answer that shows the one repeats the other. */
export const MAX_MAP_BYTES = 16_384;

/** Whether a value is small enough to be kept as a free map; a value that JSON cannot write is not. */
export function isSmallMap(value: unknown): boolean {
  const text: string | undefined = JSON.stringify(value);
  return text !== undefined && new TextEncoder().encode(text).length <= MAX_MAP_BYTES;
}
