import { Injectable } from '@nestjs/common';
import { Proposal } from '../domain/proposal.js';
import { ServedConfiguration } from '../domain/served-configuration.js';
import { distinctTrials, isFailed, Trial } from '../domain/trial.js';
import { WeightChange, weightChanges } from '../domain/weight-repair.js';
import { Seen, spread } from './gather-trials.js';
import { ExperimentRunner } from './experiment-runner.js';

/** A change of a weight needs at least this many failures without another explanation. */
const LEAST_UNEXPLAINED = 3;
const SWEPT = 12;
const MOST_WEIGHTS = 3;
/** The values that cure the most of those are tried on all failures. */
const FINALISTS = 8;

/** One value for each setting: the best one. */
const bestOfEach = <T extends { readonly change: WeightChange }>(found: readonly T[]): T[] =>
  found.filter(({ change }, i) => found.findIndex((other) => other.change.tunable === change.tunable) === i);

/** Tries other values for the numbers of the pipeline. */
@Injectable()
export class ProposeWeights {
  constructor(private readonly configuration: ServedConfiguration) {}

  /** The values that cure the most of the failures that no synonym explains. */
  async propose(bench: ExperimentRunner, { outcomes, investigations }: Seen): Promise<Proposal[]> {
    const explained = new Set(
      investigations
        .filter((f) => f.runs.some((r) => r.kind === 'synonym' && r.success === true))
        .map((f) => f.outcome.trial),
    );
    const answers = outcomes.filter(({ trial }) => trial.intent === null && trial.question.gold.answerable);
    const failing = answers.filter((o) => isFailed(o) && !explained.has(o.trial)).map(({ trial }) => trial);
    const counted = distinctTrials(failing);
    if (counted.length < LEAST_UNEXPLAINED) return [];
    const passed = answers.filter((o) => o.success === true).map(({ trial }) => trial);
    const swept = { failing: spread(counted, SWEPT), passed: spread(passed, SWEPT) };
    const changes = weightChanges(this.configuration.current());
    const finalists = (await this.swept(bench, changes, swept)).slice(0, FINALISTS);
    const all = { failing: counted, passed: spread(passed, counted.length) };
    const found = await this.swept(
      bench,
      finalists.map(({ change }) => change),
      all,
    );
    return bestOfEach(found)
      .slice(0, MOST_WEIGHTS)
      .map(({ change, gained, lost }) => ({
        // The numbers of the second retrieval belong to query expansion.
        type: change.tunable.component === 'dynamic_query_expansion' ? 'query_expansion' : 'code_weight',
        component: change.tunable.component,
        description: `${change.tunable.path} is ${change.from}; at ${change.to}, ${gained} of ${all.failing.length} different failed questions are answered.`,
        suggestedValue: String(change.to),
        patch: change.patch,
        failing: counted,
        cured: gained,
        expected: `${gained} of ${all.failing.length} different failed questions cured, ${lost} of ${all.passed.length} others lost.`,
      }));
  }

  /** Gains and losses of each change; only changes that gain much more than they lose, the best first. */
  private async swept(
    bench: ExperimentRunner,
    changes: readonly WeightChange[],
    { failing, passed }: Readonly<Record<'failing' | 'passed', readonly Trial[]>>,
  ) {
    const found: { readonly change: WeightChange; readonly gained: number; readonly lost: number }[] = [];
    for (const change of changes) {
      const after = await bench.run(change.patch, [...failing, ...passed]);
      const right = new Set(after.filter((o) => o.success === true).map(({ trial }) => trial));
      const gained = failing.filter((trial) => right.has(trial)).length;
      found.push({ change, gained, lost: passed.filter((trial) => !right.has(trial)).length });
    }
    return found
      .filter(({ gained, lost }) => gained > 2 * lost)
      .sort((a, b) => b.gained - b.lost - (a.gained - a.lost));
  }
}
