import { Injectable } from '@nestjs/common';
import { ImprovementType } from '../../sessions/domain/improvement.js';
import { CounterfactualKind } from '../domain/counterfactual-run.js';
import { lacksPattern } from '../domain/investigation.js';
import { Investigation } from '../domain/session-failure.js';
import { followUpChanges, hydeChanges, PatternChange } from '../domain/pattern-repair.js';
import { Proposal } from '../domain/proposal.js';
import { ServedConfiguration } from '../domain/served-configuration.js';
import { Trial, TrialOutcome } from '../domain/trial.js';
import { RagComponent } from '../../attribution/domain/trace-attribution.js';
import { ExperimentRunner } from './experiment-runner.js';

/** The patch that cures the most is proposed, and an alternative in case it is refused. */
const PROPOSED = 2;

const textsOf = (trials: readonly Trial[]) => trials.map(({ question }) => question.text);
const trialsOf = (investigations: readonly Investigation[]) => investigations.map(({ outcome }) => outcome.trial);

/** Failures that a counterfactual cured. */
const curedBy = (
  investigations: readonly Investigation[],
  kind: CounterfactualKind,
  component: RagComponent,
): Trial[] =>
  trialsOf(
    investigations.filter(({ runs }) =>
      runs.some((run) => run.kind === kind && run.component === component && run.success === true),
    ),
  );

/** Makes patches of the component rules in the configuration: follow-ups of the query analyser, conditions of HyDE. */
@Injectable()
export class ProposePatterns {
  constructor(private readonly configuration: ServedConfiguration) {}

  /**
   * @param outcomes all trials that it may use, under the configuration in service
   * @param investigations of the failed ones among them
   */
  async propose(
    bench: ExperimentRunner,
    outcomes: readonly TrialOutcome[],
    investigations: readonly Investigation[],
  ): Promise<Proposal[]> {
    const turns = trialsOf(investigations.filter(lacksPattern));
    const whole = outcomes.filter(({ trial }) => (trial.history ?? []).length === 0).map(({ trial }) => trial);
    const missed = curedBy(investigations, 'hyde_on', 'hyde');
    const spoiled = curedBy(investigations, 'component_off', 'hyde');
    const passed = textsOf(outcomes.filter((outcome) => outcome.success === true).map(({ trial }) => trial));
    const conditions = hydeChanges(this.configuration.current(), {
      missed: textsOf(missed),
      spoiled: textsOf(spoiled),
      passed,
    });
    return [
      ...(await this.tried(bench, followUpChanges(textsOf(turns), textsOf(whole)), {
        type: 'code_pattern',
        component: 'query_analyzer',
        failing: turns,
      })),
      ...(await this.tried(bench, conditions, {
        type: 'hyde_condition',
        component: 'hyde',
        failing: [...missed, ...spoiled],
      })),
    ];
  }

  /** Patches that cure failures, the most first. */
  private async tried(
    bench: ExperimentRunner,
    changes: readonly PatternChange[],
    kind: { readonly type: ImprovementType; readonly component: RagComponent; readonly failing: readonly Trial[] },
  ): Promise<Proposal[]> {
    const found: { readonly change: PatternChange; readonly cured: number }[] = [];
    for (const change of changes) {
      const cured = (await bench.run(change.patch, kind.failing)).filter((o) => o.success === true).length;
      if (cured > 0) found.push({ change, cured });
    }
    return found
      .sort((a, b) => b.cured - a.cured)
      .slice(0, PROPOSED)
      .map(({ change, cured }) => ({
        ...kind,
        ...change,
        expected: `${cured} of ${kind.failing.length} failures cured when it was tried.`,
      }));
  }
}
