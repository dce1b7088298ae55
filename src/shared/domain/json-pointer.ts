/** Escapes the name of a member for a JSON Pointer (RFC 6901, section 3). */
export function pointerToken(name: PropertyKey): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}
