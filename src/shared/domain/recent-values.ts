/**
 * Remembers what a pure function said of the texts that it was asked about last: passages of a store come up again and again.
 * @param most how many texts are remembered; the oldest leaves first
 */
export function memoize<T>(most: number, of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = of(text);
    if (known.size >= most) {
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    }
    known.set(text, value);
    return value;
  };
}
