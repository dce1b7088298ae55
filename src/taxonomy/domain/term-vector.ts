/** How often each term appears in a text, or its weight there. */
export type TermCounts = ReadonlyMap<string, number>;

/** Weight of each term; of length 1 unless it is empty. */
export type TermVector = ReadonlyMap<string, number>;

/** Weight of a term for the choice between categories; at least 0. */
export type TermWeight = (term: string) => number;

/**
 * Counts terms; those of the title count more often, since it names the subject.
 * @param titleWeight how often a term of the title counts
 */
export function countTerms(text: readonly string[], title: readonly string[], titleWeight: number): TermCounts {
  const counts = new Map<string, number>();
  for (const term of text) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const term of title) counts.set(term, (counts.get(term) ?? 0) + titleWeight);
  return counts;
}

function holders(texts: Iterable<Iterable<string>>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of texts) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * How rarely a term appears in these texts and in these categories of texts, which discounts the terms that siblings share: the geometric
 * mean of ln((n + 1) / n_t) over the texts and the same over the categories; a term that appears in none counts as if it appeared in one.
 * @param categories texts by category
 */
export function rarityAmong(categories: readonly (readonly TermCounts[])[]): TermWeight {
  const texts = categories.flat();
  const inTexts = holders(texts.map((text) => text.keys()));
  const inCategories = holders(categories.map((members) => new Set(members.flatMap((text) => [...text.keys()]))));
  return (term) =>
    Math.sqrt(
      Math.log((texts.length + 1) / (inTexts.get(term) ?? 1)) *
        Math.log((categories.length + 1) / (inCategories.get(term) ?? 1)),
    );
}

function toUnitLength(weights: Map<string, number>): TermVector {
  let square = 0;
  for (const weight of weights.values()) square += weight * weight;
  if (square === 0) return new Map();
  const length = Math.sqrt(square);
  for (const [term, weight] of weights) weights.set(term, weight / length);
  return weights;
}

/** (1 + ln tf) x weight, normalised (the `lnc`/`ltc` weighting of Manning, Raghavan and Schütze, 2008, 6.4.3). */
export function weigh(counts: TermCounts, weightOf: TermWeight): TermVector {
  const weights = new Map<string, number>();
  for (const [term, count] of counts) {
    const weight = (1 + Math.log(count)) * weightOf(term);
    if (weight > 0) weights.set(term, weight);
  }
  return toUnitLength(weights);
}

/** Mean direction of vectors (Rocchio's centroid), normalised. */
export function centroid(vectors: readonly TermVector[]): TermVector {
  const sum = new Map<string, number>();
  for (const vector of vectors) for (const [term, weight] of vector) sum.set(term, (sum.get(term) ?? 0) + weight);
  return toUnitLength(sum);
}

/** Cosine similarity of two vectors without negative weights, 0..1. */
export function cosine(a: TermVector, b: TermVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let product = 0;
  for (const [term, weight] of small) product += weight * (large.get(term) ?? 0);
  return Math.min(1, product);
}
