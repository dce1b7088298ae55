import type { ModelReply, Pooling } from './model-task.js';

interface FloatTensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** @throws Error if the model's output is not a tensor of 32-bit numbers with `rank` dimensions */
function floats(value: unknown, rank: number, name: string): FloatTensor {
  if (typeof value === 'object' && value !== null && 'data' in value && 'dims' in value) {
    const { data, dims } = value;
    if (data instanceof Float32Array && Array.isArray(dims) && dims.length === rank) {
      return { data, dims: dims.map(Number) };
    }
  }
  throw new Error(`the model gives no ${name}; it is of another kind`);
}

/** @throws Error for a vector without a defined cosine */
function unit(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  if (!Number.isFinite(norm) || norm === 0) throw new Error('the model gave a vector that is not finite or zero');
  return vector.map((x) => x / norm);
}

/**
 * Unit vectors from the last hidden states, of shape [texts, width, dimensions].
 * @param lengths number of tokens of each text; what follows is padding and does not count
 */
export function pooled(output: unknown, lengths: readonly number[], width: number, pooling: Pooling): ModelReply {
  const { data, dims } = floats(output, 3, 'last_hidden_state');
  const dimensions = dims[2] ?? 0;
  if (data.length !== lengths.length * width * dimensions)
    throw new Error('the model gave hidden states of another size');
  return lengths.map((length, text) => {
    const from = text * width * dimensions;
    const tokens = pooling === 'cls' ? 1 : length;
    const sum = new Float32Array(dimensions);
    // The sum serves as the mean: both have the same direction.
    for (let at = from; at < from + tokens * dimensions; at++) {
      const dimension = (at - from) % dimensions;
      sum[dimension] = (sum[dimension] ?? 0) + (data[at] ?? 0);
    }
    return unit(sum);
  });
}

/** Raw scores from logits of shape [pairs, 1]. @throws Error for a classifier with several classes */
export function scoreRows(output: unknown, pairs: number): ModelReply {
  const { data, dims } = floats(output, 2, 'logits');
  if (dims[1] !== 1 || data.length !== pairs)
    throw new Error('the model gives several classes; a cross-encoder with one score is needed');
  return Array.from(data, (score) => {
    if (!Number.isFinite(score)) throw new Error('the model gave a score that is not finite');
    return Float32Array.of(score);
  });
}
