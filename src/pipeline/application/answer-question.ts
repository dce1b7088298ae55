import { Injectable } from '@nestjs/common';
import { CHAIN, messageAttribute, OpenSpan, recordEvaluation } from '../../shared/domain/spans.js';
import { TaxonomyVersion } from '../../shared/domain/category-path.js';
import { AnalysedMessage } from '../domain/analysed-message.js';
import { Answer, AskRequest } from '../domain/answer.js';
import { AnswerListener, StepTimeoutError } from '../domain/step.js';
import { sumUsage } from '../domain/composer.js';
import { Composition } from '../domain/composition.js';
import { barePlan, RetrievedEvidence } from '../domain/retrieval-plan.js';
import { composeEditions } from './compose-editions.js';
import { PipelineRun } from './pipeline-run.js';
import { QuestionSteps } from './question-steps.js';
import { SaveTurn } from './save-turn.js';
import { reviseAnswer } from './revise-answer.js';
import { PipelineRunFactory } from './pipeline-run-factory.js';

interface Outcome {
  readonly request: AskRequest;
  readonly analysed: AnalysedMessage;
  readonly retrieved: RetrievedEvidence;
  readonly composition: Composition;
  readonly conversationId: string;
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
    private readonly steps: QuestionSteps,
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

  private answer(request: AskRequest, client?: AbortSignal, listener?: AnswerListener): Promise<Answer> {
    const conversationId = request.conversationId ?? this.remember.newConversationId();
    const { spans } = this.runs;
    const attributes = {
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': WORKFLOW,
      'gen_ai.conversation.id': conversationId,
      // The session of a trace is read from this name alone where the first span is the request.
      'session.id': conversationId,
      ...CHAIN,
      ...(spans.hasContent
        ? { 'gen_ai.input.messages': messageAttribute('user', request.message), 'input.value': request.message }
        : {}),
    };
    return spans.within(`invoke_workflow ${WORKFLOW}`, attributes, async (span) => {
      const run = this.runs.start(request.switches, client, listener);
      const answer = await this.runSteps(request, conversationId, run);
      describe(answer, span, spans.hasContent);
      return answer;
    });
  }

  private async runSteps(request: AskRequest, conversationId: string, run: PipelineRun): Promise<Answer> {
    const started = performance.now();
    const read = await this.steps.analyse(request, run);
    const retrieved = await this.steps.retrieve(barePlan(request, read), run);
    // From here on the question is that of the reading which the retrieval kept.
    const analysed = { ...read, question: retrieved.period?.question ?? retrieved.question ?? read.question };
    run.trace.keepReading(analysed.question, read.question);
    const composed = await composeEditions({ request, analysed, retrieved, corrections: [] }, (draft) =>
      this.steps.compose(draft, run),
    );
    const { revision, question, said } = analysed;
    const composition =
      revision === undefined ? composed : await reviseAnswer(composed, { revision, question, said }, run);
    run.shown.complete(composition.response);
    const responded = await run.step('respond', () =>
      this.respond({ request, analysed, retrieved, composition, conversationId }, run, started),
    );
    // Read here, since the time of the last step is known only after its end.
    const answer: Answer = { ...responded, stepTimingsS: { ...run.trace.timingsS(), ...run.timings } };
    const marks = await this.remember.save(request, answer, run);
    return marks.length === 0 ? answer : { ...answer, degraded: [...answer.degraded, ...marks] };
  }

  private async respond(outcome: Outcome, run: PipelineRun, started: number): Promise<Answer> {
    const { request, analysed, retrieved, composition, conversationId } = outcome;
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
      period:
        retrieved.period?.asked ?? (request.asOf === undefined ? undefined : { from: request.asOf, to: request.asOf }),
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
      completedQuestion: analysed.question,
      grounds: groundsOf(outcome),
    };
  }
}

/** `gen_ai.workflow.name` of the pipeline. */
const WORKFLOW = 'answer_question';

/** What a trace says about an answer; the check of its claims is an evaluation. */
function describe(answer: Answer, span: OpenSpan, hasContent: boolean): void {
  const { response, confidence, abstained, degraded, traceId, factCheck } = answer;
  span.set({
    'touchstone.trace_id': traceId,
    'touchstone.confidence': confidence,
    'touchstone.abstained': abstained,
    'touchstone.sources': answer.sources.length,
    'touchstone.degraded': degraded.join(','),
    ...(hasContent
      ? { 'gen_ai.output.messages': messageAttribute('assistant', response, 'stop'), 'output.value': response }
      : {}),
  });
  // An answer without a claim was not checked: it has no score.
  if (factCheck === undefined || factCheck.passed === null || factCheck.claims === 0) return;
  const { supported, claims, passed } = factCheck;
  recordEvaluation(
    span,
    { name: 'fact_check', value: supported / claims, label: passed ? 'pass' : 'fail' },
    hasContent,
  );
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
