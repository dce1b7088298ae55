/** Size of the filters below; a power of two. */
const FILTER = 1024;

function pairKey(first: number, second: number): number {
  return first * 0x10000 + second;
}

/** First units of terms as a text may write them: stems are in lower case, words need not be. */
function filterSlot(unit: number): number {
  const isUpper = unit >= 0x41 && unit <= 0x5a;
  return (isUpper ? unit + 0x20 : unit) & (FILTER - 1);
}

function pairSlot(first: number, second: number): number {
  return (first * 31 + second) & (FILTER - 1);
}

/**
 * A few terms to find in many texts, by their ordinals in the list. Its filters exclude nearly every other word by its
 * first units alone: such a word is neither extracted nor stemmed nor looked up.
 */
export class TermFilter {
  readonly list: readonly string[];
  private readonly ordinals = new Map<string, number>();
  private readonly pairs = new Map<number, number>();
  private readonly beginnings = new Uint8Array(FILTER);
  private readonly pairFilter = new Uint8Array(FILTER);

  constructor(terms: Iterable<string>) {
    this.list = [...new Set(terms)];
    for (const [ordinal, term] of this.list.entries()) {
      const [first, second] = [term.charCodeAt(0), term.charCodeAt(1)];
      this.ordinals.set(term, ordinal);
      this.beginnings[filterSlot(first)] = 1;
      if (term.length !== 2) continue;
      this.pairs.set(pairKey(first, second), ordinal);
      this.pairFilter[pairSlot(first, second)] = 1;
    }
  }

  get size(): number {
    return this.list.length;
  }

  /** Returns the ordinal of a term; -1 if it is not wanted. */
  ordinalOf(term: string): number {
    return this.ordinals.get(term) ?? -1;
  }

  /** The same for a term of two units. */
  ordinalOfPair(first: number, second: number): number {
    if (this.pairFilter[pairSlot(first, second)] !== 1) return -1;
    return this.pairs.get(pairKey(first, second)) ?? -1;
  }

  /** Whether a wanted term may start with this unit, or with its lower case if it is an ASCII letter. */
  mayBeginWith(unit: number): boolean {
    return this.beginnings[filterSlot(unit)] === 1;
  }
}
