import { Provider } from '@nestjs/common';
import { GatherTrials } from './improvement/application/gather-trials.js';
import { Environment } from '../config/environment.js';
import { MeasureContribution } from './improvement/application/measure-contribution.js';
import { AutomaticLimit, ImproveAutomatically } from './improvement/application/improve-automatically.js';
import { InvestigateFailures } from './improvement/application/investigate-failures.js';
import { InvestigateSession } from './improvement/application/investigate-session.js';
import { StoreImprovement } from './improvement/application/store-improvement.js';
import { ProposePatterns } from './improvement/application/propose-patterns.js';
import { ProposeWeights } from './improvement/application/propose-weights.js';
import { ProposeRepairs } from './improvement/application/propose-repairs.js';
import { RepairInRounds } from './improvement/application/repair-in-rounds.js';
import { OpenExperimentRunner } from './improvement/application/experiment-runner.js';
import { TryPatch } from './improvement/application/try-patch.js';
import { VaryQuestions } from './improvement/application/vary-questions.js';
import { VerifyImprovement } from './improvement/application/verify-improvement.js';
import { AutomaticImprovement, FindingsStore, SessionInvestigation } from './sessions/domain/session-artifacts.js';
import { ImprovementStore } from './sessions/domain/improvement.js';
import { ServedConfiguration } from './improvement/domain/served-configuration.js';
import { ExperimentSandboxes } from './improvement/domain/experiment-sandbox.js';
import { ConfigServedConfiguration } from './improvement/infrastructure/config-served-configuration.js';
import { PipelineExperimentSandboxes } from './improvement/infrastructure/pipeline-experiment-sandbox.js';
import { SqlFindingsStore } from './improvement/infrastructure/sql-findings-store.js';
import { SqlImprovementStore } from './improvement/infrastructure/sql-improvement-store.js';

/** From a failure to a verified repair. */
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
  { provide: ExperimentSandboxes, useClass: PipelineExperimentSandboxes },
];
