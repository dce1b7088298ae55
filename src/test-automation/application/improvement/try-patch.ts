import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { refusalOf } from '../../domain/improvement/patch-safety.js';
import { Patch } from '../../domain/improvement/trial-sandbox.js';
import { compareOutcomes, decide, SetComparison, Verification } from '../../domain/improvement/verification.js';
import { TrialSets } from './gather-trials.js';
import { TrialBench } from './trial-bench.js';

const UNTRIED: SetComparison = {
  queries: 0,
  gained: 0,
  lost: 0,
  failedBefore: 0,
  scoreChange: null,
  scoreChangeCi95: null,
  successP: 1,
  regressed: false,
};

function refused(reason: string): Verification {
  return { accepted: false, reasons: [reason], failing: UNTRIED, paraphrases: UNTRIED, regression: UNTRIED };
}

/** Tries a patch in a sandbox against the configuration in service. */
@Injectable()
export class TryPatch {
  /** @returns not accepted, with the reason, also for a patch that cannot be applied or quotes its questions */
  async execute(bench: TrialBench, patch: Patch, sets: TrialSets): Promise<Verification> {
    const refusal = refusalOf(
      patch,
      sets.failing.map((trial) => trial.question.text),
    );
    if (refusal !== undefined) return refused(refusal);
    try {
      const failing = await this.compare(bench, patch, sets.failing);
      // What cures nothing need not be tried on everything else.
      if (failing.gained <= failing.lost) return decide({ failing, paraphrases: UNTRIED, regression: UNTRIED });
      const paraphrases = await this.compare(bench, patch, sets.paraphrases);
      return decide({ failing, paraphrases, regression: await this.compare(bench, patch, sets.regression) });
    } catch (error) {
      if (error instanceof InvalidInputError) return refused(`The patch cannot be applied: ${error.message}`);
      throw error;
    }
  }

  private async compare(bench: TrialBench, patch: Patch, trials: TrialSets['failing']): Promise<SetComparison> {
    if (trials.length === 0) return UNTRIED;
    const base = await bench.run([], trials);
    return compareOutcomes(base, await bench.run(patch, trials));
  }
}
