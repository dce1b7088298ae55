const OFFSET = 0x811c9dc5;
const OTHER_OFFSET = 0x01234567;

/** FNV-1a, 32 bits (G. Fowler, L. C. Noll, P. Vo), over UTF-16 code units. */
export function fnv(text: string, offset = OFFSET): number {
  let value = offset;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** FNV-1a twice with different offsets. @returns 16 hexadecimal digits */
export function stableHash(text: string): string {
  return [OFFSET, OTHER_OFFSET].map((offset) => fnv(text, offset).toString(16).padStart(8, '0')).join('');
}
