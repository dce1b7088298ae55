/** Slope of a smooth convex function at a point. */
export type Gradient = (at: readonly number[]) => number[];

const STEPS = 100;
const NUDGE = 1e-4;
const FLAT = 1e-7;

/** Solves `matrix x = right` by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const n = right.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < n; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let k = column; k <= n; k++) rows[row]![k]! -= factor * rows[column]![k]!;
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}

/** Newton's method with a Hessian by differences of the gradient: for a handful of parameters. Steps are bounded by 1 each. */
export function minimise(gradient: Gradient, start: readonly number[]): number[] {
  let at = [...start];
  for (let step = 0; step < STEPS; step++) {
    const slope = gradient(at);
    if (Math.hypot(...slope) < FLAT) break;
    const hessian = at.map((_, i) => {
      const shifted = gradient(at.map((x, k) => (k === i ? x + NUDGE : x)));
      return shifted.map((g, k) => (g - slope[k]!) / NUDGE);
    });
    const move = solve(
      hessian.map((row, i) => row.map((x, k) => (i === k ? x + 1e-6 : x))),
      slope,
    );
    at = at.map((x, i) => x - Math.min(1, Math.max(-1, move[i]!)));
  }
  return at;
}

export interface Weighed {
  readonly x: readonly number[];
  readonly y: 0 | 1;
  /** How much it counts. */
  readonly weight: number;
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

/** Logistic regression; the last parameter is the bias, which no penalty draws to zero. */
export function fitLogistic(data: readonly Weighed[], penalty: number): number[] {
  const rows = data.map(({ x, y, weight }) => ({ x: [...x, 1], y, weight }));
  const size = rows[0]!.x.length;
  return minimise(
    (w) => {
      const g = w.map((x, i) => (i === size - 1 ? 0 : penalty * x));
      for (const { x, y, weight } of rows) {
        const error = weight * (1 / (1 + Math.exp(-dot(w, x))) - y);
        x.forEach((value, i) => (g[i]! += error * value));
      }
      return g;
    },
    Array.from({ length: size }, () => 0),
  );
}

/** One question: the features of each candidate, and which of them are right. */
export interface Choice {
  readonly candidates: readonly (readonly number[])[];
  readonly right: readonly boolean[];
}

/** Conditional logit: the probability that falls on the right candidates is made as large as can be. */
export function fitChoice(choices: readonly Choice[], penalty: number): number[] {
  const size = choices[0]!.candidates[0]!.length;
  return minimise(
    (w) => {
      const g = w.map((x) => penalty * x);
      for (const { candidates, right } of choices) {
        const z = candidates.map((x) => dot(w, x));
        const highest = Math.max(...z);
        const e = z.map((value) => Math.exp(value - highest));
        const all = e.reduce((a, b) => a + b, 0);
        const good = e.reduce((sum, value, i) => sum + (right[i] ? value : 0), 0);
        candidates.forEach((x, i) => {
          const pull = e[i]! / all - (right[i] ? e[i]! / good : 0);
          x.forEach((value, k) => (g[k]! += pull * value));
        });
      }
      return g;
    },
    Array.from({ length: size }, () => 0),
  );
}
