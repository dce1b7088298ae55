import { Injectable } from '@nestjs/common';
import { AnalysedMessage } from '../domain/analysed-message.js';
import { AskRequest } from '../domain/answer.js';
import { Composition, CompositionDraft } from '../domain/composition.js';
import { PipelineTelemetry } from '../domain/pipeline-telemetry.js';
import { RetrievalPlan, RetrievedEvidence } from '../domain/retrieval-plan.js';
import { StepTimeoutError } from '../domain/step.js';
import { AnalyseMessage } from './analyse-message.js';
import { ComposeAnswer } from './compose-answer.js';
import { PipelineComponents } from './pipeline-components.js';
import { PipelineRun } from './pipeline-run.js';
import { RetrieveEvidence } from './retrieve-evidence.js';

/** Time limit of a second retrieval, milliseconds: it is optional. */
const SECOND_RETRIEVAL_MS = 800;

/** The first three steps of a question, each with its components around it and within its time limit. */
@Injectable()
export class QuestionSteps {
  constructor(
    readonly analyseMessage: AnalyseMessage,
    readonly retrieveEvidence: RetrieveEvidence,
    private readonly composeAnswer: ComposeAnswer,
    readonly components: PipelineComponents,
    private readonly meter: PipelineTelemetry,
  ) {}

  analyse(request: AskRequest, run: PipelineRun): Promise<AnalysedMessage> {
    const { analyseMessage } = this;
    return run.withComponents(this.components.analysis, async (plan) => {
      const earlier = await run.reading('conversation', () => analyseMessage.questionsBefore(plan, run.settings));
      return run.step('intent', () => Promise.resolve(analyseMessage.analyse(plan, earlier, run.settings)));
    })({ request, byRules: false, today: this.retrieveEvidence.today() });
  }

  retrieve(plan: RetrievalPlan, run: PipelineRun): Promise<RetrievedEvidence> {
    return run.withComponents(this.components.retrieval, (shaped) => {
      const work = (signal: AbortSignal) => this.retrieveEvidence.retrieveEvidence(shaped, signal);
      return shaped.attempt === 1
        ? run.step('retrieve', work)
        : run.within('corrective_rag', SECOND_RETRIEVAL_MS, work);
    })(plan);
  }

  compose(draft: CompositionDraft, run: PipelineRun): Promise<Composition> {
    return run.withComponents(this.components.composition, (one) => this.composeOnce(one, run))(draft);
  }

  /**
   * The only step whose failure leaves an answer: the passages themselves. A disconnect of the client does not count as a failure of the
   * writer.
   */
  private async composeOnce(draft: CompositionDraft, run: PipelineRun): Promise<Composition> {
    try {
      return await run.step('compose', (signal, limit) => {
        // A draft that is shortened or translated later is not sent.
        const isShown = draft.isPart !== true && (draft.analysed.revision?.kind ?? 'repeat') === 'repeat';
        const text = isShown ? run.shown.draft(signal) : undefined;
        // A streamed answer has no step limit while text arrives.
        const listener = text === undefined ? undefined : { text, begun: () => limit.lift() };
        return this.composeAnswer.compose(draft, signal, listener);
      });
    } catch (error) {
      if (run.client?.aborted === true) throw error;
      if (error instanceof StepTimeoutError) this.meter.timedOut(error.step);
      return this.composeAnswer.quotedPassages(draft, error);
    }
  }
}
