/** Limits of one call. Texts of a call are padded to the longest, so the cost is that length times their number. */
export interface BatchLimits {
  readonly texts: number;
  /** Number of texts times the length of the longest, in UTF-16 units; a longer text is a batch by itself. */
  readonly paddedLength: number;
}

/**
 * Cuts texts into batches, given as indices.
 * @param order `by-length` groups texts of similar length, which reduces padding; `as-given` keeps the order
 */
export function batchesOf(
  texts: readonly string[],
  limits: BatchLimits,
  order: 'by-length' | 'as-given',
): readonly (readonly number[])[] {
  const length = (index: number) => texts[index]?.length ?? 0;
  const indices = texts.map((_, index) => index);
  if (order === 'by-length') indices.sort((a, b) => length(a) - length(b));
  const batches: number[][] = [];
  let longest = 0;
  for (const index of indices) {
    const last = batches.at(-1);
    longest = Math.max(longest, length(index));
    if (last !== undefined && last.length < limits.texts && (last.length + 1) * longest <= limits.paddedLength) {
      last.push(index);
    } else {
      batches.push([index]);
      longest = length(index);
    }
  }
  return batches;
}

/** The first units of a text, without half of a surrogate pair at the end. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/u, '');
}
