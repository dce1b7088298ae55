/** The administrator's key of the configuration. */
export abstract class AdminKey {
  /** Whether callers need a key at all. */
  abstract readonly required: boolean;
  /** Compares in constant time. */
  abstract matches(key: string): boolean;
}
