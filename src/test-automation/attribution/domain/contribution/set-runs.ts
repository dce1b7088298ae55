import { ComponentSet, sizeOf } from './designs.js';

/** One question under one set of components. */
export interface SetRun {
  readonly score: number;
  /** Components that changed something; one that did not fire has no effect, whatever else is on. */
  readonly fired: ComponentSet;
}

export interface SetScores {
  readonly scores: ReadonlyMap<ComponentSet, number>;
  /** Components that fired in a run. */
  readonly fired: ComponentSet;
  /** Executed runs; the others follow from them. */
  readonly asked: number;
}

/**
 * Scores of one question under many sets. A component that did not fire left the result unchanged, so the run without it is the same run.
 * Only sets that change the input of a step are run. Large sets come first, since most others follow from them.
 */
export async function scoresOf(
  sets: readonly ComponentSet[],
  ask: (set: ComponentSet) => Promise<SetRun>,
): Promise<SetScores> {
  const known: (SetRun & { readonly set: ComponentSet })[] = [];
  const scores = new Map<ComponentSet, number>();
  let fired = 0;
  for (const set of [...sets].sort((a, b) => sizeOf(b) - sizeOf(a))) {
    const same = known.find((run) => (run.set & set) === set && (run.set & ~set & run.fired) === 0);
    if (same !== undefined) {
      scores.set(set, same.score);
      continue;
    }
    const run = await ask(set);
    known.push({ ...run, set });
    scores.set(set, run.score);
    fired |= run.fired & set;
  }
  return { scores, fired, asked: known.length };
}
