import { Injectable } from '@nestjs/common';
import { ActiveConfiguration } from '../../../config/domain/configuration-version.js';
import { Environment } from '../../../config/environment.js';
import { CompleteText } from '../../../llm/application/complete-text.js';
import { WriteAnswer } from '../../../llm/application/write-answer.js';
import { NoModel } from '../../../llm/domain/extractive-writer.js';
import { AnswerRisk } from '../../../shared/domain/answer-risk.js';
import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { TaxonomyVersion } from '../../../shared/domain/category-path.js';
import { AnalyseMessage } from '../../application/analyse-message.js';
import { AnswerQuestion } from '../../application/answer-question.js';
import { ComposeAnswer } from '../../application/compose-answer.js';
import { FinishAnswer } from '../../application/finish-answer.js';
import { PipelineComponents } from '../../application/pipeline-components.js';
import { QuestionSteps } from '../../application/question-steps.js';
import { RetrieveEvidence } from '../../application/retrieve-evidence.js';
import { UnrecordedAnswers } from '../../application/unrecorded-answers.js';
import { Answer } from '../../domain/answer.js';
import { ComponentSwitches } from '../../domain/trace.js';
import { LlmComposer, LlmTextCompletion } from '../llm-composer.js';
import { SandboxConversations, SandboxMeter, SandboxTraces } from './in-memory-stores.js';
import { SandboxRuns } from './sandbox-runs.js';

const NO_MODEL = new NoModel();
/** These answers are counted nowhere. */
const NO_METER = new SandboxMeter();
/** Nobody owns these answers; it is the id of no key. */
const NOBODY = '';
const TOP_K = 10;

/** Parts of the search that would call a model are off: a question for nobody must cost nothing. */
const switchesOf = ({ EMBEDDING_PROVIDER, RERANKER }: Environment): ComponentSwitches => ({
  ...(EMBEDDING_PROVIDER === 'builtin' ? {} : { hybrid_search: false }),
  ...(RERANKER === 'heuristic' ? {} : { reranker: false }),
});

/** The pipeline in service, over the same index, with the writer that quotes and with stores in memory. */
@Injectable()
export class ExtractivePipeline extends UnrecordedAnswers {
  private readonly pipeline: AnswerQuestion;
  private readonly switches: ComponentSwitches;

  constructor(
    components: PipelineComponents,
    retrieveEvidence: RetrieveEvidence,
    runs: SandboxRuns,
    taxonomy: TaxonomyVersion,
    configuration: ActiveConfiguration,
    environment: Environment,
  ) {
    super();
    const composer = new LlmComposer(new WriteAnswer(NO_MODEL));
    const compose = new ComposeAnswer(composer, new FinishAnswer(composer), new AnswerRisk(environment.ANSWER_RISK));
    const conversations = new SandboxConversations();
    this.switches = switchesOf(environment);
    this.pipeline = new AnswerQuestion(
      new QuestionSteps(new AnalyseMessage(conversations), retrieveEvidence, compose, components, NO_METER),
      runs.saveTurn(conversations, new SandboxTraces()),
      taxonomy,
      runs.runFactory(configuration, new LlmTextCompletion(new CompleteText(NO_MODEL))),
    );
  }

  answer(question: string, filter: CategoryFilter): Promise<Answer> {
    return this.pipeline.answerQuestion({
      message: question,
      conversationId: undefined,
      owner: NOBODY,
      filter,
      asOf: undefined,
      topK: TOP_K,
      isKept: false,
      switches: this.switches,
    });
  }
}
