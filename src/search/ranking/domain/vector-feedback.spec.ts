import fc from 'fast-check';
import { feedbackWeights } from './vector-feedback.js';
import { movedTowards } from '../../embedding/domain/vector-space.js';

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
  .filter((v) => Math.hypot(...v) > 0.1)
  .map((v) => Float32Array.from(v, (x) => x / Math.hypot(...v)));
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

describe('feedback', () => {
  it('weights passages by their lead, with sum one', () => {
    const weights = feedbackWeights([3, 1, 0].map((score, id) => ({ id, score })));
    expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1);
    // Their standard deviation.
    const spread = Math.sqrt(14 / 9);
    expect((weights[0] ?? 0) / (weights[1] ?? 1)).toBeCloseTo(Math.exp(2 / spread));
    expect((weights[1] ?? 0) / (weights[2] ?? 1)).toBeCloseTo(Math.exp(1 / spread));
  });

  it('gives the same weights for any unit of the scores, and equal weights for equal scores', () => {
    const weightsOf = (...scores: number[]) => feedbackWeights(scores.map((score, id) => ({ id, score })));
    weightsOf(30, 10, 0).forEach((weight, i) => expect(weight).toBeCloseTo(weightsOf(3, 1, 0)[i] ?? Number.NaN, 10));
    expect([weightsOf(2, 2), weightsOf(7), weightsOf()]).toEqual([[0.5, 0.5], [1], []]);
  });

  it('moves a question nearer to the passage, always to unit length', () => {
    fc.assert(
      fc.property(vector, vector, (question, passage) => {
        fc.pre(dot(question, passage) > -0.9);
        const moved = movedTowards(question, [passage], [1], 1);
        expect(Math.hypot(...moved)).toBeCloseTo(1, 4);
        expect(dot(moved, passage)).toBeGreaterThanOrEqual(dot(question, passage) - 1e-6);
      }),
    );
  });

  it('keeps the question if no passage has a vector', () => {
    fc.assert(
      fc.property(vector, (question) => {
        expect(dot(movedTowards(question, [undefined, undefined], [0.5, 0.5], 1), question)).toBeCloseTo(1, 5);
      }),
    );
  });
});
