import { Module } from '@nestjs/common';
import { CbrModule } from '../cbr/cbr.module.js';
import { Environment } from '../config/environment.js';
import { FactCheckModule } from '../fact-check/fact-check.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { SearchModule } from '../search/search.module.js';
import { AnalyseMessage } from './application/analyse-message.js';
import { AnswerQuestion } from './application/answer-question.js';
import { QuestionSteps } from './application/question-steps.js';
import { AnswerWithCases } from './application/answer-with-cases.js';
import { FactCheck } from './application/components/fact-check.js';
import { QueryAnalyzer } from './application/components/query-analyzer.js';
import { AnswerChanges } from './application/answer-changes.js';
import { ComposeAnswer } from './application/compose-answer.js';
import { FinishAnswer } from './application/finish-answer.js';
import { PipelineComponents } from './application/pipeline-components.js';
import { ProbeComponents } from './application/probe-components.js';
import { PipelineSandboxes } from './application/pipeline-sandboxes.js';
import { ReadConversation } from './application/read-conversation.js';
import { StreamReplayBuffer } from './application/stream-replay-buffer.js';
import { SaveTurn } from './application/save-turn.js';
import { RetrieveEvidence } from './application/retrieve-evidence.js';
import { UnrecordedAnswers } from './application/unrecorded-answers.js';
import { PipelineRunFactory, TimeoutMultiplier } from './application/pipeline-run-factory.js';
import { AnswerChecker } from './domain/answer-checker.js';
import { AnswerRisk } from '../shared/domain/answer-risk.js';
import { CaseSource } from './domain/case-source.js';
import { Composer } from './domain/composer.js';
import { AuditTrail } from '../shared/domain/audit-trail.js';
import { ConversationStore } from './domain/conversation.js';
import { TextCompletion } from './domain/component.js';
import { PipelineTelemetry } from './domain/pipeline-telemetry.js';
import { PipelineSettings } from './domain/pipeline-settings.js';
import { QuestionVocabulary, Retriever } from './domain/retriever.js';
import { TraceStore } from './domain/trace.js';
import { CbrCaseSource, FactCheckChecker, PipelineProbes } from './infrastructure/other-features.js';
import { ConfiguredPipeline } from './infrastructure/configured-pipeline.js';
import { LlmComposer, LlmTextCompletion } from './infrastructure/llm-composer.js';
import { PipelineMetrics } from './infrastructure/pipeline-metrics.js';
import { ExtractivePipeline } from './infrastructure/sandbox/extractive-pipeline.js';
import { SandboxedPipelines } from './infrastructure/sandbox/sandboxed-pipeline.js';
import { SandboxRuns } from './infrastructure/sandbox/sandbox-runs.js';
import { SandboxSteps } from './infrastructure/sandbox/sandbox-steps.js';
import { SearchRetriever } from './infrastructure/search-retriever.js';
import { SearchVocabulary } from './infrastructure/search-vocabulary.js';
import { ConversationMaintenance } from './infrastructure/conversation-maintenance.js';
import { AuditedConversationStore, InnerConversations } from './infrastructure/audited-conversation-store.js';
import { SqlConversationStore } from './infrastructure/sql-conversation-store.js';
import { SqlTraceStore } from './infrastructure/sql-trace-store.js';
import {
  ListConversations,
  ConversationRetention,
  FindContinued,
  ForgetConversations,
} from './application/manage-conversations.js';
import { ShareConversation } from './application/share-conversation.js';
import { QuotingAnswers } from './application/quoting-answers.js';
import { ConversationCatalog, ConversationShares } from './domain/conversation-catalog.js';
import { SqlConversationCatalog } from './infrastructure/sql-conversation-catalog.js';
import { SqlConversationShares } from './infrastructure/sql-conversation-shares.js';
import { ChatController } from './interface/chat.controller.js';
import { ConversationsController } from './interface/conversations.controller.js';

/** The pipeline from a message to an answer with quotes (B-O3). */
@Module({
  imports: [SearchModule, LlmModule, FactCheckModule, CbrModule],
  controllers: [ChatController, ConversationsController],
  providers: [
    AnswerQuestion,
    AnswerWithCases,
    PipelineRunFactory,
    QuestionSteps,
    PipelineComponents,
    QueryAnalyzer,
    FactCheck,
    FinishAnswer,
    AnalyseMessage,
    RetrieveEvidence,
    AnswerChanges,
    ComposeAnswer,
    SaveTurn,
    ReadConversation,
    StreamReplayBuffer,
    PipelineProbes,
    ProbeComponents,
    SandboxSteps,
    SandboxRuns,
    { provide: PipelineSandboxes, useClass: SandboxedPipelines },
    { provide: UnrecordedAnswers, useClass: ExtractivePipeline },
    {
      provide: AnswerRisk,
      inject: [Environment],
      useFactory: (environment: Environment) => new AnswerRisk(environment.ANSWER_RISK),
    },
    {
      provide: TimeoutMultiplier,
      inject: [Environment],
      useFactory: (environment: Environment): TimeoutMultiplier => ({ value: environment.PIPELINE_TIMEOUT_MULTIPLIER }),
    },
    { provide: PipelineTelemetry, useClass: PipelineMetrics },
    { provide: Retriever, useClass: SearchRetriever },
    { provide: CaseSource, useClass: CbrCaseSource },
    { provide: Composer, useClass: LlmComposer },
    { provide: TextCompletion, useClass: LlmTextCompletion },
    { provide: AnswerChecker, useClass: FactCheckChecker },
    { provide: PipelineSettings, useClass: ConfiguredPipeline },
    { provide: QuestionVocabulary, useClass: SearchVocabulary },
    ListConversations,
    FindContinued,
    ShareConversation,
    QuotingAnswers,
    { provide: ConversationCatalog, useClass: SqlConversationCatalog },
    { provide: ConversationShares, useClass: SqlConversationShares },
    ForgetConversations,
    ConversationMaintenance,
    {
      provide: ConversationRetention,
      inject: [Environment],
      useFactory: (environment: Environment): ConversationRetention => ({
        days: environment.CONVERSATION_RETENTION_DAYS,
      }),
    },
    { provide: InnerConversations, useClass: SqlConversationStore },
    {
      provide: ConversationStore,
      inject: [InnerConversations, AuditTrail],
      useFactory: (store: ConversationStore, audit: AuditTrail) => new AuditedConversationStore(store, audit),
    },
    { provide: TraceStore, useClass: SqlTraceStore },
  ],
  exports: [
    AnswerQuestion,
    FindContinued,
    ReadConversation,
    PipelineTelemetry,
    ProbeComponents,
    PipelineSandboxes,
    UnrecordedAnswers,
    AnswerRisk,
  ],
})
export class PipelineModule {}
