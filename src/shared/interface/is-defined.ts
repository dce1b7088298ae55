/** Condition of an optional field that must be valid if present: null counts as present. */
export function given(_: unknown, value: unknown): boolean {
  return value !== undefined;
}
