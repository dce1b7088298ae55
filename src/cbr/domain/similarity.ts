import { dot } from '../../shared/domain/dot-product.js';
/** How two questions are compared. The first three are as the specification asserts them, the others are what their names say. */
export const SIMILARITY_METHODS = [
  'cosine',
  'jaccard',
  'euclidean',
  'tfidf_cosine',
  'char_ngram',
  'embedding',
] as const;
export type SimilarityMethod = (typeof SIMILARITY_METHODS)[number];

/** A text as input of the methods. Counts keep the order of first appearance, so that sums are reproducible. */
export interface ComparableText {
  /** Lower-cased, cut at white space. */
  readonly words: ReadonlySet<string>;
  /** Characters, not bytes or UTF-16 units. */
  readonly length: number;
  /** Index terms of the search analyser: stems, numbers, pairs of Hangul syllables. */
  readonly terms: ReadonlyMap<string, number>;
  readonly grams: ReadonlyMap<string, number>;
  /** Of unit length; undefined until it is embedded. */
  readonly vector: Float32Array | undefined;
}

/** Number of texts, and number of texts with a term, within the caller's filter. */
export interface TermStatistics {
  readonly texts: number;
  textsWith(term: string): number;
}

/** Splits as the specification does; a blank text has no words. */
export function whitespaceWords(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ''),
  );
}

export function characterCount(text: string): number {
  let pairs = 0;
  for (let i = 1; i < text.length; i++) if ((text.codePointAt(i - 1) ?? 0) > 0xffff) pairs++;
  return text.length - pairs;
}

/** |A and B| / |A or B| from the sizes; 0 of two empty sets. */
export function sharedOverAll(shared: number, sizeA: number, sizeB: number): number {
  const all = sizeA + sizeB - shared;
  return all === 0 ? 0 : shared / all;
}

/** 1 - |a - b| / max(a, b); 1 of two empty texts. */
export function lengthLikeness(a: number, b: number): number {
  const longest = Math.max(a, b);
  return longest === 0 ? 1 : 1 - Math.abs(a - b) / longest;
}

/** ln((1 + N) / (1 + n)) + 1: never zero, and defined for a term that no text holds (as scikit-learn smooths it). */
export function inverseFrequency(textsWith: number, texts: number): number {
  return Math.log((1 + texts) / (1 + textsWith)) + 1;
}

/** (1 + ln count) x idf. */
export function termWeight(count: number, idf: number): number {
  return (1 + Math.log(count)) * idf;
}

/** Rounding may lift a cosine slightly above 1. */
export function unitInterval(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Dot product over norms, given squared norms; 0 where one is zero. */
export function cosineFrom(dot: number, squaresA: number, squaresB: number): number {
  return squaresA === 0 || squaresB === 0 ? 0 : unitInterval(dot / Math.sqrt(squaresA * squaresB));
}

function sharedWords(a: ComparableText, b: ComparableText): number {
  let shared = 0;
  for (const word of a.words) if (b.words.has(word)) shared++;
  return sharedOverAll(shared, a.words.size, b.words.size);
}

function squares(terms: ReadonlyMap<string, number>, weigh: (term: string, count: number) => number): number {
  let sum = 0;
  for (const [term, count] of terms) sum += weigh(term, count) ** 2;
  return sum;
}

function countCosine(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
  weigh: (term: string, count: number) => number,
): number {
  let sum = 0;
  for (const [term, count] of a) {
    const other = b.get(term);
    if (other !== undefined) sum += weigh(term, count) * weigh(term, other);
  }
  return cosineFrom(sum, squares(a, weigh), squares(b, weigh));
}

/** Similarity of a question and a case's question, 0..1, each method a pure function. */
export const SIMILARITIES: Readonly<
  Record<SimilarityMethod, (question: ComparableText, other: ComparableText, statistics: TermStatistics) => number>
> = {
  cosine: sharedWords,
  jaccard: sharedWords,
  euclidean: (a, b) => lengthLikeness(a.length, b.length),
  tfidf_cosine: (a, b, statistics) =>
    countCosine(a.terms, b.terms, (term, count) =>
      termWeight(count, inverseFrequency(statistics.textsWith(term), statistics.texts)),
    ),
  char_ngram: (a, b) => countCosine(a.grams, b.grams, (_, count) => count),
  embedding: (a, b) => (a.vector === undefined || b.vector === undefined ? 0 : unitInterval(dot(a.vector, b.vector))),
};
