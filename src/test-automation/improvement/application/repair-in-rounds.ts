import { Injectable } from '@nestjs/common';
import { Investigation } from '../domain/session-failure.js';
import { patchOf, Proposal } from '../domain/proposal.js';
import { ServedConfiguration } from '../domain/served-configuration.js';
import { isFailed, Trial, TrialOutcome } from '../domain/trial.js';
import { Verification } from '../domain/verification.js';
import { TrialSets, Seen } from './gather-trials.js';
import { InvestigateFailures } from './investigate-failures.js';
import { ProposeRepairs } from './propose-repairs.js';
import { ExperimentRunner } from './experiment-runner.js';
import { TryPatch } from './try-patch.js';

/** Trials that the loop may use, and the trials that it is tested with. */
export interface RepairMaterial {
  /** Repairs are made from these only. */
  readonly made: readonly Trial[];
  /** Paraphrases of the failures of a proposal that it was not made from. */
  readonly paraphrases: (proposal: Proposal) => readonly Trial[];
  /** Held out. */
  readonly regression: readonly Trial[];
}

/** The loop terminates by itself; these are upper limits. */
export interface RepairLimits {
  readonly rounds: number;
  readonly patches: number;
  /** Failures that are investigated in a round. */
  readonly investigations: number;
}

/** A line of the loop's log. */
export interface RepairStep {
  readonly round: number;
  readonly proposal: Proposal;
  readonly verification: Verification;
  /** Null for a proposal that was not accepted. */
  readonly appliedVersion: number | null;
}

/** A proposal that was refused this often is not tried again: other repairs have not made it better. */
const MOST_REFUSALS = 2;

const refusals = (steps: readonly RepairStep[], { type, suggestedValue }: Proposal) =>
  steps.filter(
    ({ proposal, appliedVersion }) =>
      appliedVersion === null && proposal.type === type && proposal.suggestedValue === suggestedValue,
  ).length;

/** Repeats automatically within its limits: fail, investigate, propose, try, apply what was accepted. */
@Injectable()
export class RepairInRounds {
  constructor(
    private readonly investigate: InvestigateFailures,
    private readonly propose: ProposeRepairs,
    private readonly tries: TryPatch,
    private readonly configuration: ServedConfiguration,
  ) {}

  /**
   * @param heard is called with each step when it is done
   * @returns all steps
   */
  async repair(
    bench: ExperimentRunner,
    material: RepairMaterial,
    limits: RepairLimits,
    heard: (step: RepairStep) => void,
  ): Promise<RepairStep[]> {
    const steps: RepairStep[] = [];
    const appliedSoFar = () => steps.filter((step) => step.appliedVersion !== null).length;
    const all = async (proposals: readonly Proposal[], round: number) => {
      for (const proposal of proposals) {
        if (appliedSoFar() >= limits.patches) return;
        if (refusals(steps, proposal) >= MOST_REFUSALS) continue;
        const step = await this.tried(bench, proposal, material, round);
        if (step === undefined) continue;
        steps.push(step);
        heard(step);
      }
    };
    for (let round = 1; round <= limits.rounds; round++) {
      const before = appliedSoFar();
      const seen = await this.seen(bench, material, limits);
      await all(await this.propose.rules(bench, seen), round);
      const weighed = appliedSoFar();
      await all(await this.propose.weights(bench, seen), round);
      // Other weights change which failures a synonym cures: after the first change of weights, synonyms wait for the next round.
      if (round > 1 || appliedSoFar() === weighed) await all(await this.propose.synonyms(bench, seen), round);
      if (appliedSoFar() === before || appliedSoFar() >= limits.patches) break;
    }
    return steps;
  }

  private async seen(bench: ExperimentRunner, { made }: RepairMaterial, limits: RepairLimits): Promise<Seen> {
    const outcomes = await bench.run([], made);
    const failures = outcomes.filter((o) => isFailed(o) && o.trial.intent === null && o.trial.question.gold.answerable);
    const investigations: Investigation[] = [];
    for (const outcome of failures.slice(0, limits.investigations))
      investigations.push(await this.investigate.investigate(bench, { resultId: outcome.trial.question.id, outcome }));
    return { outcomes, investigations };
  }

  /** Undefined if an earlier step has already cured its failures, or has changed the same value. */
  private async tried(
    bench: ExperimentRunner,
    proposal: Proposal,
    material: RepairMaterial,
    round: number,
  ): Promise<RepairStep | undefined> {
    const open = (await bench.run([], proposal.failing)).filter(isFailed).map((outcome: TrialOutcome) => outcome.trial);
    if (open.length === 0) return undefined;
    const sets: TrialSets = {
      failing: open,
      paraphrases: material.paraphrases(proposal),
      regression: material.regression,
    };
    const view = this.configuration.current();
    const patch = patchOf(proposal, view);
    if (patch.length === 0) return undefined;
    const verification = await this.tries.try(bench, patch, sets);
    if (!verification.accepted) return { round, proposal, verification, appliedVersion: null };
    const { version } = view;
    const applied = await this.configuration.apply(patch, { note: `repair: ${proposal.description}` }, version);
    bench.forget();
    return { round, proposal, verification, appliedVersion: applied.version };
  }
}
