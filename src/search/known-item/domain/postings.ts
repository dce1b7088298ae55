const NOTHING: ReadonlySet<never> = new Set();

/** Values by key, added and removed one by one. */
export class Postings<Value> {
  private readonly lists = new Map<string, Set<Value>>();

  /** Adds a value under a key, or removes it. */
  set(key: string, value: Value, isThere: boolean): void {
    const list = this.lists.get(key);
    if (isThere) {
      if (list === undefined) this.lists.set(key, new Set([value]));
      else list.add(value);
      return;
    }
    list?.delete(value);
    if (list?.size === 0) this.lists.delete(key);
  }

  of(key: string): ReadonlySet<Value> {
    return this.lists.get(key) ?? NOTHING;
  }
}
