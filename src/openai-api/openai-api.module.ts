import { Module } from '@nestjs/common';
import { AgentFactoryModule } from '../agent-factory/agent-factory.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { SearchModule } from '../search/search.module.js';
import { CompleteChat } from './application/complete-chat.js';
import { EmbedInput } from './application/embed-input.js';
import { SaveResponses } from './application/save-responses.js';
import { ListModels } from './application/list-models.js';
import { AnswerShaper } from './domain/answer-schema.js';
import { Answering } from './domain/completion.js';
import { StoredResponses } from './domain/stored-responses.js';
import { ModelAnswerShaper } from './infrastructure/model-answer-shaper.js';
import { PipelineAnswering } from './infrastructure/pipeline-answering.js';
import { SqlStoredResponses, ResponseMaintenance } from './infrastructure/sql-stored-responses.js';
import { ResponsesController } from './interface/responses.controller.js';
import { OpenAiController } from './interface/openai.controller.js';

/** Endpoints of OpenAI's protocol: agents are models, answers contain their sources. */
@Module({
  imports: [PipelineModule, SearchModule, AgentFactoryModule, LlmModule],
  controllers: [OpenAiController, ResponsesController],
  providers: [
    ListModels,
    CompleteChat,
    EmbedInput,
    SaveResponses,
    ResponseMaintenance,
    { provide: StoredResponses, useClass: SqlStoredResponses },
    { provide: Answering, useClass: PipelineAnswering },
    { provide: AnswerShaper, useClass: ModelAnswerShaper },
  ],
})
export class OpenAiApiModule {}
