/** A run of words that both texts have, or only one of them. */
export interface WordRun {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Comparing takes the product of both numbers of words; longer texts are shown one after the other. */
const MOST_CELLS = 1_000_000;

/** Words with the white space after them. The last word gets a blank: it may be followed by words of the other text. */
const wordsOf = (text: string): readonly string[] =>
  `${text.trimStart()} `.split(/(?<=\s)(?=\S)/u).filter((word) => word.trim() !== '');

/** Length of the longest common sequence of the rest of both lists, for each pair of places. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  return lengths;
}

/** Joins neighbours of one kind. */
function joined(runs: readonly WordRun[]): WordRun[] {
  const result: WordRun[] = [];
  for (const { kind, text } of runs) {
    const last = result.at(-1);
    if (last?.kind === kind) result[result.length - 1] = { kind, text: last.text + text };
    else if (text !== '') result.push({ kind, text });
  }
  return result;
}

/**
 * The difference of two texts by words. White space at the end of a word does not count.
 * @returns in order; the runs that are not `added` give the first text, those that are not `removed` the second one
 */
export function wordDifference(before: string, after: string): WordRun[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length * now.length > MOST_CELLS)
    return joined([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  const [a, b] = [old, now].map((words) => words.map((word) => word.trimEnd()));
  if (a === undefined || b === undefined) return [];
  const lengths = commonLengths(a, b);
  const width = b.length + 1;
  const runs: WordRun[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const isSame = i < a.length && j < b.length && a[i] === b[j];
    const skipOld = (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0);
    if (isSame) {
      runs.push({ kind: 'same', text: now[j] ?? '' });
      i++;
      j++;
    } else if (i < a.length && (j === b.length || skipOld)) runs.push({ kind: 'removed', text: old[i++] ?? '' });
    else runs.push({ kind: 'added', text: now[j++] ?? '' });
  }
  return joined(runs);
}
