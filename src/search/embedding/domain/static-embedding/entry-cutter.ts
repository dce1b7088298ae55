import { memoize } from '../../../../text/memoize.js';
import { isSyllable } from '../../../../text/korean/hangul-syllable.js';

/** Runs of Hangul and of Latin letters; other characters have no vectors. */
const RUN = /[\uac00-\ud7a3]+|[a-z]+/gu;
const LONGEST_RUN = 32;
/** Cost of a character that no entry contains: more than any entry costs. */
const UNKNOWN_COST = 360;
const CONTINUES = '#';
/** Words come again and again: cutting each once takes most of the work away. */
const MAX_REMEMBERED = 20_000;

/** NFKC and lower case; `'s` is removed, and so are other apostrophes within a word (`can't` is `cant`). */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[a-z])['’]s(?![a-z])/gu, '')
    .replace(/(?<=[a-z])['’](?=[a-z])/gu, '');
}

/**
 * Cuts texts into entries of a vocabulary. A run of letters is cut so that the sum of the costs is minimal; a cost is
 * the negative logarithm of the entry's frequency (the unigram model of Kudo 2018, by the algorithm of Viterbi 1967).
 * This separates particles and endings from a Korean word, and cuts an English word that is not an entry into its
 * parts.
 *
 * An entry that starts with `#` continues a run; an entry of two Hangul syllables or more may be anywhere in a run,
 * because Korean compounds are often written together. `.config/static-embedding/segment.py` does the same when the
 * vectors are fitted.
 */
export class EntryCutter {
  private readonly starting = new Map<string, number>();
  private readonly continuing = new Map<string, number>();
  private readonly longest: number = 1;
  private readonly rowsOfRun = memoize(MAX_REMEMBERED, (run: string) => this.cut(run));

  /** @param costs one integer per entry, 0 to 255 */
  constructor(
    entries: readonly string[],
    private readonly costs: Uint8Array,
  ) {
    for (const [row, entry] of entries.entries()) {
      const continues = entry.startsWith(CONTINUES);
      const letters = continues ? entry.slice(1) : entry;
      (continues ? this.continuing : this.starting).set(letters, row);
      this.longest = Math.max(this.longest, letters.length);
    }
  }

  /** @returns the rows of the entries of a text, in order; characters that no entry contains have none */
  *rows(text: string): Generator<number> {
    for (const [run] of fold(text).matchAll(RUN)) yield* this.rowsOfRun(run.slice(0, LONGEST_RUN));
  }

  private rowAt(run: string, start: number, end: number): number | undefined {
    const startsHere = start === 0 || (end - start > 1 && isSyllable(run.charCodeAt(0)));
    return (startsHere ? this.starting : this.continuing).get(run.slice(start, end));
  }

  private cut(run: string): readonly number[] {
    const cheapest = new Uint32Array(run.length + 1).fill(0xffffffff);
    const startOf = new Uint32Array(run.length + 1);
    const rowOf = new Int32Array(run.length + 1).fill(-1);
    cheapest[0] = 0;
    for (let end = 1; end <= run.length; end++) {
      for (let start = Math.max(0, end - this.longest); start < end; start++) {
        const row = this.rowAt(run, start, end);
        if (row === undefined && end - start > 1) continue;
        const cost = (cheapest[start] ?? 0) + (row === undefined ? UNKNOWN_COST : (this.costs[row] ?? 0));
        if (cost >= (cheapest[end] ?? 0)) continue;
        cheapest[end] = cost;
        startOf[end] = start;
        rowOf[end] = row ?? -1;
      }
    }
    const rows: number[] = [];
    for (let end = run.length; end > 0; end = startOf[end] ?? 0) {
      const row = rowOf[end] ?? -1;
      if (row >= 0) rows.push(row);
    }
    return rows.reverse();
  }
}
