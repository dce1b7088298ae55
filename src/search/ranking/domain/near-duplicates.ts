/** Terms of a passage by their numbers, once per occurrence, in any order. */
type Terms = ArrayLike<number>;

/** Passages with this share of common words are near duplicates: an edition with another date, a copied rule. */
const SAME = 0.9;
/** Shorter passages share most words by chance. */
const MIN_TERMS = 8;
/**
 * Terms are first compared by their number modulo this: the overlap of the remainders is an upper bound of the overlap
 * of the terms.
 */
const RESTS = 128;

function likeness(shared: number, sizes: number): number {
  return shared / (sizes - shared);
}

function countsOf(terms: Terms): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i < terms.length; i++) counts.set(terms[i] ?? 0, (counts.get(terms[i] ?? 0) ?? 0) + 1);
  return counts;
}

/**
 * A passage with the counts of its terms' remainders; the terms themselves are counted only when needed, which is rare.
 */
class Compared {
  private readonly rests = new Uint16Array(RESTS);
  private known: Map<number, number> | undefined;

  constructor(private readonly terms: Terms) {
    for (let i = 0; i < terms.length; i++) {
      const rest = (terms[i] ?? 0) % RESTS;
      this.rests[rest] = (this.rests[rest] ?? 0) + 1;
    }
  }

  get size(): number {
    return this.terms.length;
  }

  /** Whether the weighted Jaccard similarity of the terms is high enough. */
  saysTheSameAs(other: Compared): boolean {
    // The smaller size over the larger is an upper bound of the similarity.
    if (Math.min(this.size, other.size) < SAME * Math.max(this.size, other.size)) return false;
    const sizes = this.size + other.size;
    return likeness(this.sharedRests(other), sizes) >= SAME && likeness(this.sharedTerms(other), sizes) >= SAME;
  }

  private sharedRests(other: Compared): number {
    let shared = 0;
    for (let i = 0; i < RESTS; i++) shared += Math.min(this.rests[i] ?? 0, other.rests[i] ?? 0);
    return shared;
  }

  private sharedTerms(other: Compared): number {
    let shared = 0;
    for (const [term, count] of this.counts) shared += Math.min(count, other.counts.get(term) ?? 0);
    return shared;
  }

  private get counts(): Map<number, number> {
    return (this.known ??= countsOf(this.terms));
  }
}

/**
 * For each passage the index of an earlier near duplicate; undefined if there is none.
 * @param passages best first
 */
export function duplicatesOf(passages: readonly Terms[]): (number | undefined)[] {
  const compared = passages.map((terms) => new Compared(terms));
  const own: number[] = [];
  return compared.map((passage, i) => {
    const earlier =
      passage.size < MIN_TERMS ? undefined : own.find((j) => compared[j]?.saysTheSameAs(passage) === true);
    if (earlier === undefined) own.push(i);
    return earlier;
  });
}
