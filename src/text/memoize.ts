/**
 * Returns a function that computes the value of each key once and caches it; the oldest value is evicted first. For pure
 * functions that are called for every word or passage: a hit costs one lookup, while an LRU would also record the use.
 * @param capacity number of values kept
 * @param compute pure; it must not return undefined
 * @example
 * const folded = memoize(50_000, (word: string) => word.toLowerCase());
 * folded('Rule');
 */
export function memoize<Key extends string | number, Value>(
  capacity: number,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new Map<Key, Value>();
  // The keys are in a ring buffer: a map with deleted first entries is slow to find its first entry.
  const keys: Key[] = [];
  let next = 0;
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    const oldest = keys[next];
    if (oldest !== undefined) values.delete(oldest);
    keys[next] = key;
    next = (next + 1) % capacity;
    values.set(key, value);
    return value;
  };
}
