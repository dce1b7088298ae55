import { Injectable } from '@nestjs/common';
import {
  contributionOf,
  ContributionReport,
  ContributionTier,
  DESIGNS,
  QuestionScores,
} from '../../attribution/domain/contribution/contribution.js';
import { scoresOf } from '../../attribution/domain/contribution/set-runs.js';
import { Trial } from '../domain/trial.js';
import { ExperimentRunner } from './experiment-runner.js';
import { mapConcurrently } from '../../../shared/domain/bulkhead.js';
import { offIn, setOf } from '../../attribution/domain/contribution/designs.js';

/** Questions at the same time: one is searched for while another is read and judged. */
const AT_ONCE = 3;

/** A question that could not be judged under some set is in no figure. */
class NotScoredError extends Error {}

/** Measures the contribution of each component by running the same questions under different sets of components. */
@Injectable()
export class MeasureContribution {
  /**
   * @param onStep receives the number of questions that are done
   * @returns null when no question has a score under every set
   */
  async measure(
    bench: ExperimentRunner,
    trials: readonly Trial[],
    tier: ContributionTier,
    onStep: (done: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<ContributionReport | null> {
    const started = performance.now();
    await bench.run([], []);
    let done = 0;
    const all = await mapConcurrently(trials, AT_ONCE, async (trial) => {
      const scores = await this.scored(bench, trial, tier);
      await onStep(++done);
      return scores;
    });
    const scored = all.filter((one) => one !== undefined);
    if (scored.length === 0) return null;
    const report = contributionOf(tier, scored, performance.now() - started);
    const left = trials.length - scored.length;
    if (left === 0) return report;
    return {
      ...report,
      notes: [...report.notes, `${left} questions could not be evaluated under every set and are left out.`],
    };
  }

  private async scored(
    bench: ExperimentRunner,
    trial: Trial,
    tier: ContributionTier,
  ): Promise<QuestionScores | undefined> {
    try {
      const found = await scoresOf(DESIGNS[tier].sets, async (set) => {
        const { score, answer } = await bench.change([], trial, { off: offIn(set) });
        if (score === null || answer === undefined) throw new NotScoredError();
        return { score, fired: setOf(answer.events.filter((e) => e.fired).map((e) => e.component)) };
      });
      return { ...found, cluster: trial.question.personaId };
    } catch (error) {
      if (error instanceof NotScoredError) return undefined;
      throw error;
    }
  }
}
