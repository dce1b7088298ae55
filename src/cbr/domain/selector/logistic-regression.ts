/** A row of features with its label. */
export interface Example {
  readonly features: readonly number[];
  readonly label: 0 | 1;
}

/** Weights over standardised features; the last one is the intercept. */
export interface LogisticModel {
  readonly means: readonly number[];
  readonly scales: readonly number[];
  readonly weights: readonly number[];
}

const ITERATIONS = 25;
const CONVERGED = 1e-8;
/** Ridge on all weights but the intercept: keeps separable data finite. */
const RIDGE = 1;

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function standardisation(examples: readonly Example[]): Pick<LogisticModel, 'means' | 'scales'> {
  const width = examples[0]?.features.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) => examples.map((e) => e.features[i] ?? 0));
  const means = columns.map((column) => column.reduce((sum, x) => sum + x, 0) / column.length);
  const scales = columns.map((column, i) => {
    const mean = means[i] ?? 0;
    const variance = column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / column.length;
    // A constant column carries no information: its standardised value is 0.
    return variance > 0 ? Math.sqrt(variance) : 1;
  });
  return { means, scales };
}

function standardised(
  features: readonly number[],
  { means, scales }: Pick<LogisticModel, 'means' | 'scales'>,
): number[] {
  return [...features.map((x, i) => (x - (means[i] ?? 0)) / (scales[i] ?? 1)), 1];
}

function scoreOf(row: readonly number[], weights: readonly number[]): number {
  return row.reduce((sum, x, i) => sum + x * (weights[i] ?? 0), 0);
}

/** Solves a small symmetric positive definite system by Gaussian elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const n = rows.length;
  for (let pivot = 0; pivot < n; pivot++) {
    const top = rows[pivot] ?? [];
    for (let below = pivot + 1; below < n; below++) {
      const row = rows[below] ?? [];
      const factor = (row[pivot] ?? 0) / (top[pivot] ?? 1);
      for (let j = pivot; j <= n; j++) row[j] = (row[j] ?? 0) - factor * (top[j] ?? 0);
    }
  }
  const solution = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    const row = rows[i] ?? [];
    let rest = row[n] ?? 0;
    for (let j = i + 1; j < n; j++) rest -= (row[j] ?? 0) * (solution[j] ?? 0);
    solution[i] = rest / (row[i] ?? 1);
  }
  return solution;
}

/** One Newton step; returns the change of the weights. */
function improve(rows: readonly (readonly number[])[], examples: readonly Example[], weights: number[]): number {
  const width = weights.length;
  const gradient = weights.map((w, i) => (i < width - 1 ? -RIDGE * w : 0));
  const hessian = weights.map((_, i): number[] => weights.map((__, j) => (i === j && i < width - 1 ? RIDGE : 0)));
  for (const [e, row] of rows.entries()) {
    const p = sigmoid(scoreOf(row, weights));
    const error = (examples[e]?.label ?? 0) - p;
    // Saturated rows add nothing, and must not make the matrix singular.
    const curvature = Math.max(p * (1 - p), 1e-9);
    for (let i = 0; i < width; i++) {
      const x = row[i] ?? 0;
      gradient[i] = (gradient[i] ?? 0) + error * x;
      const line = hessian[i] ?? [];
      for (let j = 0; j < width; j++) line[j] = (line[j] ?? 0) + curvature * x * (row[j] ?? 0);
    }
  }
  const step = solve(hessian, gradient);
  step.forEach((s, i) => (weights[i] = (weights[i] ?? 0) + s));
  return Math.max(...step.map(Math.abs));
}

/**
 * Fits logistic regression with ridge by Newton's method (iteratively reweighted least squares). Yields after each
 * iteration, so that other work can run.
 * @param examples at least one, all of one width
 */
export function* fitLogistic(examples: readonly Example[]): Generator<undefined, LogisticModel> {
  const standard = standardisation(examples);
  const rows = examples.map((e) => standardised(e.features, standard));
  const weights = new Array<number>((examples[0]?.features.length ?? 0) + 1).fill(0);
  for (let i = 0; i < ITERATIONS; i++) {
    const moved = improve(rows, examples, weights);
    yield undefined;
    if (moved < CONVERGED) break;
  }
  return { ...standard, weights };
}

/** Probability of the label 1. */
export function predict(model: LogisticModel, features: readonly number[]): number {
  return sigmoid(scoreOf(standardised(features, model), model.weights));
}
