import { Injectable } from '@nestjs/common';
import { AnswerRisk } from '../../../shared/domain/answer-risk.js';
import { ActiveConfiguration } from '../../../config/domain/configuration-version.js';
import { SearchSandbox } from '../../../search/application/search-passages.js';
import { MeaningSource } from '../../../search/embedding/domain/static-embedding/static-embedding.js';
import { Clock, today } from '../../../shared/domain/clock.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { AnalyseMessage } from '../../application/analyse-message.js';
import { ComposeAnswer } from '../../application/compose-answer.js';
import { FactCheck } from '../../application/components/fact-check.js';
import { QueryAnalyzer } from '../../application/components/query-analyzer.js';
import { PipelineComponents } from '../../application/pipeline-components.js';
import { QuestionSteps } from '../../application/question-steps.js';
import { RetrieveEvidence } from '../../application/retrieve-evidence.js';
import { Retriever } from '../../domain/retriever.js';
import { SearchRetriever } from '../search-retriever.js';
import { SearchVocabulary } from '../search-vocabulary.js';
import { SandboxConversations, SandboxMeter } from './in-memory-stores.js';

/** Trials are counted nowhere. */
const NO_METER = new SandboxMeter();

/** Makes the steps of a sandbox. The writer and the checker of answers, which do not depend on the configuration, are those in service. */
@Injectable()
export class SandboxSteps {
  constructor(
    private readonly compose: ComposeAnswer,
    private readonly factCheck: FactCheck,
    private readonly analyser: Analyser,
    private readonly meanings: MeaningSource,
    private readonly clock: Clock,
    private readonly risk: AnswerRisk,
  ) {}

  /** @param passages the search of the sandbox */
  retriever(passages: SearchSandbox['passages']): Retriever {
    return new SearchRetriever(passages, this.analyser, this.meanings);
  }

  questionSteps(
    retriever: Retriever,
    configuration: ActiveConfiguration,
    conversations: SandboxConversations,
  ): QuestionSteps {
    return new QuestionSteps(
      new AnalyseMessage(conversations),
      new RetrieveEvidence(retriever, this.clock, this.risk),
      this.compose,
      new PipelineComponents(new QueryAnalyzer(new SearchVocabulary(configuration)), this.factCheck),
      NO_METER,
    );
  }

  /** The day whose editions are searched by default. */
  today(): string {
    return today(this.clock);
  }
}
