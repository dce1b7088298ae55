import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DocumentsModule } from '../documents/documents.module.js';
import { FeedbackModule } from '../feedback/feedback.module.js';
import { FactCheckModule } from '../fact-check/fact-check.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { SearchModule } from '../search/search.module.js';
import { Environment } from '../config/environment.js';
import { CronParserTimes } from '../shared/infrastructure/cron-parser-times.js';
import { configurationFolders } from '../shared/infrastructure/configuration-folders.js';
import { byStore } from '../shared/infrastructure/database/by-store.js';
import { PostgresDatabase } from '../shared/infrastructure/database/postgres/postgres-database.js';
import { RunUnits } from './sessions/application/run-units.js';
import { AskQuestion } from './sessions/application/ask-question.js';
import { ChooseTarget, ReadTargets } from './targets/application/choose-target.js';
import { ControlSession } from './sessions/application/control-session.js';
import { GradeExpected } from './judge/application/grade-expected.js';
import { ReadDatasets } from './datasets/application/read-datasets.js';
import { StoreDataset } from './datasets/application/store-dataset.js';
import { EstimateCost } from './sessions/application/estimate-cost.js';
import { FinishSession } from './sessions/application/finish-session.js';
import { RunDialogue } from './sessions/application/run-dialogue.js';
import { SaveSchedules, CheckOrder } from './sessions/application/save-schedules.js';
import { PlanQuestions } from './sessions/application/plan-questions.js';
import { ScheduleTimes } from './sessions/application/schedule-times.js';
import { SessionOwners } from './sessions/application/session-owners.js';
import { QuotingQuestions } from './sessions/application/quoting-questions.js';
import { ShowSessions } from './sessions/application/show-sessions.js';
import { LabelRows } from './sessions/application/label-rows.js';
import { ReadSession } from './sessions/application/read-session.js';
import { ReadRubrics } from './judge/application/read-rubrics.js';
import { RejudgeSession } from './sessions/application/rejudge-session.js';
import { RunDueSchedules } from './sessions/application/run-due-schedules.js';
import { OpenBudget } from './sessions/application/open-budget.js';
import { OpenSessions } from './sessions/application/open-sessions.js';
import { PlanSession } from './sessions/application/plan-session.js';
import { PrepareSession } from './sessions/application/prepare-session.js';
import { PublishResults } from './sessions/application/publish-results.js';
import { RecordSession } from './sessions/application/record-session.js';
import { RunSession } from './sessions/application/run-session.js';
import { RunToCompletion } from './sessions/application/run-to-completion.js';
import { RunningSessions, RecoverSessions } from './sessions/application/running-sessions.js';
import { SaveTargets } from './targets/application/save-targets.js';
import { DispatchUnits } from './sessions/application/dispatch-units.js';
import { UnitWorker } from './sessions/application/unit-worker.js';
import { SessionUnits } from './sessions/application/session-units.js';
import { StartSession } from './sessions/application/start-session.js';
import { SessionFeed, WatchSession } from './sessions/application/watch-session.js';
import { MakeQuestions } from './questions/application/make-questions.js';
import { ParaphraseQuestions } from './questions/application/paraphrase-questions.js';
import { JudgeByRules, PhraseSource } from './judge/application/judge-by-rules.js';
import { ChooseJudge } from './judge/application/choose-judge.js';
import { JudgeOneAnswer } from './judge/application/judge-one-answer.js';
import { JudgeWithModel } from './judge/application/judge-with-model.js';
import { ChooseMeasuredJudges, MeasureJudge, PrepareTrials } from './judge/application/measure-judge.js';
import { CalibrateJudge } from './judge/application/calibrate-judge.js';
import { LocateGold } from './attribution/application/locate-gold.js';
import { TestComponents } from './attribution/application/test-components.js';
import { AnswerJudge } from './judge/domain/answer-judge.js';
import { ClaimChecker } from './domain/claim-checker.js';
import { TextComparisonSource } from './domain/text-comparison.js';
import { VectorTextComparison } from './judge/infrastructure/vector-text-comparison.js';
import { ComponentTester } from './attribution/domain/component-tester.js';
import { JudgeScorecards, JudgeMeasure } from './judge/domain/judge-calibration/judge-scorecard.js';
import { QuestionMaker, ReportedQuestions } from './questions/domain/question-maker.js';
import { QuestionLexicon } from './questions/domain/question-lexicon.js';
import { SessionArtifacts, SessionReports } from './sessions/domain/session-artifacts.js';
import { DocumentSource } from './domain/session-scope.js';
import { FeedbackReportedQuestions } from './questions/infrastructure/feedback-reported-questions.js';
import { FactCheckClaims } from './judge/infrastructure/fact-check-claims.js';
import { JsonPhraseSource } from './judge/infrastructure/json-phrase-source.js';
import { JsonQuestionLexicon } from './questions/infrastructure/json-question-lexicon.js';
import { PipelineComponentTests } from './attribution/infrastructure/pipeline-component-tests.js';
import { RenderedReports } from './reports/infrastructure/rendered-reports.js';
import { SessionFiles } from './reports/infrastructure/session-files.js';
import { StoredDocumentSource } from './questions/infrastructure/stored-document-source.js';
import { IMPROVEMENT_PROVIDERS } from './improvement.providers.js';
import { ImprovementsController } from './improvement/interface/improvements.controller.js';
import { ReplyCache, TextModel } from './domain/text-model.js';
import { CachedTextModel } from './infrastructure/cached-text-model.js';
import { SqlJudgeScorecards, SqlReplyCache } from './sessions/infrastructure/sql-reply-cache.js';
import { SqlScheduleStore } from './sessions/infrastructure/sql-schedule-store.js';
import { PostgresSessionBudgets } from './sessions/infrastructure/postgres-session-budgets.js';
import { SqlLabelStore } from './sessions/infrastructure/sql-label-store.js';
import { SqlSessionStore } from './sessions/infrastructure/sql-session-store.js';
import { AbstainedQuestions, QuestionsInUse } from './questions/domain/abstained-questions.js';
import { SqlAbstainedQuestions } from './questions/infrastructure/sql-abstained-questions.js';
import { StoredQuestionsInUse } from './questions/infrastructure/stored-questions-in-use.js';
import { SessionProgress } from './sessions/domain/session-progress.js';
import { InMemoryBudgets, SessionBudgets } from './sessions/domain/session-budget.js';
import { LabelStore } from './sessions/domain/row-labels.js';
import { SessionStore } from './sessions/domain/session-store.js';
import { CronTimes, ScheduleStore } from './sessions/domain/test-schedule.js';
import { OwnerDirectory, TargetFile, TargetStore, RagTargets } from './targets/domain/test-target.js';
import { AccessOwnerDirectory } from './targets/infrastructure/access-owner-directory.js';
import { ConfiguredTargets } from './targets/infrastructure/configured-targets.js';
import { JsonPersonaSets } from './personas/infrastructure/json-persona-sets.js';
import { JsonTargetFile } from './targets/infrastructure/json-target-file.js';
import { Rfc9535Paths } from './targets/infrastructure/rfc9535-paths.js';
import { SqlTargetStore } from './targets/infrastructure/target-record-schema.js';
import { ScopedAgentFilters } from './sessions/infrastructure/scoped-agent-filters.js';
import { SharedSessionProgress } from './sessions/infrastructure/shared-session-progress.js';
import { GradingThread } from './judge/infrastructure/grading-thread.js';
import { SearchedJudge } from './judge/infrastructure/searched-judge.js';
import { InProcessState } from './targets/infrastructure/in-process-state.js';
import { ScheduleClock } from './sessions/infrastructure/schedule-clock.js';
import { InProcessTargets } from './targets/infrastructure/in-process-target.js';
import { ParsedDatasetFiles } from './datasets/infrastructure/parsed-dataset-files.js';
import { SqlDatasetStore } from './datasets/infrastructure/sql-dataset-store.js';
import { DatasetsController } from './datasets/interface/datasets.controller.js';
import { JudgeController } from './judge/interface/judge.controller.js';
import { PersonasController } from './personas/interface/personas.controller.js';
import { SessionReportsController } from './reports/interface/session-reports.controller.js';
import { SessionLabelsController } from './sessions/interface/session-labels.controller.js';
import { TestSchedulesController } from './sessions/interface/test-schedules.controller.js';
import { TestSessionsController } from './sessions/interface/test-sessions.controller.js';
import { TestTargetsController } from './targets/interface/test-targets.controller.js';
import { DatasetFiles, DatasetStore } from './datasets/domain/dataset.js';
import { PersonaSets } from './personas/domain/persona.js';
import { JsonPaths } from './targets/domain/json-value.js';
import { AgentFilters } from './sessions/domain/test-session.js';
import { OwnAddresses } from '../shared/domain/base-url.js';

/** The service questions itself and grades the answers (SPEC-TEST-001). */
@Module({
  imports: [
    ScheduleModule.forRoot(),
    PipelineModule,
    SearchModule,
    DocumentsModule,
    LlmModule,
    FactCheckModule,
    FeedbackModule,
  ],
  controllers: [
    TestSessionsController,
    SessionReportsController,
    SessionLabelsController,
    PersonasController,
    TestSchedulesController,
    TestTargetsController,
    ImprovementsController,
    JudgeController,
    DatasetsController,
  ],
  providers: [
    StartSession,
    PlanSession,
    RunningSessions,
    RunSession,
    PrepareSession,
    RecordSession,
    OpenBudget,
    TestComponents,
    InProcessState,
    PlanQuestions,
    SessionUnits,
    RunUnits,
    DispatchUnits,
    UnitWorker,
    OpenSessions,
    PublishResults,
    AskQuestion,
    RunDialogue,
    FinishSession,
    LocateGold,
    RejudgeSession,
    ReadSession,
    LabelRows,
    ScheduleTimes,
    SessionOwners,
    ShowSessions,
    QuotingQuestions,
    ControlSession,
    RecoverSessions,
    RunToCompletion,
    WatchSession,
    SessionFeed,
    SaveSchedules,
    RunDueSchedules,
    ScheduleClock,
    {
      provide: SessionProgress,
      inject: [SessionFeed, { token: PostgresDatabase, optional: true }],
      useFactory: (feed: SessionFeed, database?: PostgresDatabase): SessionProgress =>
        database === undefined ? feed : new SharedSessionProgress(feed, database),
    },
    byStore(SessionBudgets, InMemoryBudgets, PostgresSessionBudgets),
    { provide: SessionStore, useClass: SqlSessionStore },
    { provide: LabelStore, useClass: SqlLabelStore },
    { provide: ScheduleStore, useClass: SqlScheduleStore },
    { provide: CronTimes, useClass: CronParserTimes },
    { provide: RagTargets, useClass: ConfiguredTargets },
    ChooseTarget,
    CheckOrder,
    ReadTargets,
    SaveTargets,
    { provide: TargetStore, useClass: SqlTargetStore },
    { provide: JsonPaths, useClass: Rfc9535Paths },
    { provide: OwnerDirectory, useClass: AccessOwnerDirectory },
    {
      provide: TargetFile,
      inject: [Environment, OwnAddresses, JsonPaths],
      useFactory: ({ DATA_DIR }: Environment, own: OwnAddresses, paths: JsonPaths) =>
        new JsonTargetFile(configurationFolders(DATA_DIR), own, paths),
    },
    InProcessTargets,
    EstimateCost,
    MakeQuestions,
    { provide: QuestionMaker, useClass: ParaphraseQuestions },
    { provide: QuestionLexicon, useFactory: () => new JsonQuestionLexicon() },
    { provide: ReportedQuestions, useClass: FeedbackReportedQuestions },
    { provide: AbstainedQuestions, useClass: SqlAbstainedQuestions },
    { provide: QuestionsInUse, useClass: StoredQuestionsInUse },
    { provide: DocumentSource, useClass: StoredDocumentSource },
    { provide: ClaimChecker, useClass: FactCheckClaims },
    { provide: TextComparisonSource, useClass: VectorTextComparison },
    JudgeByRules,
    GradingThread,
    { provide: JudgeOneAnswer, useClass: SearchedJudge },
    CalibrateJudge,
    JudgeWithModel,
    { provide: JudgeMeasure, useClass: MeasureJudge },
    PrepareTrials,
    ChooseMeasuredJudges,
    { provide: AnswerJudge, useClass: ChooseJudge },
    { provide: TextModel, useClass: CachedTextModel },
    { provide: ReplyCache, useClass: SqlReplyCache },
    { provide: JudgeScorecards, useClass: SqlJudgeScorecards },
    { provide: ComponentTester, useClass: PipelineComponentTests },
    { provide: PhraseSource, useFactory: () => new JsonPhraseSource() },
    { provide: SessionReports, useClass: RenderedReports },
    { provide: SessionArtifacts, useClass: SessionFiles },
    ...IMPROVEMENT_PROVIDERS,
    StoreDataset,
    ReadDatasets,
    GradeExpected,
    ReadRubrics,
    { provide: DatasetFiles, useClass: ParsedDatasetFiles },
    { provide: DatasetStore, useClass: SqlDatasetStore },
    { provide: AgentFilters, useClass: ScopedAgentFilters },
    {
      provide: PersonaSets,
      inject: [Environment],
      useFactory: ({ DATA_DIR }: Environment) => new JsonPersonaSets(configurationFolders(DATA_DIR)),
    },
  ],
})
export class TestAutomationModule {}
