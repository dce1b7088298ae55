import { CategoryPath, foldLabel, foldPath } from '../../shared/domain/category-path.js';
import { LabelledRows, Products, ridgeCoefficients, RidgeSettings } from './kernel-ridge.js';
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

/** Score of a category for a text; near 1 for a text that resembles its documents, near 0 for one that does not. */
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
/** Weight of the beginning in the products, against 1 for all words. */
const HEAD_SHARE = 0.2;

/** Found, like the constants above, by cross-validation within the four training fifths of the spec (src/taxonomy/README.md). */
const RIDGE: RidgeSettings = { ridge: 1, balance: 0.6, group: 0.2, centroid: 0.3 };

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
function vocabularyOf(examples: readonly Example[], labels: Uint32Array, classes: number): Vocabulary {
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

function rowsOf(vectors: readonly (readonly Entry[])[], width: number): LabelledRows['rows'] {
  const offsets = new Uint32Array(vectors.length + 1);
  vectors.forEach((vector, i) => (offsets[i + 1] = (offsets[i] ?? 0) + vector.length));
  const all = vectors.flat();
  const columns = Uint32Array.from(all, ({ column }) => column);
  return { offsets, columns, values: Float32Array.from(all, ({ value }) => value), width };
}

/** Numbers for keys in the order of their first occurrence. */
function numbered(keys: readonly string[]): { readonly numbers: Uint32Array; readonly distinct: number } {
  const known = new Map<string, number>();
  const numbers = Uint32Array.from(keys, (key) => {
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    return number;
  });
  return { numbers, distinct: known.size };
}

/** Examples prepared for learning. */
export class TrainingSet {
  readonly data: LabelledRows;
  readonly paths: readonly CategoryPath[];
  readonly vocabulary: Vocabulary;

  constructor(examples: readonly Example[]) {
    const { numbers: labels, distinct } = numbered(examples.map(({ path }) => foldPath(path)));
    const paths: CategoryPath[] = [];
    examples.forEach(({ path }, i) => (paths[labels[i] ?? 0] ??= path));
    this.paths = paths;
    this.vocabulary = vocabularyOf(examples, labels, distinct);
    const vectors = examples.map((example) => vectorOf(example, this.vocabulary));
    const groups = numbered(paths.map((path) => foldLabel(path[0] ?? ''))).numbers;
    this.data = { rows: rowsOf(vectors, this.vocabulary.size), labels, groups };
  }
}

/** Coefficients of a training set: the costly part, which needs only numbers. */
export function learn(data: LabelledRows): Float32Array {
  return ridgeCoefficients(data, RIDGE);
}

/** Scores texts for the categories of its training set. */
export class CategoryClassifier {
  private readonly products: Products;

  /** @param coefficients the result of `learn` for the data of this training set */
  constructor(
    private readonly set: TrainingSet,
    private readonly coefficients: Float32Array,
  ) {
    this.products = new Products(set.data.rows);
  }

  /** All categories, highest score first. */
  scores(text: TextFeatures): readonly LearnedScore[] {
    const { data, paths, vocabulary } = this.set;
    const near = new Float64Array(data.labels.length);
    for (const { column, value } of vectorOf(text, vocabulary)) this.products.add(column, value, near);
    const sums = new Float64Array(paths.length);
    near.forEach((product, i) => {
      if (product === 0) return;
      for (let label = 0; label < sums.length; label++)
        sums[label] = (sums[label] ?? 0) + product * (this.coefficients[i * sums.length + label] ?? 0);
    });
    return paths
      .map((path, label) => ({ path, score: sums[label] ?? 0 }))
      .sort((a, b) => b.score - a.score || (foldPath(a.path) < foldPath(b.path) ? -1 : 1));
  }
}
