import { Injectable } from '@nestjs/common';
import { TaxonomyVersion } from '../../shared/domain/taxonomy-version.js';
import { AnalysedMessage } from '../domain/analysed-message.js';
import { Answer } from '../domain/answer.js';
import { AnswerListener } from '../domain/answer-listener.js';
import { AskRequest } from '../domain/ask-request.js';
import { sumUsage } from '../domain/composer.js';
import { Composition, CompositionDraft } from '../domain/composition.js';
import { barePlan, RetrievalPlan, RetrievedEvidence } from '../domain/retrieval-plan.js';
import { AnalyseMessage } from './analyse-message.js';
import { StepTimeoutError } from '../domain/step.js';
import { ComposeAnswer } from './compose-answer.js';
import { PipelineComponents } from './pipeline-components.js';
import { PipelineRun } from './pipeline-run.js';
import { SaveTurn } from './save-turn.js';
import { reviseAnswer } from './revise-answer.js';
import { RetrieveEvidence } from './retrieve-evidence.js';
import { PipelineRunFactory } from './pipeline-run-factory.js';

/** Time limit of a second retrieval, milliseconds: it is optional. */
const SECOND_RETRIEVAL_MS = 800;

interface Outcome {
  readonly analysed: AnalysedMessage;
  readonly retrieved: RetrievedEvidence;
  readonly composition: Composition;
  readonly conversationId: string;
}

/** The use cases of the steps, and the components around them. */
@Injectable()
export class PipelineSteps {
  constructor(
    readonly analyse: AnalyseMessage,
    readonly retrieve: RetrieveEvidence,
    readonly compose: ComposeAnswer,
    readonly components: PipelineComponents,
  ) {}
}

/**
 * The pipeline (B-O3): intent, retrieve, compose, respond; named, timed, cancellable steps with one deadline.
 * @example
 * import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
 *
 * const answer = await answerQuestion.answerQuestion(
 *   {
 *     message: 'How often are backups tested?',
 *     conversationId: undefined,
 *     owner: 'key_1',
 *     filter: UNRESTRICTED,
 *     asOf: undefined,
 *     topK: 5,
 *     switches: { hyde: false },
 *   },
 *   signal,
 * );
 */
@Injectable()
export class AnswerQuestion {
  constructor(
    private readonly steps: PipelineSteps,
    private readonly remember: SaveTurn,
    private readonly taxonomy: TaxonomyVersion,
    private readonly runs: PipelineRunFactory,
  ) {}

  /**
   * @param listener receives the steps and the text while it is written
   * @throws StepTimeoutError (504) if a step other than compose exceeds its limit, RequestCancelledError if the client disconnects
   */
  async answerQuestion(request: AskRequest, client?: AbortSignal, listener?: AnswerListener): Promise<Answer> {
    try {
      const answer = await this.answer(request, client, listener);
      this.runs.meter.answered(answer);
      return answer;
    } catch (error) {
      if (error instanceof StepTimeoutError) this.runs.meter.timedOut(error.step);
      throw error;
    }
  }

  private async answer(request: AskRequest, client?: AbortSignal, listener?: AnswerListener): Promise<Answer> {
    const started = performance.now();
    const run = this.runs.start(request.switches, client, listener);
    const conversationId = request.conversationId ?? this.remember.newConversationId();
    const analysed = await this.analyse(request, run);
    const retrieved = await this.retrieve(barePlan(request, analysed), run);
    const composed = await this.compose({ request, analysed, retrieved, corrections: [] }, run);
    const { revision } = analysed;
    const composition = revision === undefined ? composed : await reviseAnswer(composed, revision, run);
    run.shown.complete(composition.response);
    const responded = await run.step('respond', () =>
      this.respond({ analysed, retrieved, composition, conversationId }, run, started),
    );
    // Read here, since the time of the last step is known only after its end.
    const answer: Answer = { ...responded, stepTimingsS: { ...run.trace.timingsS(), ...run.timings } };
    const marks = await this.remember.save(request, answer, run);
    return marks.length === 0 ? answer : { ...answer, degraded: [...answer.degraded, ...marks] };
  }

  private analyse(request: AskRequest, run: PipelineRun): Promise<AnalysedMessage> {
    const { analysis } = this.steps.components;
    const { analyse } = this.steps;
    return run.around(analysis, async (plan) => {
      const earlier = await run.reading('conversation', () => analyse.questionsBefore(plan, run.settings));
      return run.step('intent', () => Promise.resolve(analyse.analyse(plan, earlier, run.settings)));
    })({ request, byRules: false });
  }

  private retrieve(plan: RetrievalPlan, run: PipelineRun): Promise<RetrievedEvidence> {
    const { retrieval } = this.steps.components;
    return run.around(retrieval, (shaped) => {
      const work = (signal: AbortSignal) => this.steps.retrieve.retrieveEvidence(shaped, signal);
      return shaped.attempt === 1
        ? run.step('retrieve', work)
        : run.within('corrective_rag', SECOND_RETRIEVAL_MS, work);
    })(plan);
  }

  private compose(draft: CompositionDraft, run: PipelineRun): Promise<Composition> {
    return run.around(this.steps.components.composition, (one) => this.composeOnce(one, run))(draft);
  }

  /**
   * The only step whose failure leaves an answer: the passages themselves. A disconnect of the client does not count as a failure of the
   * writer.
   */
  private async composeOnce(draft: CompositionDraft, run: PipelineRun): Promise<Composition> {
    try {
      return await run.step('compose', (signal, limit) => {
        // A draft that is shortened or translated later is not sent.
        const isShown = (draft.analysed.revision?.kind ?? 'repeat') === 'repeat';
        const text = isShown ? run.shown.draft(signal) : undefined;
        // A streamed answer has no step limit while text arrives.
        const listener = text === undefined ? undefined : { text, begun: () => limit.lift() };
        return this.steps.compose.compose(draft, signal, listener);
      });
    } catch (error) {
      if (run.client?.aborted === true) throw error;
      if (error instanceof StepTimeoutError) this.runs.meter.timedOut(error.step);
      return this.steps.compose.quotedPassages(draft, error);
    }
  }

  private async respond(outcome: Outcome, run: PipelineRun, started: number): Promise<Answer> {
    const { analysed, retrieved, composition, conversationId } = outcome;
    const {
      response,
      sources,
      citations,
      confidence,
      abstained,
      isSmallTalk = false,
      nearest = [],
      factCheck,
    } = composition;
    return {
      response,
      conversationId,
      sources,
      citations,
      confidence,
      taxonomyVersion: await this.taxonomy.current(),
      latencyS: (performance.now() - started) / 1000,
      // Courtesies around key words that the documents answer.
      intent: analysed.intent === 'general' && !abstained ? 'search' : analysed.intent,
      language: analysed.language,
      audience: analysed.audience,
      stepTimingsS: { ...run.trace.timingsS(), ...run.timings },
      degraded: [...degradedParts(retrieved, composition, run), ...this.taxonomy.degraded()],
      writerFailure: composition.writerFailure,
      llm: run.usage.reduce(sumUsage, composition.usage),
      abstained,
      isSmallTalk,
      nearest,
      findings: composition.findings,
      factCheck,
      answerability: retrieved.answerability,
      traceId: this.remember.newTraceId(),
      completedQuestion: retrieved.question ?? analysed.question,
      grounds: groundsOf(outcome),
    };
  }
}

/** An uncited span may contain words of any passage that the writer received. */
function groundsOf({ composition, retrieved }: Outcome): string[] {
  if ((composition.findings?.uncited ?? []).length === 0) return [];
  return [...new Set(retrieved.evidence.map(({ documentId }) => documentId))];
}

/** A failed writer is also reported for the components that use the same model; the trace shows what they did without it. */
function degradedParts(retrieved: RetrievedEvidence, composition: Composition, run: PipelineRun): string[] {
  const isModelAway = composition.degraded.includes('llm');
  return [...retrieved.degraded, ...composition.degraded, ...(isModelAway ? [] : run.degraded)];
}
