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
import { byStore } from '../shared/infrastructure/database/postgres/by-store.js';
import { PostgresDatabase } from '../shared/infrastructure/database/postgres/postgres-database.js';
import { RunUnits } from './application/run-units.js';
import { AskQuestion } from './application/ask-question.js';
import { CheckOrder } from './application/check-order.js';
import { ChooseTarget } from './application/choose-target.js';
import { ControlSession } from './application/control-session.js';
import { GradeExpected } from './application/datasets/grade-expected.js';
import { ReadDatasets } from './application/datasets/read-datasets.js';
import { StoreDataset } from './application/datasets/store-dataset.js';
import { EstimateCost } from './application/estimate-cost.js';
import { FinishSession } from './application/finish-session.js';
import { RunDialogue } from './application/run-dialogue.js';
import { SaveSchedules } from './application/save-schedules.js';
import { PlanQuestions } from './application/plan-questions.js';
import { ScheduleTimes } from './application/schedule-times.js';
import { SessionOwners } from './application/session-owners.js';
import { ShowSessions } from './application/show-sessions.js';
import { ReadSession } from './application/read-session.js';
import { ReadTargets } from './application/read-targets.js';
import { RecoverSessions } from './application/recover-sessions.js';
import { ReadRubrics } from './application/read-rubrics.js';
import { RejudgeSession } from './application/rejudge-session.js';
import { RunDueSchedules } from './application/run-due-schedules.js';
import { RunSession, SessionMeasures, SessionSteps, SessionSurroundings } from './application/run-session.js';
import { RunToCompletion } from './application/run-to-completion.js';
import { RunningSessions } from './application/running-sessions.js';
import { SaveTargets } from './application/save-targets.js';
import { DispatchUnits } from './application/dispatch-units.js';
import { UnitWorker, UnitSurroundings } from './application/unit-worker.js';
import { SessionUnits } from './application/session-units.js';
import { SessionChoices, StartSession } from './application/start-session.js';
import { SessionFeed, WatchSession } from './application/watch-session.js';
import { MakeQuestions } from './application/make-questions.js';
import { ParaphraseQuestions } from './application/paraphrase-questions.js';
import { JudgeByRules, PhraseSource } from './application/judge-by-rules.js';
import { ChooseJudge } from './application/choose-judge.js';
import { JudgeOneAnswer } from './application/judge-one-answer.js';
import { JudgeWithModel } from './application/judge-with-model.js';
import { MeasureJudge, TrialJudges, TrialParts } from './application/measure-judge.js';
import { CalibrateJudge } from './application/calibrate-judge.js';
import { TestComponents } from './application/test-components.js';
import { AgentFilters } from './domain/agent-filters.js';
import { AnswerJudge } from './domain/answer-judge.js';
import { ClaimChecker } from './domain/claim-checker.js';
import { ComponentTester } from './domain/component-tester.js';
import { JudgeCards, JudgeMeasure } from './domain/judge-calibration/judge-cards.js';
import { QuestionMaker } from './domain/question-maker.js';
import { QuestionLexicon } from './domain/questions/question-lexicon.js';
import { DatasetFiles } from './domain/datasets/dataset-files.js';
import { DatasetStore } from './domain/datasets/dataset-store.js';
import { JsonPaths } from './domain/json-paths.js';
import { SessionArtifacts } from './domain/session-artifacts.js';
import { SessionReports } from './domain/session-reports.js';
import { DocumentSource } from './domain/source-document.js';
import { FeedbackReportedQuestions } from './infrastructure/feedback-reported-questions.js';
import { FactCheckClaims } from './infrastructure/fact-check-claims.js';
import { JsonPhraseSource } from './infrastructure/json-phrase-source.js';
import { JsonQuestionLexicon } from './infrastructure/json-question-lexicon.js';
import { PipelineComponentTests } from './infrastructure/pipeline-component-tests.js';
import { RenderedReports } from './infrastructure/rendered-reports.js';
import { SessionFiles } from './infrastructure/session-files.js';
import { StoredDocumentSource } from './infrastructure/stored-document-source.js';
import { IMPROVEMENT_PROVIDERS } from './improvement.providers.js';
import { ImprovementsController } from './interface/improvements.controller.js';
import { PersonaSets } from './domain/persona-sets.js';
import { ReplyCache, TextModel } from './domain/text-model.js';
import { CachedTextModel } from './infrastructure/cached-text-model.js';
import { SqlJudgeCards, SqlReplyCache } from './infrastructure/sql-reply-cache.js';
import { SqlScheduleStore } from './infrastructure/sql-schedule-store.js';
import { PostgresSessionPurses } from './infrastructure/postgres-session-purses.js';
import { SqlSessionStore } from './infrastructure/sql-session-store.js';
import { ReportedQuestions } from './domain/reported-questions.js';
import { RagTargets } from './domain/rag-targets.js';
import { SessionProgress } from './domain/session-progress.js';
import { OwnPurses, SessionPurses } from './domain/session-budget.js';
import { SessionStore } from './domain/session-store.js';
import { CronTimes, ScheduleStore } from './domain/test-schedule.js';
import { OwnAddresses, OwnerDirectory, TargetFile, TargetStore } from './domain/test-target.js';
import { AccessOwnerDirectory } from './infrastructure/access-owner-directory.js';
import { ConfiguredTargets } from './infrastructure/configured-targets.js';
import { JsonPersonaSets } from './infrastructure/json-persona-sets.js';
import { JsonTargetFile } from './infrastructure/json-target-file.js';
import { LocalAddresses } from './infrastructure/local-addresses.js';
import { Rfc9535Paths } from './infrastructure/rfc9535-paths.js';
import { SqlTargetStore } from './infrastructure/sql-target-store.js';
import { ScopedAgentFilters } from './infrastructure/scoped-agent-filters.js';
import { SharedSessionProgress } from './infrastructure/shared-session-progress.js';
import { SearchedJudge } from './infrastructure/searched-judge.js';
import { InProcessState } from './infrastructure/in-process-state.js';
import { ScheduleClock } from './infrastructure/schedule-clock.js';
import { SelfParts } from './infrastructure/in-process-target.js';
import { ParsedDatasetFiles } from './infrastructure/datasets/parsed-dataset-files.js';
import { SqlDatasetStore } from './infrastructure/datasets/sql-dataset-store.js';
import { DatasetsController } from './interface/datasets.controller.js';
import { JudgeController } from './interface/judge.controller.js';
import { PersonasController } from './interface/personas.controller.js';
import { SessionReportsController } from './interface/session-reports.controller.js';
import { TestSchedulesController } from './interface/test-schedules.controller.js';
import { TestSessionsController } from './interface/test-sessions.controller.js';
import { TestTargetsController } from './interface/test-targets.controller.js';

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
    PersonasController,
    TestSchedulesController,
    TestTargetsController,
    ImprovementsController,
    JudgeController,
    DatasetsController,
  ],
  providers: [
    StartSession,
    SessionChoices,
    RunningSessions,
    RunSession,
    SessionMeasures,
    SessionSteps,
    SessionSurroundings,
    TestComponents,
    InProcessState,
    PlanQuestions,
    SessionUnits,
    RunUnits,
    DispatchUnits,
    UnitWorker,
    UnitSurroundings,
    AskQuestion,
    RunDialogue,
    FinishSession,
    RejudgeSession,
    ReadSession,
    ScheduleTimes,
    SessionOwners,
    ShowSessions,
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
    byStore(SessionPurses, OwnPurses, PostgresSessionPurses),
    { provide: SessionStore, useClass: SqlSessionStore },
    { provide: ScheduleStore, useClass: SqlScheduleStore },
    { provide: CronTimes, useClass: CronParserTimes },
    { provide: RagTargets, useClass: ConfiguredTargets },
    ChooseTarget,
    CheckOrder,
    ReadTargets,
    SaveTargets,
    { provide: TargetStore, useClass: SqlTargetStore },
    { provide: OwnAddresses, useClass: LocalAddresses },
    { provide: JsonPaths, useClass: Rfc9535Paths },
    { provide: OwnerDirectory, useClass: AccessOwnerDirectory },
    {
      provide: TargetFile,
      inject: [Environment, OwnAddresses, JsonPaths],
      useFactory: ({ DATA_DIR }: Environment, own: OwnAddresses, paths: JsonPaths) =>
        new JsonTargetFile(configurationFolders(DATA_DIR), own, paths),
    },
    SelfParts,
    EstimateCost,
    MakeQuestions,
    { provide: QuestionMaker, useClass: ParaphraseQuestions },
    { provide: QuestionLexicon, useFactory: () => new JsonQuestionLexicon() },
    { provide: ReportedQuestions, useClass: FeedbackReportedQuestions },
    { provide: DocumentSource, useClass: StoredDocumentSource },
    { provide: ClaimChecker, useClass: FactCheckClaims },
    JudgeByRules,
    { provide: JudgeOneAnswer, useClass: SearchedJudge },
    CalibrateJudge,
    JudgeWithModel,
    { provide: JudgeMeasure, useClass: MeasureJudge },
    TrialParts,
    TrialJudges,
    { provide: AnswerJudge, useClass: ChooseJudge },
    { provide: TextModel, useClass: CachedTextModel },
    { provide: ReplyCache, useClass: SqlReplyCache },
    { provide: JudgeCards, useClass: SqlJudgeCards },
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
