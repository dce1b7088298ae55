import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { refusalOf } from '../../domain/improvement/patch-safety.js';
import { controlPatch } from '../../domain/improvement/control-patch.js';
import { ServedConfiguration } from '../../domain/improvement/served-configuration.js';
import { Patch } from '../../domain/improvement/trial-sandbox.js';
import {
  compareOutcomes,
  decide,
  SetComparison,
  UNTRIED,
  Verification,
} from '../../domain/improvement/verification.js';
import { TrialSets } from './gather-trials.js';
import { TrialBench } from './trial-bench.js';

function refused(reason: string): Verification {
  return {
    accepted: false,
    reasons: [reason],
    failing: UNTRIED,
    paraphrases: UNTRIED,
    regression: UNTRIED,
    control: null,
  };
}

const isWeight = (patch: Patch) =>
  patch.every(({ path, value }) => typeof value === 'number' && String(path).startsWith('/pipeline/'));

/** Tries a patch in a sandbox against the configuration in service. */
@Injectable()
export class TryPatch {
  constructor(private readonly configuration: ServedConfiguration) {}

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
      if (failing.gained <= failing.lost)
        return decide({ failing, paraphrases: UNTRIED, regression: UNTRIED, control: null });
      const paraphrases = await this.compare(bench, patch, sets.paraphrases);
      const control = await this.control(bench, patch, sets);
      const regression = await this.compare(bench, patch, sets.regression);
      return decide({ failing, paraphrases, regression, control }, isWeight(patch));
    } catch (error) {
      if (error instanceof InvalidInputError) return refused(`The patch cannot be applied: ${error.message}`);
      throw error;
    }
  }

  /** The same failures with the word of the questions joined to a word of elsewhere: null for what joins no words. */
  private async control(bench: TrialBench, patch: Patch, sets: TrialSets): Promise<SetComparison | null> {
    const trials = [...sets.failing, ...sets.paraphrases];
    const elsewhere = sets.regression.find((trial) => trial.question.gold.quote !== null);
    const words = await bench.words(elsewhere?.question.gold.quote ?? '');
    const asked = trials.map((trial) => trial.question.text);
    const away = controlPatch(patch, this.configuration.current(), { asked, words });
    return away.length === 0 ? null : this.compare(bench, away, trials);
  }

  private async compare(bench: TrialBench, patch: Patch, trials: TrialSets['failing']): Promise<SetComparison> {
    if (trials.length === 0) return UNTRIED;
    const base = await bench.run([], trials);
    return compareOutcomes(base, await bench.run(patch, trials));
  }
}
