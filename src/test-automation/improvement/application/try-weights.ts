import { CounterfactualRun } from '../domain/counterfactual-run.js';
import { ConfigurationView } from '../domain/served-configuration.js';
import { effectOf, Trial } from '../domain/trial.js';
import { weightChanges } from '../domain/weight-repair.js';
import { ExperimentRunner } from './experiment-runner.js';

/** Passages that an answer is looked for in; a passage at a later place is not read. */
export const READ = 15;

/** Searches with other weights, one at a time: only one that brings the passage among those that are read shows that they hide it. */
export async function tryWeights(
  bench: ExperimentRunner,
  trial: Trial,
  { said, view }: { readonly said: string; readonly view: ConfigurationView },
): Promise<{ readonly tried: number; readonly runs: CounterfactualRun[] }> {
  const changes = weightChanges(view).filter(({ tunable }) => tunable.path.startsWith('/pipeline/search/'));
  const ranked: { readonly rank: number; readonly change: (typeof changes)[number] }[] = [];
  for (const change of changes) {
    const { rank } = await bench.goldRank(change.patch, trial, said);
    if (rank !== null && rank <= READ) ranked.push({ rank, change });
  }
  const [best] = ranked.sort((a, b) => a.rank - b.rank);
  if (best === undefined) return { tried: changes.length, runs: [] };
  const { tunable, from, to, patch } = best.change;
  const tried = await bench.change(patch, trial, {});
  const change = `${tunable.path} at ${to} instead of ${from}`;
  const run: CounterfactualRun = {
    kind: 'weights',
    change,
    ...effectOf(tried),
    goldRank: best.rank,
    component: tunable.component,
    patch,
  };
  return { tried: changes.length, runs: [run] };
}
