import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FitCancelledError, FitProgress, fitLatentSemantics } from './fit-latent-semantics.js';
import { LatentSemanticModel } from './latent-semantic-model.js';
import { PassageTerms, chooseVocabulary, weightedMatrix } from './term-weights.js';
import { seededRandom, seededSample } from './seeded-random.js';
import { SparseMatrix } from './sparse-matrix.js';
import { tallSide, truncatedSvd } from './truncated-svd.js';

function passagesOf(texts: readonly (readonly string[])[]): PassageTerms {
  const ids = new Map<string, number>();
  const offsets = [0];
  const termIds: number[] = [];
  const counts: number[] = [];
  for (const text of texts) {
    for (const [term, count] of countsOf(text)) {
      if (!ids.has(term)) ids.set(term, ids.size);
      termIds.push(ids.get(term)!);
      counts.push(count);
    }
    offsets.push(termIds.length);
  }
  return {
    terms: [...ids.keys()],
    offsets: Uint32Array.from(offsets),
    termIds: Uint32Array.from(termIds),
    counts: Uint32Array.from(counts),
  };
}

function countsOf(text: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of text) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Passages about four subjects; `car` and `automobile` never occur together, and share the words of traffic. */
function corpus(passages: number): string[][] {
  const subjects = ['traffic', 'kitchen', 'harbour', 'court'];
  const random = seededRandom(11);
  return Array.from({ length: passages }, (_, p) => {
    const subject = subjects[p % 4]!;
    const words = Array.from({ length: 12 }, () => `${subject}${random() % 20}`);
    if (subject === 'traffic') words.push(random() % 2 === 0 ? 'car' : 'automobile');
    if (subject === 'kitchen') words.push('oven');
    return [...words, `common${random() % 5}`];
  });
}

const TEXTS = corpus(300);
const PASSAGES = passagesOf(TEXTS);
const MODEL = fitLatentSemantics(() => PASSAGES, { seed: 1, dimensions: 16 });

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) => Array.from(x).reduce((sum, v, i) => sum + v * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};
const word = (model: LatentSemanticModel, term: string) => model.foldIn([[term, 1]]);

describe('fitLatentSemantics', () => {
  it('places words near each other that share contexts and never occur together', () => {
    expect(TEXTS.some((text) => text.includes('car') && text.includes('automobile'))).toBe(false);
    // As many dimensions as subjects: with more, one would separate the two words.
    const model = fitLatentSemantics(() => PASSAGES, { seed: 1, dimensions: 4 });
    expect(cosine(word(model, 'car'), word(model, 'automobile'))).toBeGreaterThan(0.9);
    expect(cosine(word(model, 'car'), word(model, 'oven'))).toBeLessThan(0.2);
  });

  it('returns one model for one seed, options and corpus, named after its content', () => {
    expect(fitLatentSemantics(() => PASSAGES, { seed: 1, dimensions: 16 })).toEqual(MODEL);
    expect(MODEL.id).toMatch(/^builtin-lsa-16-[0-9a-f]{16}$/u);
    const other = fitLatentSemantics(() => passagesOf(TEXTS.slice(1)), { seed: 1, dimensions: 16 });
    expect(other.id).not.toBe(MODEL.id);
  });

  it('knows passages, rank and terms, and is padded to the requested width', () => {
    const small = fitLatentSemantics(() => passagesOf(TEXTS.slice(0, 10)), { seed: 1 });
    expect(small.content).toMatchObject({ fittedOn: 10, rank: 10, unknownTermShare: 0 });
    expect(small.dimensions).toBe(256);
    const vector = small.foldIn(countsOf(TEXTS[0]!));
    expect(vector).toHaveLength(256);
    expect(vector.subarray(10).every((x) => x === 0)).toBe(true);
    expect(cosine(vector, vector)).toBeCloseTo(1, 6);
  });

  it('fits a larger corpus on a sample and reports the words that it does not know', () => {
    const sampled = fitLatentSemantics(() => PASSAGES, { seed: 1, dimensions: 16, maxPassages: 60, maxTerms: 50 });
    expect(sampled.content.terms).toHaveLength(50);
    expect(sampled.content.fittedOn).toBe(300);
    const one = fitLatentSemantics(() => PASSAGES, { seed: 1, maxPassages: 1 });
    expect(TEXTS.map((text) => [...new Set(text)].sort())).toContainEqual([...one.content.terms].sort());
    const all = countsOf(TEXTS.flat());
    expect(sampled.content.unknownTermShare).toBeCloseTo(sampled.unknownShare(all), 10);
    expect(sampled.content.unknownTermShare).toBeGreaterThan(0);
  });

  it('treats a random part of a larger corpus as the whole', () => {
    const random = seededRandom(5);
    const whole = corpus(3_000).map((text) => [...text, `rare${random() % 5_000}`]);
    const part = Array.from(seededSample(3_000, 500, 2), (i) => whole[i]!);
    const model = fitLatentSemantics(() => passagesOf(part), {
      seed: 1,
      dimensions: 16,
      maxPassages: 300,
      corpusPassages: 3_000,
    });
    expect(model.content.fittedOn).toBe(3_000);
    const share = model.unknownShare(countsOf(whole.flat()));
    expect(share).toBeGreaterThan(0.04);
    expect(Math.abs(model.content.unknownTermShare - share)).toBeLessThan(0.01);
  });

  it('returns an empty model for an empty corpus', () => {
    const empty = fitLatentSemantics(() => passagesOf([]), { seed: 1 });
    expect(empty.content).toMatchObject({ rank: 0, terms: [], fittedOn: 0 });
    expect(empty.foldIn([['car', 1]]).every((x) => x === 0)).toBe(true);
  });

  it('reports each step, and stops after any of them on request', () => {
    const seen: FitProgress[] = [];
    fitLatentSemantics(() => PASSAGES, { seed: 1, dimensions: 4, onProgress: (p) => seen.push(p) });
    expect(seen).toEqual(seen.map((_, i) => ({ done: i + 1, steps: seen.length })));
    for (let stopAfter = 1; stopAfter <= seen.length; stopAfter++) {
      let asked = 0;
      const isCancelled = () => ++asked === stopAfter;
      expect(() => fitLatentSemantics(() => PASSAGES, { seed: 1, dimensions: 4, isCancelled })).toThrow(
        FitCancelledError,
      );
      expect(asked).toBe(stopAfter);
    }
  });
});

describe('the memory of a fit', () => {
  it('no longer holds the passages during the decomposition', () => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    const held = () => {
      // The first one finds garbage, and the second waits until it is freed.
      for (let i = 0; i < 2; i++) if (typeof collect === 'function') collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = held();
    const roomy = () => {
      const counts = new Uint32Array(8_000_000);
      counts.set(PASSAGES.counts);
      return { ...PASSAGES, counts };
    };
    const steps: number[] = [];
    fitLatentSemantics(roomy, { seed: 1, dimensions: 4, onProgress: () => steps.push(held() - before) });
    // The first step comes directly after their use, where a collection may be early.
    expect(Math.max(...steps.slice(1))).toBeLessThan(16_000_000);
  });
});

describe('folding a fitted passage in', () => {
  /** The passage's row of the left singular vectors x values^1.25, in double precision and without quantising. */
  function fittedVector(matrix: SparseMatrix, passage: number): number[] {
    const svd = truncatedSvd(tallSide(matrix), { rank: 16, oversampling: 32, powerIterations: 2, seed: 1 });
    return Array.from(svd.singularValues, (value, k) => {
      let sum = 0;
      for (let e = matrix.offsets[passage]!; e < matrix.offsets[passage + 1]!; e++)
        sum += matrix.values[e]! * svd.rightRow(matrix.indices[e]!)[k]!;
      return sum * value ** 0.25;
    });
  }

  it('gives the vector of the decomposition up to the rounding of the stored terms', () => {
    const all = seededSample(300, 300, 1);
    const vocabulary = chooseVocabulary(PASSAGES, all, { minPassages: 1, maxTerms: 1e6 });
    const matrix = weightedMatrix(PASSAGES, all, vocabulary);
    for (const passage of [0, 1, 2, 150, 299])
      expect(cosine(MODEL.foldIn(countsOf(TEXTS[passage]!)), fittedVector(matrix, passage))).toBeGreaterThan(0.9995);
  });

  it('is the same by terms and by rows, and skips unknown ones', () => {
    const counts = [...countsOf(TEXTS[5]!), ['nowhere', 3] as const];
    const rows = counts.map(([term]) => MODEL.rowOf(term));
    expect(rows.at(-1)).toBe(-1);
    const byRows = MODEL.foldInRows(
      rows,
      counts.map(([, count]) => count),
    );
    expect(byRows).toEqual(MODEL.foldIn(counts));
    expect(byRows).toEqual(MODEL.foldIn(countsOf(TEXTS[5]!)));
    expect(Math.hypot(...byRows)).toBeCloseTo(1, 6);
  });

  it('returns zeros if no term is known', () => {
    expect(MODEL.foldIn([['nowhere', 2]]).every((x) => x === 0)).toBe(true);
    expect(MODEL.foldIn([]).every((x) => x === 0)).toBe(true);
    expect(
      MODEL.unknownShare([
        ['nowhere', 3],
        ['car', 1],
      ]),
    ).toBe(0.75);
  });
});
