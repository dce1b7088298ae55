import { Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { LlmModule } from '../llm/llm.module.js';
import { SearchModule } from '../search/search.module.js';
import { AnalyseMessage } from './application/analyse-message.js';
import { AnswerQuestion, PipelineSteps, TimeoutMultiplier } from './application/answer-question.js';
import { ComposeAnswer } from './application/compose-answer.js';
import { ReadConversation } from './application/read-conversation.js';
import { RememberTurn } from './application/remember-turn.js';
import { RetrieveEvidence } from './application/retrieve-evidence.js';
import { Composer } from './domain/composer.js';
import { ConversationStore } from './domain/conversation.js';
import { Retriever } from './domain/retriever.js';
import { TraceStore } from './domain/trace.js';
import { LlmComposer } from './infrastructure/llm-composer.js';
import { PipelineProbes } from './infrastructure/pipeline-probes.js';
import { SearchRetriever } from './infrastructure/search-retriever.js';
import { SqliteConversationStore } from './infrastructure/sqlite-conversation-store.js';
import { SqliteTraceStore } from './infrastructure/sqlite-trace-store.js';
import { ChatController } from './interface/chat.controller.js';

/** From a message to an answer with its quotes (B-O3). */
@Module({
  imports: [SearchModule, LlmModule],
  controllers: [ChatController],
  providers: [
    AnswerQuestion,
    PipelineSteps,
    AnalyseMessage,
    RetrieveEvidence,
    ComposeAnswer,
    RememberTurn,
    ReadConversation,
    PipelineProbes,
    {
      provide: TimeoutMultiplier,
      inject: [Environment],
      useFactory: (environment: Environment): TimeoutMultiplier => ({ value: environment.PIPELINE_TIMEOUT_MULTIPLIER }),
    },
    { provide: Retriever, useClass: SearchRetriever },
    { provide: Composer, useClass: LlmComposer },
    { provide: ConversationStore, useClass: SqliteConversationStore },
    { provide: TraceStore, useClass: SqliteTraceStore },
  ],
  exports: [AnswerQuestion],
})
export class PipelineModule {}
