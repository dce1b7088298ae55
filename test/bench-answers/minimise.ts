/** Value and slope of a smooth function at a point. */
export type Objective = (at: readonly number[]) => { readonly value: number; readonly gradient: number[] };

const STEPS = 500;
/** Convergence tolerance: the norm of the gradient relative to that at the start. */
const FLAT = 1e-7;
/** Steps whose change of slope is remembered. */
const MEMORY = 12;
/** Share of the fall that the slope promises which a step has to reach (Armijo 1966). */
const PROMISED = 1e-4;
const SHORTEST = 1e-12;

interface Step {
  readonly move: readonly number[];
  readonly bend: readonly number[];
  readonly curvature: number;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The L-BFGS descent direction by the two-loop recursion (Nocedal 1980). */
function wayDown(gradient: readonly number[], past: readonly Step[]): number[] {
  const way = gradient.map((g) => -g);
  const add = (factor: number, to: readonly number[]) => to.forEach((x, i) => (way[i]! += factor * x));
  const shares = past.map(() => 0);
  for (let k = past.length - 1; k >= 0; k--) {
    const { move, bend, curvature } = past[k]!;
    shares[k] = dot(move, way) / curvature;
    add(-shares[k]!, bend);
  }
  const last = past.at(-1);
  if (last !== undefined) {
    const scale = last.curvature / dot(last.bend, last.bend);
    way.forEach((x, i) => (way[i] = x * scale));
  }
  past.forEach(({ move, bend, curvature }, k) => add(shares[k]! - dot(bend, way) / curvature, move));
  return way;
}

/** L-BFGS with steps that are halved until they pay. Finds the minimum of a convex function, a near one of any other. */
export function minimise(objective: Objective, start: readonly number[]): number[] {
  let at = [...start];
  let here = objective(at);
  const past: Step[] = [];
  const flat = FLAT * Math.max(1, Math.hypot(...here.gradient));
  for (let step = 0; step < STEPS && Math.hypot(...here.gradient) > flat; step++) {
    const way = wayDown(here.gradient, past);
    const slope = dot(way, here.gradient);
    let length = past.length === 0 ? Math.min(1, 1 / Math.hypot(...here.gradient)) : 1;
    const along = () => at.map((x, i) => x + length * way[i]!);
    let next = objective(along());
    while (!(next.value <= here.value + PROMISED * length * slope)) {
      length /= 2;
      if (length < SHORTEST) return at;
      next = objective(along());
    }
    const move = way.map((x) => length * x);
    const bend = next.gradient.map((g, i) => g - here.gradient[i]!);
    const curvature = dot(move, bend);
    if (curvature > 0) past.push({ move, bend, curvature });
    if (past.length > MEMORY) past.shift();
    at = along();
    here = next;
  }
  return at;
}

export interface Weighed {
  readonly x: readonly number[];
  readonly y: 0 | 1;
  /** How much it counts. */
  readonly weight: number;
}

/** Logistic regression; the last parameter is the bias, which no penalty draws to zero. */
export function fitLogistic(data: readonly Weighed[], penalty: number): number[] {
  const rows = data.map(({ x, y, weight }) => ({ x: [...x, 1], y, weight }));
  const size = rows[0]!.x.length;
  return minimise(
    (w) => {
      const gradient = w.map((x, i) => (i === size - 1 ? 0 : penalty * x));
      let value = dot(gradient, w) / 2;
      for (const { x, y, weight } of rows) {
        const z = dot(w, x);
        // log(1 + e^z) without an overflow.
        value += weight * (Math.max(0, z) + Math.log1p(Math.exp(-Math.abs(z))) - y * z);
        const error = weight * (1 / (1 + Math.exp(-z)) - y);
        x.forEach((one, i) => (gradient[i]! += error * one));
      }
      return { value, gradient };
    },
    Array.from({ length: size }, () => 0),
  );
}

/** One question: the features of each candidate, and how right each is. */
export interface Choice {
  readonly candidates: readonly ArrayLike<number>[];
  /** 0..1; at least one is above 0. */
  readonly right: readonly number[];
  /** How much it counts. */
  readonly weight: number;
}

/** Conditional logit: the probability that falls on the right candidates is made as large as can be. */
export function fitChoice(choices: readonly Choice[], penalty: number): number[] {
  const size = choices[0]!.candidates[0]!.length;
  return minimise(
    (w) => {
      const gradient = w.map((x) => penalty * x);
      let value = dot(gradient, w) / 2;
      for (const { candidates, right, weight } of choices) {
        const e = Float64Array.from(candidates, (x) => dot(w, x));
        const highest = e.reduce((a, b) => Math.max(a, b));
        let [all, good] = [0, 0];
        e.forEach((z, i) => {
          e[i] = Math.exp(z - highest);
          all += e[i];
          good += e[i] * right[i]!;
        });
        value -= weight * Math.log(good / all);
        candidates.forEach((x, i) => {
          const pull = weight * e[i]! * (1 / all - right[i]! / good);
          for (let k = 0; k < size; k++) gradient[k]! += pull * x[k]!;
        });
      }
      return { value, gradient };
    },
    Array.from({ length: size }, () => 0),
  );
}
