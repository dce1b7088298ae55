/** Condition of a field that may be left out but, once sent, must be valid: null is a value. */
export function given(_: unknown, value: unknown): boolean {
  return value !== undefined;
}
