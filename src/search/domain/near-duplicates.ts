/** Terms of a passage, as words or numbers, with their counts. */
type Counts = ReadonlyMap<string | number, number>;

/** Passages that share so much of their words say the same: an edition that changed a date, a rule that was copied. */
const SAME = 0.9;
/** Shorter passages share most words by chance. */
const MIN_TERMS = 8;

function sizeOf(counts: Counts): number {
  let size = 0;
  for (const count of counts.values()) size += count;
  return size;
}

/** Shared words over all words of both, counted as often as they stand (weighted Jaccard). */
function likeness(a: Counts, b: Counts, sizes: number): number {
  let shared = 0;
  for (const [term, count] of a) shared += Math.min(count, b.get(term) ?? 0);
  return shared / (sizes - shared);
}

/**
 * For each passage the index of an earlier one that says the same in nearly the same words; undefined for one of its own.
 * @param passages best first
 */
export function duplicatesOf(passages: readonly Counts[]): (number | undefined)[] {
  const sizes = passages.map(sizeOf);
  const own: number[] = [];
  return passages.map((counts, i) => {
    const size = sizes[i] ?? 0;
    const earlier =
      size < MIN_TERMS
        ? undefined
        : own.find((j) => {
            const other = sizes[j] ?? 0;
            // The smaller over the larger is the most that they can share.
            return (
              Math.min(size, other) >= SAME * Math.max(size, other) &&
              likeness(counts, passages[j] ?? counts, size + other) >= SAME
            );
          });
    if (earlier === undefined) own.push(i);
    return earlier;
  });
}
