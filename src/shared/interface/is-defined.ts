/** Condition of an optional field that must be valid if present: null counts as present. */
export function given(_: unknown, value: unknown): boolean {
  return value !== undefined;
}

/** Condition of an optional field for which null is the same as absent. */
export function givenNotNull(_: unknown, value: unknown): boolean {
  return value !== undefined && value !== null;
}
