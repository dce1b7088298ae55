import { RAG_COMPONENTS, RagComponent } from '../trace-attribution.js';

/** A set of components as bits, in the order of RAG_COMPONENTS. */
export type ComponentSet = number;

export const ALL_COMPONENTS: ComponentSet = 2 ** RAG_COMPONENTS.length - 1;

export const sizeOf = (set: ComponentSet): number => (set === 0 ? 0 : (set & 1) + sizeOf(set >> 1));

/** Components in the set. */
export const namesOf = (set: ComponentSet): RagComponent[] => RAG_COMPONENTS.filter((_, i) => (set >> i) % 2 === 1);

/** Components to switch off so that exactly this set is on. */
export const offIn = (set: ComponentSet): RagComponent[] => namesOf(ALL_COMPONENTS & ~set);

export const setOf = (names: Iterable<string>): ComponentSet => {
  const wanted = new Set(names);
  return RAG_COMPONENTS.reduce((set, name, i) => (wanted.has(name) ? set | (1 << i) : set), 0);
};

/** The value of a game for every set of players, as bits. */
export type Game = (set: ComponentSet) => number;

const bit = (set: ComponentSet, player: number) => (set >> player) & 1;

/** The full set, and the full set without each component. */
export const LEAVE_ONE_OUT_SETS: readonly ComponentSet[] = [
  ALL_COMPONENTS,
  ...Array.from({ length: 8 }, (_, i) => ALL_COMPONENTS & ~(1 << i)),
];

/** The loss without each component. */
export function leaveOneOut(v: Game, players = 8): number[] {
  const all = 2 ** players - 1;
  return Array.from({ length: players }, (_, i) => v(all) - v(all & ~(1 << i)));
}

/**
 * The sixteen runs of a 2^(8-4) fractional factorial design of resolution IV: the first four components in all combinations, the others by
 * the generators E = BCD, F = ACD, G = ABC, H = ABD. G. E. P. Box, J. S. Hunter, The 2^(k-p) fractional factorial designs (1961).
 */
export const FACTORIAL_SETS: readonly ComponentSet[] = Array.from({ length: 16 }, (_, run) => {
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => (bit(run, i) === 1 ? 1 : -1));
  const signs = [a, b, c, d].map((sign) => sign ?? 1);
  const [A = 1, B = 1, C = 1, D = 1] = signs;
  const all = [A, B, C, D, B * C * D, A * C * D, A * B * C, A * B * D];
  return all.reduce((set, sign, i) => (sign > 0 ? set | (1 << i) : set), 0);
});

/**
 * Mean of the eight runs with a component minus mean of the eight without it; equals the Shapley value if there are only pairwise
 * interactions.
 */
export function mainEffects(v: Game): number[] {
  return Array.from({ length: 8 }, (_, i) =>
    FACTORIAL_SETS.reduce((sum, set) => sum + (bit(set, i) === 1 ? v(set) : -v(set)) / 8, 0),
  );
}

/** Every set. */
export const SHAPLEY_SETS: readonly ComponentSet[] = Array.from({ length: ALL_COMPONENTS + 1 }, (_, set) => set);

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

/** Tolerance of rounding for the sum of the parts. */
const ROUNDING = 1e-9;

/**
 * Exact Shapley values: the mean marginal contribution of each player over all orders. L. S. Shapley, A value for n-person games (1953).
 * @throws Error if the parts do not sum to v(all) - v(none): then the game is not a function of the set
 */
export function shapleyValues(v: Game, players = 8): number[] {
  const all = 2 ** players - 1;
  const weights = Array.from(
    { length: players },
    (_, size) => (factorial(size) * factorial(players - size - 1)) / factorial(players),
  );
  const sizes = Array.from({ length: all + 1 }, (_, set) =>
    Array.from({ length: players }, (__, i) => bit(set, i)).reduce((a, b) => a + b, 0),
  );
  const values = Array.from({ length: all + 1 }, (_, set) => v(set));
  const parts = Array.from({ length: players }, (_, i) => {
    let sum = 0;
    for (let set = 0; set <= all; set++)
      if (bit(set, i) === 0)
        sum += (weights[sizes[set] ?? 0] ?? 0) * ((values[set | (1 << i)] ?? 0) - (values[set] ?? 0));
    return sum;
  });
  const whole = (values[all] ?? 0) - (values[0] ?? 0);
  const missed = Math.abs(parts.reduce((a, b) => a + b, 0) - whole);
  if (!(missed <= ROUNDING * Math.max(1, Math.abs(whole))))
    throw new Error(
      `Shapley values sum to ${whole} only up to ${missed}; the scores of some set are missing or not numbers.`,
    );
  return parts;
}
