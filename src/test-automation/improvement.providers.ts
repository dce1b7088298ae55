import { Provider } from '@nestjs/common';
import { GatherTrials } from './application/improvement/gather-trials.js';
import { Environment } from '../config/environment.js';
import { MeasureContribution } from './application/contribution/measure-contribution.js';
import { AutomaticLimit, ImproveAutomatically } from './application/improvement/improve-automatically.js';
import { InvestigateFailures } from './application/improvement/investigate-failures.js';
import { InvestigateSession } from './application/improvement/investigate-session.js';
import { StoreImprovement } from './application/improvement/store-improvement.js';
import { ProposePatterns } from './application/improvement/propose-patterns.js';
import { ProposeWeights } from './application/improvement/propose-weights.js';
import { ProposeRepairs } from './application/improvement/propose-repairs.js';
import { RepairInRounds } from './application/improvement/repair-in-rounds.js';
import { OpenExperimentRunner } from './application/improvement/experiment-runner.js';
import { TryPatch } from './application/improvement/try-patch.js';
import { VaryQuestions } from './application/improvement/vary-questions.js';
import { VerifyImprovement } from './application/improvement/verify-improvement.js';
import { AutomaticImprovement, FindingsStore, SessionInvestigation } from './domain/session-artifacts.js';
import { ImprovementStore } from './domain/improvement.js';
import { ServedConfiguration } from './domain/improvement/served-configuration.js';
import { TrialSandboxes } from './domain/improvement/experiment-sandbox.js';
import { ConfigServedConfiguration } from './infrastructure/improvement/config-served-configuration.js';
import { PipelineTrialSandboxes } from './infrastructure/improvement/pipeline-experiment-sandbox.js';
import { SqlFindingsStore } from './infrastructure/improvement/sql-findings-store.js';
import { SqlImprovementStore } from './infrastructure/sql-improvement-store.js';

/** From a failure to a repair that has proved itself. */
export const IMPROVEMENT_PROVIDERS: Provider[] = [
  OpenExperimentRunner,
  VaryQuestions,
  GatherTrials,
  TryPatch,
  VerifyImprovement,
  StoreImprovement,
  InvestigateFailures,
  ProposePatterns,
  ProposeWeights,
  ProposeRepairs,
  RepairInRounds,
  MeasureContribution,
  { provide: SessionInvestigation, useClass: InvestigateSession },
  { provide: AutomaticImprovement, useClass: ImproveAutomatically },
  {
    provide: AutomaticLimit,
    inject: [Environment],
    useFactory: (environment: Environment): AutomaticLimit => ({ patches: environment.AUTO_IMPROVE }),
  },
  { provide: FindingsStore, useClass: SqlFindingsStore },
  { provide: ImprovementStore, useClass: SqlImprovementStore },
  { provide: ServedConfiguration, useClass: ConfigServedConfiguration },
  { provide: TrialSandboxes, useClass: PipelineTrialSandboxes },
];
