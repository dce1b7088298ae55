import { CategoryPath, foldPath } from '../../shared/domain/category-path.js';
import { countTerms, TermCounts } from './term-vector.js';

/** A text to learn from or to classify: terms of all its words, and of its beginning. */
export interface TextFeatures {
  readonly words: TermCounts;
  readonly head: TermCounts;
}

/** A document to learn from. */
export interface Example extends TextFeatures {
  readonly path: CategoryPath;
}

/** Cosine between a text and the centroid of a category, 0..1. */
export interface LearnedScore {
  readonly path: CategoryPath;
  readonly score: number;
}

/**
 * A document names its subject first: its first term counts this many times more than one at the end, and so does each term of its title.
 */
const LEAD = 4;
/** Number of terms after which the additional weight falls by a factor of e. */
const LEAD_TERMS = 10;
/** Number of terms of the text that count as its beginning, after the title, which is compared separately too. */
const HEAD_TERMS = 25;
/** Weight of a term of the title in the beginning. */
const HEAD_TITLE_WEIGHT = 2;
/**
 * Weight of the beginning in the products, against 1 for all words. Found, like the constants above, by cross-validation within the four
 * training fifths of the spec (src/taxonomy/README.md).
 */
const HEAD_SHARE = 0.2;

function leadingCounts(text: readonly string[], title: readonly string[]): TermCounts {
  const counts = new Map<string, number>();
  const add = (term: string, count: number) => counts.set(term, (counts.get(term) ?? 0) + count);
  text.forEach((term, i) => add(term, 1 + LEAD * Math.exp(-i / LEAD_TERMS)));
  for (const term of title) add(term, 1 + LEAD);
  return counts;
}

/**
 * @param text terms of the text in order
 * @param title terms of its title; empty without one
 */
export function textFeatures(text: readonly string[], title: readonly string[]): TextFeatures {
  return {
    words: leadingCounts(text, title),
    head: countTerms(text.slice(0, HEAD_TERMS), title, HEAD_TITLE_WEIGHT),
  };
}

/**
 * One more example for each category: the words of its name, which its author chose to describe its content.
 * @param termsOf terms of a text
 */
export function nameExamples(
  paths: readonly CategoryPath[],
  termsOf: (text: string) => readonly string[],
): readonly Example[] {
  const distinct = new Map(paths.map((path) => [foldPath(path), path]));
  return [...distinct.values()].map((path) => {
    const terms = countTerms(termsOf(path.join(' ')), [], 1);
    return { path, words: terms, head: terms };
  });
}

/** Terms of the beginning are separate features; no term contains a space. */
const headKey = (term: string) => `^ ${term}`;

interface TermHolders {
  documents: number;
  readonly labels: Set<number>;
}

/** Column and weight of each feature. */
type Vocabulary = ReadonlyMap<string, { readonly column: number; readonly weight: number }>;

function* featureKeys({ words, head }: TextFeatures): Generator<string> {
  yield* words.keys();
  for (const term of head.keys()) yield headKey(term);
}

/**
 * Features of the examples. A term weighs more the fewer categories contain it, and slightly more the fewer documents do: the square root
 * of ln((C + 1) / C_t) times the fourth root of ln((n + 1) / n_t). A term of a single example still helps to distinguish two texts.
 */
function vocabularyOf(examples: readonly Example[], labels: readonly number[], classes: number): Vocabulary {
  const holders = new Map<string, TermHolders>();
  examples.forEach((example, i) => {
    for (const key of featureKeys(example)) {
      const known = holders.get(key) ?? { documents: 0, labels: new Set() };
      known.documents++;
      known.labels.add(labels[i] ?? 0);
      holders.set(key, known);
    }
  });
  const rarity = (all: number, some: number) => Math.log((all + 1) / some);
  const keys = [...holders].map(([key, { documents, labels: own }], column): [string, Feature] => [
    key,
    { column, weight: rarity(classes, own.size) ** 0.5 * rarity(examples.length, documents) ** 0.25 },
  ]);
  return new Map(keys);
}

interface Feature {
  readonly column: number;
  readonly weight: number;
}

interface Entry {
  readonly column: number;
  readonly value: number;
}

/** (1 + ln tf) x weight of the known terms, scaled to the total length `length`. */
function entriesOf(counts: Iterable<readonly [string, number]>, vocabulary: Vocabulary, length: number): Entry[] {
  const entries: Entry[] = [];
  let square = 0;
  for (const [key, count] of counts) {
    const known = vocabulary.get(key);
    if (known === undefined) continue;
    const value = (1 + Math.log(count)) * known.weight;
    square += value * value;
    entries.push({ column: known.column, value });
  }
  const scale = square === 0 ? 0 : length / Math.sqrt(square);
  return entries.map(({ column, value }) => ({ column, value: value * scale }));
}

/** A text as a sparse vector of length 1 or less. */
function vectorOf({ words, head }: TextFeatures, vocabulary: Vocabulary): Entry[] {
  const heads = [...head].map(([term, count]): [string, number] => [headKey(term), count]);
  return [
    ...entriesOf(words, vocabulary, Math.sqrt(1 / (1 + HEAD_SHARE))),
    ...entriesOf(heads, vocabulary, Math.sqrt(HEAD_SHARE / (1 + HEAD_SHARE))),
  ];
}

/** The categories of the examples, and the number of each example's category. */
function labelled(examples: readonly Example[]) {
  const known = new Map<string, number>();
  const paths: CategoryPath[] = [];
  const labels = examples.map(({ path }) => {
    const key = foldPath(path);
    const label = known.get(key) ?? paths.length;
    if (label === paths.length) paths.push(path);
    known.set(key, label);
    return label;
  });
  return { paths, labels };
}

/** Scores texts by the nearest centroid (J. J. Rocchio, 1971): the mean direction of the vectors of each category's examples. */
export class CategoryClassifier {
  readonly paths: readonly CategoryPath[];
  private readonly vocabulary: Vocabulary;
  /** By column, the weight in the centroid of each category that has the feature. */
  private readonly weights: readonly ReadonlyMap<number, number>[];

  constructor(examples: readonly Example[]) {
    const { paths, labels } = labelled(examples);
    this.paths = paths;
    this.vocabulary = vocabularyOf(examples, labels, paths.length);
    const sums = Array.from(this.vocabulary, () => new Map<number, number>());
    examples.forEach((example, i) => {
      const label = labels[i] ?? 0;
      for (const { column, value } of vectorOf(example, this.vocabulary))
        sums[column]?.set(label, (sums[column].get(label) ?? 0) + value);
    });
    const squares = new Float64Array(paths.length);
    for (const sum of sums) for (const [label, value] of sum) squares[label] = (squares[label] ?? 0) + value * value;
    for (const sum of sums)
      for (const [label, value] of sum)
        sum.set(label, value / Math.max(Math.sqrt(squares[label] ?? 0), Number.EPSILON));
    this.weights = sums;
  }

  /** All categories, highest score first. */
  scores(text: TextFeatures): readonly LearnedScore[] {
    const sums = new Float64Array(this.paths.length);
    for (const { column, value } of vectorOf(text, this.vocabulary))
      for (const [label, weight] of this.weights[column] ?? []) sums[label] = (sums[label] ?? 0) + value * weight;
    return this.paths
      .map((path, label) => ({ path, score: sums[label] ?? 0 }))
      .sort((a, b) => b.score - a.score || (foldPath(a.path) < foldPath(b.path) ? -1 : 1));
  }
}
