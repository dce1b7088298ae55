import { LatentSemanticModel, LSA_DIMENSIONS, ModelContent } from './latent-semantic-model.js';
import { nameModel } from './model-bytes.js';
import { PassageTerms, passageCount, chooseVocabulary, Vocabulary, weightedMatrix } from './term-weights.js';
import { quantiseRows } from './quantised-rows.js';
import { seededSample } from './seeded-random.js';
import { svdSteps, TallSide, tallSide, TruncatedSvd, truncatedSvd } from './truncated-svd.js';

export interface FitOptions {
  readonly seed: number;
  /** Width of the vectors; default LSA_DIMENSIONS. */
  readonly dimensions?: number;
  /** A larger corpus is fitted on a seeded sample of this size; the caller folds in all passages. Default 20,000. */
  readonly maxPassages?: number;
  /**
   * Size of the whole corpus if the passages are a random part of it, at least `maxPassages`; by default they are all
   * of it.
   */
  readonly corpusPassages?: number;
  /** Default 65,536: 16 MB of vectors. */
  readonly maxTerms?: number;
  /**
   * Terms in fewer passages are left out. Default 1, since a word of one passage still identifies the passage: 2 lost
   * .02 to .08 nDCG@10 on three of the six development collections and gained almost nothing.
   */
  readonly minPassagesPerTerm?: number;
  /**
   * More iterations make the smaller dimensions more exact, which did not improve retrieval beyond 1 or 2; default 2.
   */
  readonly powerIterations?: number;
  /** Called after each step. */
  readonly onProgress?: (progress: FitProgress) => void;
  /** Called after each step; if true, the fit ends with FitCancelledError. A step takes up to a few seconds. */
  readonly isCancelled?: () => boolean;
}

export interface FitProgress {
  readonly done: number;
  readonly steps: number;
}

export class FitCancelledError extends Error {
  constructor(progress: FitProgress) {
    super(`Fitting the semantic space was cancelled after ${progress.done} of ${progress.steps} steps.`);
    this.name = 'FitCancelledError';
  }
}

const DEFAULTS = { maxPassages: 20_000, maxTerms: 65_536, minPassagesPerTerm: 1, powerIterations: 2 };
/** Extra columns, which absorb the error of the randomised start. */
const OVERSAMPLING = 32;
/**
 * Vectors are the projections on the singular vectors times the singular value to this power (Caron 2001, "Experiments with
 * LSA scoring"). On six development collections .25 raised the mean nDCG@10 from .548 to .557; .5 lost on Korean.
 */
const SINGULAR_VALUE_EXPONENT = 0.25;

/**
 * Fits a semantic space on the passages themselves: `(1 + ln count) x idf^1.5`, rows of unit length, truncated
 * randomised singular value decomposition.
 * @param read returns the passages, once; they are released before the decomposition, which takes the most memory
 * @returns the same model for the same passages, options and seed; its vectors are `dimensions` wide, and zero beyond
 * the rank of a small corpus
 * @throws FitCancelledError
 */
export function fitLatentSemantics(read: () => PassageTerms, options: FitOptions): LatentSemanticModel {
  const settings = { ...DEFAULTS, ...options };
  const step = stepper(svdSteps(settings.powerIterations) + 3, options);
  const content = decomposed(weighted(read, settings), settings, step);
  step();
  const model = nameModel(content);
  step();
  return model;
}

type Settings = FitOptions & typeof DEFAULTS;

/** The weighted matrix and the vocabulary, without the passages. */
interface Weighted extends Pick<ModelContent, 'fittedOn' | 'unknownTermShare' | 'terms' | 'idf'> {
  readonly matrix: TallSide;
}

function weighted(read: () => PassageTerms, settings: Settings): Weighted {
  const passages = read();
  const given = passageCount(passages);
  const sample = seededSample(given, Math.min(given, settings.maxPassages), settings.seed);
  const limits = { minPassages: settings.minPassagesPerTerm, maxTerms: settings.maxTerms };
  const vocabulary = chooseVocabulary(passages, sample, limits);
  const corpus = settings.corpusPassages ?? given;
  return {
    fittedOn: corpus,
    unknownTermShare: unknownTermShare(passages, { sample, vocabulary, corpus }),
    terms: Array.from(vocabulary.termIds, (id) => passages.terms[id] ?? ''),
    idf: vocabulary.idf,
    matrix: tallSide(weightedMatrix(passages, sample, vocabulary)),
  };
}

function decomposed({ matrix, ...rest }: Weighted, settings: Settings, step: () => void): ModelContent {
  // The passages and their counts are released here.
  step();
  const width = settings.dimensions ?? LSA_DIMENSIONS;
  const svd = truncatedSvd(matrix, {
    rank: width,
    oversampling: OVERSAMPLING,
    powerIterations: settings.powerIterations,
    seed: settings.seed,
    onStep: step,
  });
  return { ...rest, rank: svd.singularValues.length, vectors: termVectors(svd, rest.terms.length, width) };
}

function stepper(steps: number, { onProgress, isCancelled }: FitOptions): () => void {
  let done = 0;
  return () => {
    const progress = { done: ++done, steps };
    onProgress?.(progress);
    if (isCancelled?.() === true) throw new FitCancelledError(progress);
  };
}

function termVectors({ rightRow, singularValues }: TruncatedSvd, rows: number, width: number): ModelContent['vectors'] {
  const factors = singularValues.map((value) => value ** SINGULAR_VALUE_EXPONENT);
  return quantiseRows({ rows, rowAt: rightRow }, factors, width);
}

interface Fit {
  readonly sample: Uint32Array;
  readonly vocabulary: Vocabulary;
  /** Passages of the whole corpus. */
  readonly corpus: number;
}

/**
 * Share of the whole corpus: passages outside the sample contain most of the unknown words and represent all that were
 * not given.
 */
function unknownTermShare(passages: PassageTerms, { sample, vocabulary, corpus }: Fit): number {
  const isSampled = new Uint8Array(passageCount(passages));
  for (const p of sample) isSampled[p] = 1;
  const others = isSampled.length - sample.length;
  const scale = others === 0 ? 1 : (corpus - sample.length) / others;
  let all = 0;
  let unknown = 0;
  isSampled.forEach((sampled, p) => {
    const weight = sampled === 1 ? 1 : scale;
    for (let e = passages.offsets[p] ?? 0; e < (passages.offsets[p + 1] ?? 0); e++) {
      const count = weight * (passages.counts[e] ?? 0);
      all += count;
      if (vocabulary.rowAfterId[passages.termIds[e] ?? 0] === 0) unknown += count;
    }
  });
  return all === 0 ? 0 : unknown / all;
}
