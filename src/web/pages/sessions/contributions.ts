import type { Result } from '../api/sessions.js';

/** What a component did over the results of a session. */
export interface Contribution {
  readonly component: string;
  /** Mean points that it brought; null when no run without it was made. */
  readonly points: number | null;
  /** Share of the results in which it fired; null where no trace tells. */
  readonly fired: number | null;
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means over the results that tell something of a component; those that do not are in no mean. */
export function contributionsOf(results: readonly Pick<Result, 'attribution'>[]): readonly Contribution[] {
  const all = results.flatMap(({ attribution }) => attribution);
  return [...new Set(all.map(({ component }) => component))].map((component) => {
    const mine = all.filter((observed) => observed.component === component);
    return {
      component,
      points: mean(mine.flatMap(({ effect }) => (effect === null ? [] : [effect]))),
      fired: mean(mine.flatMap(({ fired }) => (fired === null ? [] : [fired ? 1 : 0]))),
    };
  });
}
