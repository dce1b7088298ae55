/** How an abbreviation matches a name; smaller numbers are a closer match. */
export interface Abbreviation {
  /** Number of pieces; a piece of one syllable counts twice. */
  readonly pieces: number;
  /** Number of syllables of the name that it omits. */
  readonly omitted: number;
}

/** An abbreviation of more pieces would match names by chance. */
const MAX_PIECES = 4;
/** Korean names consist mostly of words of two syllables, so a word's first syllable has an even index. */
const SYLLABLES_A_WORD = 2;

/**
 * Finds `장학` in `장학금지급`, `노사협의회` in `노사협의회운영`, `복전` in `복수전공`: all syllables in order, in few pieces.
 * A piece of a single syllable must start a word, and the first one the name.
 * @returns undefined if `short` does not abbreviate `name`
 */
export function abbreviation(short: string, name: string): Abbreviation | undefined {
  if (short.length < 2 || short.length > name.length || !isSubsequence(short, name)) return undefined;
  const pieces = fewestPieces(short, name);
  return pieces > MAX_PIECES ? undefined : { pieces, omitted: name.length - short.length };
}

function isSubsequence(short: string, name: string): boolean {
  let at = 0;
  for (let i = 0; i < name.length && at < short.length; i++) if (name[i] === short[at]) at++;
  return at === short.length;
}

/**
 * Minimum cost of cutting `short` into pieces that occur in `name` in order; `best[j]` is the cost so far with the last
 * piece ending before `j`.
 */
function fewestPieces(short: string, name: string): number {
  const cost = new Map<number, number>();
  const from = (i: number, j: number): number => {
    if (i === short.length) return 0;
    const key = i * (name.length + 1) + j;
    const known = cost.get(key);
    if (known !== undefined) return known;
    let best = Number.POSITIVE_INFINITY;
    for (let at = name.indexOf(short.charAt(i), j); at !== -1; at = name.indexOf(short.charAt(i), at + 1)) {
      const longest = commonLength(short, i, name, at);
      for (let length = longest; length >= 1; length--) {
        if (length === 1 && !mayBeInitial(i, at, short, name)) continue;
        best = Math.min(best, (length === 1 ? 2 : 1) + from(i + length, at + length));
      }
    }
    cost.set(key, best);
    return best;
  };
  return from(0, 0);
}

function mayBeInitial(i: number, at: number, short: string, name: string): boolean {
  return name.startsWith(short.charAt(0)) && at % SYLLABLES_A_WORD === 0 && (i > 0 || at === 0);
}

function commonLength(short: string, i: number, name: string, at: number): number {
  let length = 0;
  while (i + length < short.length && short[i + length] === name[at + length]) length++;
  return length;
}
