/** Maximum bytes of a free map as JSON. It is stored with its document or case, and every answer with that document or case repeats it. */
export const MAX_MAP_BYTES = 16_384;

/** A field of a JSON value; undefined without one. Inherited fields do not count. */
export function fieldOf(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.entries(holder).find(([key]) => key === name)?.[1];
}

/** Whether a value is an object, small enough to be kept as a free map. */
export function isSmallMap(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  return new TextEncoder().encode(JSON.stringify(value)).length <= MAX_MAP_BYTES;
}
